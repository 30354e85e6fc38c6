/** A call of a tool that comes again under its key, in each revision of the protocol. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeDrilled } from "../drills/scene.ts";
import { type Receivers, startReceivers } from "../support/receivers.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { agentOf, legacy, modernHeaders, modernRequest, path } from "./support.ts";

let test: TestService;
let receivers: Receivers;
let tenant: Tenant;
let value: string;
let targets: Record<"modern" | "legacy", string>;
beforeAll(async () => {
  receivers = await startReceivers();
  test = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  const made = await makeDrilled(test, receivers);
  tenant = made.tenant;
  targets = { modern: made.night, legacy: made.rest };
  value = (await test.makeKey(tenant.organization.id, ["mcp:admin"])).value;
});
afterAll(async () => {
  await test.close();
  await receivers.close();
});

async function called(
  revision: "modern" | "legacy",
  id: number,
  name: string,
  input: object,
  key: unknown,
  more: Readonly<Record<string, string>> = {},
) {
  const params = { name, arguments: input };
  const _meta = { "orgconfig/idempotency_key": key };
  const authorization = `Bearer ${value}`;
  if (revision === "legacy")
    return test.send("POST", path, {
      headers: {
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": legacy,
        authorization,
      },
      body: { jsonrpc: "2.0", id, method: "tools/call", params: { ...params, _meta } },
    });
  const message = modernRequest("tools/call", params, id);
  const body = { ...message, params: { ...message.params, _meta: { ...message.params._meta, ..._meta } } };
  return test.send("POST", path, {
    headers: { ...modernHeaders("tools/call", params), authorization, ...more },
    body,
  });
}

/** The result, in whichever frame it comes. */
function resultIn({ text }: { readonly text: string }) {
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result;
}

it.each(["modern", "legacy"] as const)("is one drill of two, %s", async (revision) => {
  const about = { target_id: targets[revision], confirm: true };
  const start = async (id: number) =>
    resultIn(await called(revision, id, "start_drill", about, `drill ${revision}`));
  const first = await start(1);
  expect(first.isError).toBeUndefined();
  expect((await start(2)).structuredContent).toEqual(first.structuredContent);
  const { data } = (await tenant.api("GET", "drills")).body;
  expect(
    data.filter(({ run_id }: { run_id: string }) => run_id === first.structuredContent.run_id),
  ).toHaveLength(1);
});

it.each(["modern", "legacy"] as const)(
  "is one deletion, answered again without a question, %s",
  async (revision) => {
    const { id } = (await tenant.config("POST", "teams", { body: { name: `Gone ${revision}` } })).body;
    const remove = async (number: number) =>
      resultIn(await called(revision, number, "delete_team", { id }, `gone ${revision}`));
    const first = await remove(1);
    expect(first.structuredContent).toEqual({ id, deleted: true });
    expect(await remove(2)).toEqual(first);
  },
);

it("is refused with other arguments, and with what is no key", async () => {
  const team = async (name: string, key: unknown) => {
    const answer = await called("modern", 1, "create_team", { name }, key);
    return [
      answer.status,
      answer.status === 200 ? resultIn(answer)._meta?.["orgconfig/problem"]?.reason : answer.body.field,
    ];
  };
  expect(await team("Keyed", "k")).toEqual([200, undefined]);
  expect(await team("Other", "k")).toEqual([200, "idempotency_key_reused"]);
  for (const bad of [7, "", "k".repeat(256)])
    expect(await team("Never", bad)).toEqual([400, "_meta.orgconfig/idempotency_key"]);
  const agent = agentOf(test, value);
  const params = { name: "create_team", arguments: { name: "By header" } };
  const once = () => agent.rpc("tools/call", params, { headers: { "idempotency-key": "h" } });
  const twice = { name: "Twice named" };
  const both = (meta: string) =>
    called("modern", 1, "create_team", twice, meta, { "idempotency-key": '"one"' });
  const refused = await both("two");
  expect([refused.status, refused.body.field]).toEqual([400, "_meta.orgconfig/idempotency_key"]);
  expect(refused.body.message).toMatch(/"one".*"two"/);
  expect((await both("one")).status).toBe(200);
  expect((await once()).body.result.structuredContent).toEqual((await once()).body.result.structuredContent);
});
