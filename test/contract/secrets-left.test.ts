/** An address that is changed without its secret leaves the secret behind: said at every door, of every such field. */

import { afterAll, beforeAll, expect, it } from "vitest";
import { definitions } from "../../src/resources/index.ts";
import { agentOf } from "../mcp/support.ts";
import { saidBy } from "../support/said.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let app: TestService;
let tenant: Tenant;
beforeAll(async () => {
  app = await startService();
  tenant = await app.makeTenant();
});
afterAll(() => app.close());

const [before, after] = ["https://one.example.com/a", "https://two.example.com/a"];
const same = "https://one.example.com/b";

/** What is said of a row whose secret is left behind: a target without one sends nothing at all. */
const withoutIt = (kind: string) =>
  kind === "outbound_configs"
    ? "nothing can be sent to the target before it is saved"
    : "until then it is not sent";

/** What MCP asks about before: only without a target's secret somebody loses alerts. */
const asked: Readonly<Record<string, object>> = {
  connectors: { no_secret: 1 },
  outbound_configs: { reaches_nobody: 1 },
  synthetic_checks: { no_secret: 1 },
};

/** Of each kind and secret that is sent somewhere: a row that has it, and what moves its address. */
const fields: Readonly<
  Record<string, { readonly body: object; readonly to: (address: string) => object; readonly tool: string }>
> = {
  "connectors.config": {
    body: {
      ...{ name: "Alertmanager", type: "observability", connector_type: "alertmanager" },
      config: { smtp_password: "s3cret" },
    },
    to: (address) => ({ metadata: { smtp_smarthost: `${new URL(address).hostname}:587` } }),
    tool: "update_connector",
  },
  "data_sources.password": {
    body: { name: "P", type: "prometheus", username: "ada", password: "s3cret" },
    to: (url) => ({ url }),
    tool: "update_data_source",
  },
  "data_sources.token": {
    body: { name: "T", type: "prometheus", token: "s3cret" },
    to: (url) => ({ url }),
    tool: "update_data_source",
  },
  "git_sources.credential": {
    body: { name: "G", enabled: false, set: "git", credential: "s3cret" },
    to: (url) => ({ url }),
    tool: "update_git_source",
  },
  "outbound_configs.secret": {
    body: { name: "S", kind: "servicenow", secret: "ada:s3cret" },
    to: (url) => ({ url }),
    tool: "update_outbound_config",
  },
  "synthetic_checks.auth_header": {
    body: { name: "C", kind: "http", auth_header: "Bearer s3cret" },
    to: (target) => ({ target }),
    tool: "update_synthetic_check",
  },
};

it("the table has every secret that is sent to an address", () => {
  const sent = Object.values(definitions).flatMap(({ kind, fields: all }) =>
    Object.entries(all).flatMap(([name, field]) =>
      field.type === "secret" && field.sentTo !== undefined ? [`${kind}.${name}`] : [],
    ),
  );
  expect(Object.keys(fields).sort()).toEqual(sent.sort());
});

it.each(Object.entries(fields))("%s", async (path, { body, to, tool }) => {
  const [kind, field] = path.split(".") as [string, string];
  const made = await tenant.config("POST", kind, { body: { ...body, ...to(before) } });
  expect([made.status, saidBy(made)], made.text).toEqual([201, undefined]);
  const { id } = made.body;
  const put = (change: object) =>
    tenant.config("PUT", `${kind}/${id}`, { body: change, headers: { "if-match": "*" } });
  // A path of the same server takes nothing away.
  if (field !== "config") expect(saidBy(await put(to(same)))).toBeUndefined();

  const edits = [{ op: "save", resource: kind, id, fields: to(after) }];
  const plan = (await tenant.api("POST", "plans", { body: { edits } })).body;
  const left = { resource: kind, field, reason: "no_secret" };
  expect(plan.warnings.filter(({ reason }: { reason: string }) => reason === "no_secret")).toMatchObject([
    left,
  ]);

  const moved = await put(to(after));
  expect([moved.status, saidBy(moved)], moved.text).toEqual([
    200,
    expect.stringMatching(new RegExp(`${field} was saved for .*one.example.com.*: ${withoutIt(kind)}`)),
  ]);
  // Once said; and not where the secret comes along.
  const secret = (body as Record<string, unknown>)[field];
  expect(saidBy(await put({ ...to(before), [field]: secret })) ?? "").not.toContain("was saved for");
  const agent = agentOf(app, (await app.makeKey(tenant.organization.id, ["mcp:admin"])).value);
  const input = { id, if_match: "*", ...to(after) };
  const first = await agent.call(tool, input);
  const would = asked[kind];
  const problem = first._meta?.["orgconfig/problem"] as Partial<Record<string, unknown>> | undefined;
  expect([problem?.reason, problem?.would]).toEqual([would && "confirm", would]);
  const done = would === undefined ? first : await agent.call(tool, { ...input, confirm: true });
  expect(JSON.stringify(done.structuredContent)).toContain(withoutIt(kind));
});
