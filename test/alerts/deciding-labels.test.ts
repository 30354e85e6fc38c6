/** `resolve` says which labels that were not given would decide, and where their values lead: as it answers of each. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { created, makeScene, minute, type Scene } from "./support.ts";

let app: TestService;
let scene: Scene;
beforeAll(async () => {
  app = await startService();
  scene = await makeScene(app, { name: "rest", position: 100 });
  const route = (name: string, matchers: readonly string[], more: object = {}) =>
    created(scene, "alert_routes", {
      ...{ name, matchers, position: 1, destinations: [{ email: `${name}@example.com` }] },
      ...more,
    });
  await route("pages", ['severity=~"critical|error"', 'service="checkout"']);
  await route("tests", ['env!="prod"', 'env="test"'], { position: 0 });
  await route("off", ['region="eu"'], { enabled: false });
  await created(scene, "outbound_rules", {
    ...{ name: "escalate", matchers: ['alertname=~".+"'], min_severity: "warning" },
    outbound_config_id: scene.pager,
  });
  await created(scene, "alert_mutes", { matchers: ['cluster="old"'], reason: "gone", duration_minutes: 60 });
  await created(scene, "alert_inhibitions", {
    ...{ name: "down", source_matchers: ["alertname=Down"], target_matchers: ['kind="pod"'] },
    equal: ["service"],
  });
  await scene.notify({}, [{ name: "Down", startsAt: minute(0), labels: { service: "checkout" } }]);
});
afterAll(() => app.close());

interface Way {
  readonly values: readonly string[];
  readonly routes: readonly string[];
  readonly rules: readonly string[];
  readonly kept_back: string | null;
}
interface Answer {
  readonly deciding: readonly { readonly label: string; readonly ways: readonly Way[] }[];
  readonly routes: readonly { readonly name: string; readonly taken: boolean }[];
  readonly rules: readonly { readonly name: string; readonly taken: boolean }[];
  readonly muted_by: readonly unknown[];
  readonly inhibited_by: unknown;
}

const given = { alertname: "Slow", service: "checkout" };
async function resolve(labels: object): Promise<Answer> {
  const { status, body, text } = await scene.tenant.api("POST", "alert_routes/resolve", { body: { labels } });
  expect(status, text).toBe(200);
  return body;
}

it("names them with the ways, and nothing of rows that are off or of labels that are given", async () => {
  const { deciding } = await resolve(given);
  expect(deciding.map(({ label }) => label).sort()).toEqual(["cluster", "env", "kind", "severity"]);
  const of = (label: string) => deciding.find((one) => one.label === label)?.ways;
  const rules = ["escalate"];
  expect(of("severity")).toEqual([
    { values: ["critical", "error"], routes: ["pages"], rules, kept_back: null },
    { values: ["none", "info"], routes: ["rest"], rules: [], kept_back: null },
  ]);
  expect(of("env")).toEqual([{ values: ["test"], routes: ["tests"], rules, kept_back: null }]);
  expect(of("cluster")).toMatchObject([{ values: ["old"], kept_back: 'cluster="old"' }]);
  expect(of("kind")).toMatchObject([{ values: ["pod"], kept_back: "down" }]);
});

it("says of each value what it answers with that value", async () => {
  const { deciding } = await resolve(given);
  const taken = (all: Answer["routes"]) => all.flatMap((one) => (one.taken ? [one.name] : []));
  for (const { label, ways } of deciding)
    for (const { values, routes, rules, kept_back } of ways)
      for (const value of values) {
        const answer = await resolve({ ...given, [label]: value });
        expect([taken(answer.routes), taken(answer.rules)], `${label}=${value}`).toEqual([routes, rules]);
        expect(answer.muted_by.length > 0 || answer.inhibited_by !== null).toBe(kept_back !== null);
        expect(answer.deciding.map((one) => one.label)).not.toContain(label);
      }
});

it("also names the label that every alert has, where a service is all that is given", async () => {
  const { deciding } = await resolve({ service: "checkout" });
  expect(deciding.map(({ label }) => label)).toEqual(expect.arrayContaining(["alertname", "severity"]));
});
