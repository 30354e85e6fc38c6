/** The metrics and the rules of examples/monitoring/ before Prometheus' own checker. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { enginePrograms } from "../../scripts/engine-programs.mjs";
import { startService } from "../support/service.ts";

const promtool = join(enginePrograms(), "promtool");
const run = (args: readonly string[], input = "") =>
  execFileSync(promtool, args, { cwd: "examples/monitoring", input, encoding: "utf8", stdio: "pipe" });

it("promtool says nothing of the metrics", async () => {
  const test = await startService();
  const tenant = await test.makeTenant();
  await tenant.config("POST", "teams", { body: { name: "Payments" } });
  const { text } = await test.send("GET", "/metrics");
  await test.close();
  expect(text).toContain("orgconfig_http_requests_total{");
  // Complaints make it end with 3.
  expect(run(["check", "metrics"], text)).toBe("");
});

it("promtool takes the rules, and each alert fires on what it is about alone", () => {
  expect(run(["check", "rules", "--lint-fatal", "alerts.yaml"])).toMatch(/SUCCESS: \d+ rules found/);
  expect(run(["test", "rules", "alerts.test.yaml"])).toContain("SUCCESS");
  expect(run(["check", "config", "prometheus.yml"])).toContain("is valid");
});
