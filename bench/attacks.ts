/** The calls of bench/neighbours.ts by which one organization might harm another, and what they need to be at their limits. */
import { webhook } from "../test/alerts/support.ts";
import { create } from "./access.ts";
import type { HostileRequest } from "./hostile.ts";

/** A storm is 100 notifications a second, each of an alert of its own; it stays. */
export const storm = "storm";

/** An organization with nothing open yet. */
export async function prepareStorm(port: number, key: string): Promise<Record<string, HostileRequest[]>> {
  const connector = await create(port, key, "connectors", {
    name: storm,
    type: "observability",
    connector_type: "alertmanager",
  });
  const requests = Array.from({ length: 1_000 }, (_, at) => {
    const group = `storm ${at}`;
    const body = JSON.stringify(webhook({ receiver: "none", group }, alertsOf(group, 1, 200)));
    return { key, method: "POST", path: `/api/v1/intake/alertmanager/${connector.id}`, body };
  });
  return { [storm]: requests };
}

/** Fills an organization, and answers the calls that it makes, each with its largest input and answer. */
export async function prepareHostile(
  port: number,
  key: string,
  mcpKey: string,
): Promise<Readonly<Record<string, HostileRequest[]>>> {
  const { intake, engine, prompt } = await fill(port, key);
  const regex = { matchers: ['alertname=~"(.*a){8}.*|(.*b){8}.*"', 'summary!~"(x+x+)+y"'] };
  return {
    "previews mutes": [post("alert_mutes/preview", regex)],
    "asks for routes": [post("alert_routes/resolve", { labels: { alertname: "a".repeat(200) } })],
    "lists alerts": [get("alerts")],
    "lists prompts": [get("config/prompt_templates")],
    searches: [post("search/prompt_templates", { q: "please never", limit: 200 })],
    exports: [
      get("config/export?format=json"),
      get("config/export?format=hcl"),
      get("config/export?format=openslo"),
    ],
    plans: [post("plans", { bundle: bundleOf(0, 1) })],
    renders: [get("render"), get(`render/${engine}`)],
    "reads the audit log": [get("audit?limit=200"), get(`history/prompt_templates/${prompt}`)],
    "asks what is wrong": [
      get("attention"),
      get("services"),
      get("service?service=service-1"),
      get("activity?days=90"),
    ],
    "calls tools": [
      tool(mcpKey, "list_alerts", {}),
      tool(mcpKey, "preview_alert_mute", regex),
      tool(mcpKey, "export_configuration", { format: "hcl" }),
    ],
    "writes prompts": [7, 8].map((seed) => ({
      method: "PUT",
      path: `/api/v1/config/prompt_templates/${prompt}`,
      body: JSON.stringify({ content: wordsOf(10_000, seed) }),
    })),
    notifies: Array.from({ length: 20 }, (_, at) =>
      post(intake, webhook({ receiver: "none" }, alertsOf(`notified ${at}`, 500, 1_000))),
    ),
  };
}

/** Rows and alerts, and the names of those that the calls are about. */
async function fill(port: number, key: string): Promise<Record<"intake" | "engine" | "prompt", string>> {
  for (let part = 0; part < 8; part += 1) {
    const planned = await must(port, key, post("plans", { bundle: bundleOf(part, 0) }), 201);
    await must(port, key, post(`plans/${planned.id}/apply`, {}), 200);
  }
  const connector = await create(port, key, "connectors", {
    name: "hostile",
    type: "observability",
    connector_type: "alertmanager",
  });
  const engine = await create(port, key, "connectors", {
    name: "engine",
    type: "observability",
    connector_type: "prometheus",
  });
  const intake = `intake/alertmanager/${connector.id}`;
  for (let batch = 0; batch < 10; batch += 1)
    await must(
      port,
      key,
      post(intake, webhook({ receiver: "none" }, alertsOf(`small ${batch}`, 500, 1_000))),
      200,
    );
  for (let batch = 0; batch < 4; batch += 1)
    await must(
      port,
      key,
      post(intake, webhook({ receiver: "none" }, alertsOf(`large ${batch}`, 250, 24_000))),
      200,
    );
  const { data } = await must(port, key, post("search/prompt_templates", { limit: 1 }), 200);
  return { intake, engine: engine.id, prompt: data[0].id };
}

function post(path: string, body: unknown): HostileRequest {
  return { method: "POST", path: `/api/v1/${path}`, body: JSON.stringify(body) };
}

function get(path: string): HostileRequest {
  return { method: "GET", path: `/api/v1/${path}` };
}

async function must(port: number, key: string, one: HostileRequest, status: number) {
  const answer = await ask(port, key, one);
  if (answer.status !== status) throw new Error(`${one.path}: ${answer.status} ${answer.text.slice(0, 500)}`);
  return JSON.parse(answer.text);
}

function tool(key: string, name: string, input: object): HostileRequest {
  const params = { name, arguments: input };
  return {
    key,
    method: "POST",
    path: "/api/mcp",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  };
}

/** A part of the rows that are long, and of those that engines are given. */
function bundleOf(part: number, generation: number): object {
  const rows = (count: number, make: (at: number) => object) =>
    Array.from({ length: count }, (_, at) => make(at));
  return {
    prompt_templates: rows(25, (at) => ({
      name: `prompt ${part} ${at}`,
      prompt_type: "rca_system",
      content: wordsOf(10_000, at + generation),
    })),
    alert_routes: rows(25, (at) => ({
      name: `route ${part} ${at}`,
      matchers: [`service=~"service-${at}|other-${generation}.*"`],
      destinations: [{ email: "hostile@example.com" }],
    })),
  };
}

/** Text that no scanner flags. */
function wordsOf(length: number, seed: number): string {
  const words = ["answer", "briefly", "please", "never", "guess", "name", "your", "sources", "and", "dates"];
  let text = "";
  for (let at = seed; text.length < length - 12; at += 1)
    text += `${words[(at * at + seed) % words.length]} `;
  return text.trim();
}

function alertsOf(name: string, count: number, length: number) {
  return Array.from({ length: count }, (_, at) => ({
    name: `${name} ${at}`,
    startsAt: new Date(Date.now() - at * 1_000).toISOString(),
    labels: {
      service: `service-${at % 50}`,
      severity: "warning",
      instance: "a".repeat(Math.min(length / 3, 8_000)),
    },
    annotations: { summary: "b".repeat((length * 2) / 3) },
  }));
}

export async function ask(port: number, key: string, { method, path, body }: HostileRequest) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, text: await answer.text() };
}
