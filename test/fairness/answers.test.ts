/** What is large leaves cut and saying so, and what is asked ends with who asks. */
import { type ClientRequest, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { sql } from "../../src/features/alerting/alerts/queries.generated.ts";
import { webhook } from "../alerts/support.ts";
import { agentOf } from "../mcp/support.ts";
import { openTestDatabase } from "../support/database.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const mebibyte = 1_048_576;

/** Statements of one name that the database is asked, each of which a test may keep waiting. */
const reads = { count: 0, next: undefined as Promise<void> | undefined };

let service: TestService;
let tenant: Tenant;
let port: number;

beforeAll(async () => {
  const database = await openTestDatabase();
  const query: typeof database.query = async (statement, parameters) => {
    if (statement.name === sql.listRecentAlerts.name) {
      reads.count += 1;
      await reads.next;
    }
    return database.query(statement, parameters);
  };
  service = await startService({}, [], { ...database, query });
  tenant = await service.makeTenant();
  await service.service.server.listen({ host: "127.0.0.1", port: 0 });
  port = (service.service.server.server.address() as AddressInfo).port;
  const connector = await tenant.config("POST", "connectors", {
    body: { name: "alerts", type: "observability", connector_type: "alertmanager" },
  });
  for (let batch = 0; batch < 3; batch += 1) {
    const fired = Array.from({ length: 250 }, (_, at) => ({
      name: `alert ${batch} ${at}`,
      startsAt: new Date(Date.now() - at * 1_000).toISOString(),
      annotations: { description: "ü".repeat(8_000) },
    }));
    const sent = await tenant.api("POST", `intake/alertmanager/${connector.body.id}`, {
      body: webhook({ receiver: "none" }, fired),
    });
    expect(sent.status, sent.text).toBe(200);
  }
  const body = { name: "p", prompt_type: "custom", content: "ü".repeat(10_000) };
  const made = await tenant.config("POST", "prompt_templates", { body });
  expect(made.status, made.text).toBe(201);
  await multiply(database);
});

afterAll(() => service.close());

/** Makes 450 of the one prompt and of the record that it was made, without the scanner. */
async function multiply(database: Database): Promise<void> {
  const others = "generate_series(1, 449) AS number";
  await database.execute(`
    INSERT INTO rows SELECT (jsonb_populate_record(rows, jsonb_build_object('id', id || number,
      'natural_key', natural_key || number, 'sort_key', sort_key || number))).*
    FROM rows, ${others} WHERE kind = 'prompt_templates'`);
  await database.execute(`
    INSERT INTO audit_records SELECT (jsonb_populate_record(audit_records, jsonb_build_object('id', gen_random_uuid(),
      'sequence', nextval('audit_sequence')))).*
    FROM audit_records, ${others} WHERE action = 'create_prompt_template'`);
}

describe("an answer of at most 8 MiB", () => {
  it("a list of alerts is cut, says so, and goes on where it was cut", async () => {
    const { status, text, body } = await tenant.api("GET", "alerts");
    expect([status, body.truncated]).toEqual([200, true]);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8 * mebibyte);
    expect(Buffer.byteLength(text)).toBeGreaterThan(7 * mebibyte);
    expect(body.data.length).toBeLessThan(750);
    const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
    const seen = ids(body);
    for (let cursor = body.next_cursor; cursor !== null; ) {
      const page = await tenant.api("GET", `alerts?cursor=${cursor}`);
      expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(8 * mebibyte);
      seen.push(...ids(page.body));
      cursor = page.body.next_cursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([750, 750]);
  });

  it("lists and searches of rows are cut, and the rest of a page is had by asking for less", async () => {
    const listed = await tenant.config("GET", "prompt_templates?etags=true");
    expect(listed.body.truncated).toBe(true);
    expect(Buffer.byteLength(listed.text)).toBeLessThanOrEqual(8 * mebibyte);
    expect(Object.keys(listed.body.etags)).toHaveLength(listed.body.data.length);
    const filtered = await tenant.config("GET", "prompt_templates?name=p");
    expect([filtered.body.data.length, filtered.body.truncated]).toEqual([listed.body.data.length, true]);
    const page = await tenant.api("POST", "search/prompt_templates", { body: { limit: 200 } });
    expect([page.body.data.length, page.body.total, page.body.truncated]).toEqual([200, 450, false]);
  });

  it("the audit log goes on where its page was cut", async () => {
    const seen: number[] = [];
    let cursor = "";
    let pages = 0;
    do {
      const page = await tenant.api("GET", `audit?limit=1000${cursor}`);
      expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(8 * mebibyte);
      seen.push(...page.body.data.map(({ sequence }: { sequence: number }) => sequence));
      cursor = page.body.next_cursor === null ? "" : `&cursor=${page.body.next_cursor}`;
      pages += 1;
    } while (cursor !== "");
    expect(pages).toBeGreaterThan(1);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(450);
  });

  it("a tool says in short what would be longer, and where it goes on", async () => {
    const key = await service.makeKey(tenant.organization.id, ["mcp:read"]);
    const agent = agentOf(service, key.value);
    const exported = await agent.call("export_configuration", { format: "hcl" });
    expect(exported.structuredContent).toEqual({
      hcl: expect.stringContaining("# prompt_templates: 450"),
      left_out: { "/hcl": expect.any(Number) },
      next_cursor: expect.any(String),
    });
    const first = (await agent.call("list_alerts", {})).structuredContent;
    const next = (await agent.call("list_alerts", { cursor: first.next_cursor })).structuredContent;
    expect(next.data[0].id).not.toBe(first.data[0].id);
    expect(first.data.at(-1).started_at >= next.data[0].started_at).toBe(true);
    const listed = await agent.rpc("tools/call", { name: "list_alerts", arguments: {} });
    expect(listed.body.result.structuredContent.truncated).toBe(true);
    expect(Buffer.byteLength(listed.text)).toBeLessThan(8 * mebibyte);
  });
});

describe("what scans", () => {
  const preview = JSON.stringify({ matchers: ['alertname=~".*"'] });

  /** A preview from a socket of its own. */
  function ask(): { readonly sent: ClientRequest; readonly status: Promise<number | undefined> } {
    const headers = { authorization: `Bearer ${tenant.key.value}`, "content-type": "application/json" };
    const path = "/api/v1/alert_mutes/preview";
    const sent = request({ port, host: "127.0.0.1", method: "POST", path, headers, agent: false });
    const status = new Promise<number | undefined>((resolve) => {
      sent.once("response", (answer) => {
        answer.resume();
        answer.once("end", () => resolve(answer.statusCode));
      });
      sent.once("error", () => resolve(undefined));
    });
    sent.end(preview);
    return { sent, status };
  }

  /** The same, again where a slow machine let it wait for too long. */
  async function through(): Promise<number | undefined> {
    for (;;) {
      const status = await ask().status;
      if (status !== 503) return status;
    }
  }

  /** Keeps the database from answering until it is let go on. */
  function hold(): () => void {
    let go = () => {};
    reads.count = 0;
    reads.next = new Promise((resolve) => {
      go = resolve;
    });
    return () => {
      reads.next = undefined;
      go();
    };
  }

  it("runs twice at once for one organization; the next wait, and the others are refused with when to come again", async () => {
    const other = await service.makeTenant();
    const go = hold();
    let refused = 0;
    const asked = Array.from({ length: 16 }, async () => {
      const answer = await tenant.api("POST", "alert_mutes/preview", { body: preview });
      if (answer.status !== 200) refused += 1;
      return answer;
    });
    await until(() => reads.count === 2 && refused >= 6);
    const free = other.api("POST", "alert_mutes/preview", { body: preview });
    await until(() => reads.count === 3);
    go();
    const answers = await Promise.all(asked);
    // Of the eight that waited, those come through that a slow machine did not let wait for too long.
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
    const others = answers.filter(({ status }) => status !== 200);
    for (const { status, headers, body } of others)
      expect([status, headers["retry-after"], body.reason]).toEqual([503, "1", "busy"]);
    expect((await free).status).toBe(200);
  });

  it("ends with its client: no batch is read after it, and its place is free", async () => {
    const go = hold();
    const two = [ask(), ask()];
    await until(() => reads.count === 2);
    for (const { sent } of two) sent.destroy();
    // These come through only when the places are free, and their first batch is asked for then.
    const next = [through(), through()];
    await until(() => reads.count === 4);
    go();
    expect(await Promise.all(next)).toEqual([200, 200]);
    const whole = reads.count;
    expect(await ask().status).toBe(200);
    // The two that were left read one batch each, and the others as many as a preview takes.
    const each = reads.count - whole;
    expect(whole).toBe(2 + 2 * each);
  });
});
