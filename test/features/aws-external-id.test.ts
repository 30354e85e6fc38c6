import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { recordsOf, siteOf } from "../support/sign-in.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

const path = "aws_external_id";

it("is there from the beginning, the same at every read, and each organization's own", async () => {
  const { organization, config } = await test.makeTenant();
  const other = await test.makeTenant();
  const first = await config("GET", path);
  expect(first.body).toEqual({
    external_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    trust_policy: expect.any(String),
    rotated_at: null,
    updated_at: null,
  });
  const again = await config("GET", path);
  expect([again.body, again.headers.etag]).toEqual([first.body, first.headers.etag]);
  expect((await other.config("GET", path)).body.external_id).not.toBe(first.body.external_id);
  expect(await recordsOf(test, organization.id)).toEqual([]);
  const [rows] = await test.database.queryText<{ count: string }>(
    { name: "test-count-rows", text: "SELECT count(*) FROM rows WHERE organization_id = $1" },
    [organization.id],
  );
  expect(Number(rows?.count)).toBe(0);
});

it("is rotated on record, and moves its ETag", async () => {
  const { organization, config } = await test.makeTenant();
  const first = await config("GET", path);
  const rotated = await config("POST", `${path}/rotate`);
  expect(rotated.status).toBe(200);
  expect(rotated.body.external_id).toMatch(/^[0-9a-f]{32}$/);
  expect(rotated.body.external_id).not.toBe(first.body.external_id);
  expect(rotated.body.rotated_at).toBe(rotated.body.updated_at);
  const read = await config("GET", path);
  expect(read.body).toEqual(rotated.body);
  expect(read.headers.etag).toBe(rotated.headers.etag);
  expect(read.headers.etag).not.toBe(first.headers.etag);

  const again = await config("POST", `${path}/rotate`);
  expect(again.headers.etag).not.toBe(rotated.headers.etag);
  const records = await recordsOf(test, organization.id);
  expect(records).toMatchObject([
    { action: "rotate_aws_external_id", resource: path, row_id: path, outcome: "success" },
    { action: "rotate_aws_external_id", resource: path, row_id: path, outcome: "success" },
  ]);
  const ids = [first, rotated, again].map(({ body }) => body.external_id);
  const changed = (record: number) => ((records[record]?.changes ?? []) as object[])[0];
  expect(changed(0)).toEqual({ field: "external_id", before: ids[0], after: ids[1] });
  expect(changed(1)).toEqual({ field: "external_id", before: ids[1], after: ids[2] });
});

/** What AWS reads: whom the policy trusts, on which external id. */
function trustIn(policy: unknown) {
  const { Statement } = JSON.parse(String(policy)) as { Statement: readonly Record<string, unknown>[] };
  expect(Statement).toEqual([
    {
      Effect: "Allow",
      Principal: { AWS: expect.any(String) },
      Action: "sts:AssumeRole",
      Condition: { StringEquals: { "sts:ExternalId": expect.any(String) } },
    },
  ]);
  const [{ Principal, Condition }] = Statement as [Record<string, Record<string, Record<string, string>>>];
  return [Principal?.AWS, Condition?.StringEquals?.["sts:ExternalId"]];
}

it("comes with the trust policy that names it, and the principal that the operator set", async () => {
  const { config } = await test.makeTenant();
  const first = await config("GET", path);
  const unset = "<whom this service calls AWS as; its operator sets ORGCONFIG_AWS_PRINCIPAL>";
  expect(trustIn(first.body.trust_policy)).toEqual([unset, first.body.external_id]);
  const rotated = await config("POST", `${path}/rotate`);
  expect(trustIn(rotated.body.trust_policy)).toEqual([unset, rotated.body.external_id]);
  expect((await config("GET", path)).body).toEqual(rotated.body);

  const named = await startService({ ORGCONFIG_AWS_PRINCIPAL: "123456789012" });
  onTestFinished(() => named.close());
  const there = (await (await named.makeTenant()).config("GET", path)).body;
  expect(trustIn(there.trust_policy)).toEqual(["arn:aws:iam::123456789012:root", there.external_id]);
});

it("takes no id of a caller's choosing", async () => {
  const { organization, config } = await test.makeTenant();
  const chosen = await config("POST", `${path}/rotate`, { body: { external_id: "mine" } });
  expect([chosen.status, chosen.body.field]).toEqual([422, "external_id"]);
  const list = await config("POST", `${path}/rotate`, { body: "[]" });
  expect([list.status, list.body.error]).toEqual([400, "bad_request"]);
  expect((await config("POST", `${path}/rotate`, { body: {} })).status).toBe(200);
  expect(await recordsOf(test, organization.id)).toHaveLength(1);
});

it("is rotated by every one of several callers at once", async () => {
  const { organization, config } = await test.makeTenant();
  const answers = await Promise.all(Array.from({ length: 6 }, () => config("POST", `${path}/rotate`)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ body }) => body.external_id)).size).toBe(6);
  expect(await recordsOf(test, organization.id)).toHaveLength(6);
});

it("passes the same gate as the rest of the configuration", async () => {
  const { organization, config } = await test.makeTenant();
  const rotate = (headers: Record<string, string> = {}) => config("POST", `${path}/rotate`, { headers });
  const reader = await test.makeKey(organization.id, ["api:config_read"]);
  const tools = await test.makeKey(organization.id, ["mcp:admin"]);
  expect((await rotate({ authorization: "Bearer nonsense" })).status).toBe(401);
  expect((await rotate({ authorization: `Bearer ${tools.value}` })).body.error).toBe("forbidden");
  expect((await rotate({ authorization: `Bearer ${reader.value}` })).body.error).toBe("read_only_key");
  const wrong = await config("GET", `${path}/rotate`);
  expect([wrong.status, wrong.headers.allow]).toEqual([405, "POST"]);
  expect((await config("POST", path)).status).toBe(405);
  expect((await config("POST", "teams/rotate")).status).toBe(405);
  const free = await test.makeTenant({ plan: "team" });
  expect((await free.config("POST", `${path}/rotate`)).status).toBe(403);
});

it("asks people first", async () => {
  const site = siteOf(test);
  const organization = await site.makeOrganization();
  const admin = await site.makeMember(organization.id, "org_admin");
  const member = await site.makeMember(organization.id, "member");
  const action = `organizations/${organization.slug}/actions/rotate_aws_external_id`;
  expect((await member.send("POST", action, { body: { confirm: true } })).status).toBe(403);
  const asked = await admin.send("POST", action, { body: {} });
  expect([asked.status, asked.body.reason]).toEqual([409, "confirm"]);
  expect((await admin.send("POST", action, { body: { confirm: true } })).status).toBe(200);
});
