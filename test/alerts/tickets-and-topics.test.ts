/** Jira and Amazon SNS over real HTTP: issues that are found again, and signatures that are checked by other code. */
import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { bodyFault } from "../support/vendor-schemas.ts";
import { created, makeScene, minute, type Scene } from "./support.ts";

const keyId = "AKIDEXAMPLE";
const key = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
const topic = "arn:aws:sns:eu-central-1:123456789012:alerts";
const user = "ada@acme.example:t0ken";

interface Issue {
  readonly id: string;
  readonly labels: readonly string[];
  readonly comments: string[];
  done: boolean;
}

let app: TestService;
let server: Server;
let base = "";
const issues: Issue[] = [];
const published: URLSearchParams[] = [];
const faults: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { status, body } = answerOf(request, Buffer.concat(parts).toString());
      response.writeHead(status, { "content-type": "application/json" }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  app = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
});
afterAll(async () => {
  await app.close();
  await new Promise((resolve) => server.close(resolve));
});

function answerOf(request: IncomingMessage, body: string): { status: number; body: string } {
  const { method, url = "" } = request;
  if (method === "POST" && url === "/") return topicOf(request, body);
  const [, id = "", what] = /^\/rest\/api\/3\/issue\/(\d+)\/(\w+)$/.exec(url) ?? [];
  if (request.headers.authorization !== `Basic ${Buffer.from(user).toString("base64")}`)
    return { status: 401, body: "{}" };
  const sent = body === "" ? {} : JSON.parse(body);
  const known = issues.find((issue) => issue.id === id);
  const kept = (name: Parameters<typeof bodyFault>[0]) => {
    const fault = bodyFault(name, body);
    if (fault !== undefined) faults.push(fault);
  };
  if (url === "/rest/api/3/search/jql") {
    kept("jiraSearch");
    const [, label] = /labels = "([^"]*)"/.exec(sent.jql) ?? [];
    const found = issues.filter(({ labels, done }) => !done && labels.includes(label ?? ""));
    return {
      status: 200,
      body: JSON.stringify({ issues: found.map((one) => ({ id: one.id })), isLast: true }),
    };
  }
  if (url === "/rest/api/3/issue") {
    kept("jira");
    const made = {
      id: String(10_000 + issues.length),
      labels: sent.fields.labels,
      comments: [],
      done: false,
    };
    issues.push(made);
    return { status: 201, body: JSON.stringify({ id: made.id, key: `OPS-${issues.length}` }) };
  }
  if (known === undefined) return { status: 404, body: "{}" };
  if (what === "comment") {
    kept("jiraComment");
    known.comments.push(JSON.stringify(sent.body));
    return { status: 201, body: "{}" };
  }
  if (method === "GET")
    return {
      status: 200,
      body: JSON.stringify({
        transitions: [
          { id: "11", to: { statusCategory: { key: "indeterminate" } } },
          { id: "41", to: { statusCategory: { key: "done" } } },
        ],
      }),
    };
  kept("jiraMove");
  known.done = sent.transition.id === "41";
  return { status: 204, body: "" };
}

/** What AWS does with a request: it works the signature out anew (docs.aws.amazon.com, "Create a signed request"). */
function topicOf(request: IncomingMessage, body: string): { status: number; body: string } {
  const { headers, method } = request;
  const [, credential = "", signed = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    ) ?? [];
  const [id, day = "", region = "", service = "", end = ""] = credential.split("/");
  const stamp = String(headers["x-amz-date"]);
  const sha = (text: string) => createHash("sha256").update(text).digest("hex");
  const mac = (secret: string | Buffer, text: string) => createHmac("sha256", secret).update(text).digest();
  const names = signed.split(";");
  const lines = names.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, " ")}\n`).join("");
  const canonical = [method, "/", "", lines, signed, sha(body)].join("\n");
  const scope = [day, region, service, end].join("/");
  const text = ["AWS4-HMAC-SHA256", stamp, scope, sha(canonical)].join("\n");
  const derived = [day, region, service, end].reduce<string | Buffer>(mac, `AWS4${key}`);
  const right = mac(derived, text).toString("hex");
  const fresh = stamp.startsWith(day) && names.includes("host") && names.includes("x-amz-date");
  if (id !== keyId || region !== "eu-central-1" || service !== "sns" || !fresh || signature !== right)
    return { status: 403, body: "<Code>SignatureDoesNotMatch</Code>" };
  const form = new URLSearchParams(body);
  const fault = bodyFault("sns", JSON.stringify(Object.fromEntries(form)));
  if (fault !== undefined) faults.push(fault);
  published.push(form);
  return { status: 200, body: "<PublishResponse/>" };
}

async function withTarget(row: object): Promise<Scene & { readonly target: string }> {
  const scene = await makeScene(app);
  const target = await created(scene, "outbound_configs", row);
  const body = { destinations: [{ outbound_config_id: target }] };
  const { status, text } = await scene.tenant.config("PUT", `alert_routes/${scene.route}`, { body });
  if (status !== 200) throw new Error(text);
  return { ...scene, target };
}

/** Long ago, so that its issue would be found. */
const began = "2026-01-01T00:00:00Z";
const fire = async (scene: Scene, names: readonly string[], endsAt?: string) => {
  const fired = names.map((name) => ({
    ...{ name, startsAt: began, labels: { service: "checkout", severity: "error" } },
    ...(endsAt === undefined ? {} : { endsAt }),
  }));
  await scene.notify({}, fired);
  await app.service.delivery.flush();
};

const rowOf = async ({ tenant, target }: Scene & { readonly target: string }) =>
  (await tenant.config("GET", `outbound_configs/${target}`)).body;

describe("Jira", () => {
  it("opens one issue for a group, adds to it, and moves it to done at the end", async () => {
    const jira = { name: "Jira", kind: "jira", url: base, recipient: "OPS/Bug", secret: user };
    const scene = await withTarget(jira);
    await fire(scene, ["A"]);
    expect(issues).toMatchObject([{ done: false, comments: [] }]);
    expect(issues[0]?.labels).toEqual(["orgconfig", expect.stringMatching(/^orgconfig-[\w.:-]+$/)]);
    await fire(scene, ["A", "B"]);
    expect(issues).toMatchObject([{ done: false, comments: [expect.stringContaining("Firing: B")] }]);
    await fire(scene, ["A", "B"], minute(5));
    expect(issues).toMatchObject([{ done: true }]);
    expect(faults).toEqual([]);
    expect(await rowOf(scene)).toMatchObject({ health_status: "healthy", consecutive_failures: 0 });
  });
});

describe("Amazon SNS", () => {
  it("is sent each message under a signature that AWS would work out too", async () => {
    const sns = { name: "Topic", kind: "sns", url: `${base}/`, recipient: topic, secret: `${keyId}:${key}` };
    const scene = await withTarget(sns);
    await fire(scene, ["A & Ünïcode =%2B"]);
    await fire(scene, ["A & Ünïcode =%2B"], minute(5));
    expect(published.map((form) => form.get("TopicArn"))).toEqual([topic, topic]);
    expect(published.map((form) => form.get("Subject"))).toEqual([
      "Firing: A & Ünïcode =%2B",
      "Resolved: A & Ünïcode =%2B",
    ]);
    expect(published[0]?.get("Message")).toContain("Severity: error");
    expect(faults).toEqual([]);
    expect(await rowOf(scene)).toMatchObject({ health_status: "healthy", consecutive_failures: 0 });
  });

  it("says so where the key is another one, and refuses what is not the ARN of a topic", async () => {
    const scene = await makeScene(app);
    const wrong = { name: "Topic", kind: "sns", url: `${base}/`, recipient: topic, secret: `${keyId}:other` };
    const id = await created(scene, "outbound_configs", wrong);
    const { body } = await scene.tenant.api("POST", `outbound_configs/${id}/test`);
    expect(JSON.stringify(body)).toContain("403");
    expect(JSON.stringify(body)).not.toContain("other:");
    const none = await scene.tenant.config("POST", "outbound_configs", {
      body: { ...wrong, name: "None", recipient: "alerts" },
    });
    expect([none.status, none.body.message]).toEqual([422, expect.stringContaining("ARN of a topic")]);
  });
});
