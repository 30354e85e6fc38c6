/** A target that was written as a share is warned of at every door, before and after it is stored. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { agentOf } from "../mcp/support.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { siteOf } from "../support/sign-in.ts";

let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
});
afterAll(() => test.close());

const warned = "write 99.5 if 99.5 % is meant";

it("is warned of by a plan, and by a write at REST, at MCP and in the console", async () => {
  const { config, api, organization } = tenant;
  const source = { name: "Prometheus", type: "prometheus", url: "https://prometheus.example.com" };
  const { id: data_source_id } = (await config("POST", "data_sources", { body: source })).body;
  const sli = {
    ...{ name: "ok", service: "checkout", kind: "ratio", data_source_id },
    good_query: 'sum(rate(http_requests_total{code!~"5.."}[5m]))',
    total_query: "sum(rate(http_requests_total[5m]))",
  };
  const { id: sli_id } = (await config("POST", "slis", { body: sli })).body;
  const slo = (name: string) => ({ name, service: "checkout", sli_id, target_percent: 0.995 });

  const plan = await api("POST", "plans", { body: { bundle: { slos: [slo("planned")] } } });
  expect(plan.body.warnings).toMatchObject([
    { resource: "slos", field: "target_percent", reason: "share_for_percent" },
  ]);
  const said = ({ headers, body }: { headers: object; body: object }) => JSON.stringify([headers, body]);
  expect(said(await config("POST", "slos", { body: slo("rest") }))).toContain(warned);
  const key = (await test.makeKey(organization.id, ["mcp:admin"])).value;
  expect(JSON.stringify(await agentOf(test, key).call("create_slo", slo("mcp")))).toContain(warned);
  const admin = await siteOf(test).makeMember(organization.id, "org_admin");
  const path = `organizations/${organization.id}/actions/create_slo`;
  expect(said(await admin.send("POST", path, { body: slo("console") }))).toContain(warned);
  const meant = { ...slo("meant"), target_percent: 99.5 };
  expect(said(await config("POST", "slos", { body: meant }))).not.toContain("is meant");
});
