/** Engines on the same machine as the service that runs their agents: a real Prometheus, Alertmanager and blackbox_exporter. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { enginePrograms } from "../../scripts/engine-programs.mjs";
import { freePort } from "../../scripts/free-port.mjs";
import { makeSlo } from "../features/slo.ts";
import {
  getJson,
  type RunningEngine,
  startAlertmanager,
  startBlackbox,
  startPrometheus,
  versionOf,
} from "../support/engines.ts";
import { startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { freshFolder, makePlace, type Place } from "./set-up.ts";

const root = freshFolder();
const inService = { metadata: { run_in: "service" } };
const engines: RunningEngine[] = [];

let test: TestService;
const path = process.env.PATH;
beforeAll(async () => {
  // Where the checkers are looked for.
  process.env.PATH = `${enginePrograms()}${delimiter}${path}`;
  test = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1", ORGCONFIG_ENGINE_DIRECTORY: root });
});
afterAll(async () => {
  await test.close();
  await Promise.all(engines.map((engine) => engine.stop()));
  process.env.PATH = path;
});

/** The folder that the service writes for a connector. */
function folderOf({ tenant, connectorId }: Place): string {
  return join(root, tenant.organization.id, connectorId);
}

async function setAddress({ tenant, connectorId }: Place, url: string): Promise<void> {
  const body = { config: { url } };
  expect((await tenant.config("PUT", `connectors/${connectorId}`, { body })).status).toBe(200);
}

/** Whether the engine runs what is rendered now. */
async function runsAll({ tenant, connectorId }: Place): Promise<boolean> {
  const { body } = await tenant.api("GET", "render");
  const { digest, applied } = body.data.find(
    (one: { connector_id: string }) => one.connector_id === connectorId,
  );
  return applied?.running_digest === digest && applied.ok;
}

it.concurrent("Prometheus evaluates an SLO that was made through the API, and no other change", async () => {
  const place = await makePlace(test, "prometheus", inService);
  const slo = await makeSlo(place.tenant, "checkout", "availability");
  const folder = folderOf(place);
  const prometheus = await startPrometheus({ rules: [folder] });
  engines.push(prometheus);
  await setAddress(place, prometheus.url);
  await until(() => runsAll(place));
  expect(JSON.stringify(await getJson(`${prometheus.url}/api/v1/rules`))).toContain(slo);
  expect(readFileSync(join(folder, "slos.rules.yml"), "utf8")).toContain(slo);
  expect(await place.connector()).toMatchObject({ health_status: "healthy" });
  expect(await place.applied()).toMatchObject({ version: versionOf("promtool") });
  await place.tenant.config("DELETE", `slos/${slo}`);
  await until(() => runsAll(place));
  expect(JSON.stringify(await getJson(`${prometheus.url}/api/v1/rules`))).not.toContain(slo);
});

it.concurrent("blackbox_exporter has the credentials of a check in a file of their own, and the present ones", async () => {
  const place = await makePlace(test, "blackbox_exporter", inService);
  const { config } = place.tenant;
  const made = await config("POST", "synthetic_checks", {
    body: {
      name: "shop",
      kind: "http",
      target: "https://shop.example.com/",
      auth_header: "Bearer first-secret",
    },
  });
  expect(made.status, made.text).toBe(201);
  const { id } = made.body;
  const folder = folderOf(place);
  const port = await freePort();
  await setAddress(place, `http://127.0.0.1:${port}`);
  const file = join(folder, "blackbox.yml");
  // It has no configuration to start with before the service wrote one.
  await until(() => existsSync(file));
  engines.push(await startBlackbox(file, port));
  const secret = join(folder, "secrets", id);
  const content = () => readFileSync(secret, "utf8");
  await until(() => runsAll(place));
  expect(content()).toBe("first-secret");
  expect([statSync(secret).mode & 0o777, statSync(join(folder, "secrets")).mode & 0o777]).toEqual([
    0o600, 0o700,
  ]);
  const modules = readFileSync(file, "utf8");
  expect(modules).toContain(secret);
  expect(modules).not.toContain("first-secret");
  await config("PUT", `synthetic_checks/${id}`, { body: { auth_header: "Bearer second-secret" } });
  await until(() => content() === "second-secret");
  await config("DELETE", `synthetic_checks/${id}`);
  await until(() => readdirSync(join(folder, "secrets")).length === 0);
});

it.concurrent("Alertmanager has the keys and secrets that its routes need, in files of their own", async () => {
  const metadata = { run_in: "service", deliver: "native", smtp_username: "alerts" };
  const server = { smtp_smarthost: "127.0.0.1:25", smtp_from: "alerts@example.com" };
  const place = await makePlace(test, "alertmanager", { metadata: { ...metadata, ...server } });
  const { config } = place.tenant;
  const target = { name: "pager", kind: "pagerduty", secret: "first-routing-key" };
  const { id } = (await config("POST", "outbound_configs", { body: target })).body;
  const route = { name: "all", matchers: ["alertname=~.+"], destinations: [{ outbound_config_id: id }] };
  expect((await config("POST", "alert_routes", { body: route })).status).toBe(201);
  const folder = folderOf(place);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await setAddress(place, url);
  await until(async () => (await place.applied())?.message?.includes("config.intake_key"));
  const whole = { url, intake_key: "an-intake-key", smtp_password: "a-mail-password" };
  expect((await config("PUT", `connectors/${place.connectorId}`, { body: { config: whole } })).status).toBe(
    200,
  );
  const file = join(folder, "alertmanager.yml");
  await until(() => existsSync(file));
  engines.push(await startAlertmanager(file, port));
  await until(() => runsAll(place));
  const content = (name: string) => readFileSync(join(folder, name), "utf8");
  expect(content("intake.key")).toBe("an-intake-key");
  expect(content(`secrets/${id}`)).toBe("first-routing-key");
  expect(content("secrets/smtp")).toBe("a-mail-password");
  expect(statSync(join(folder, "intake.key")).mode & 0o777).toBe(0o600);
  expect(content("alertmanager.yml")).not.toMatch(/an-intake-key|first-routing-key|a-mail-password/);
  await config("PUT", `outbound_configs/${id}`, { body: { secret: "second-routing-key" } });
  await until(() => content(`secrets/${id}`) === "second-routing-key");
  const elsewhere = { ...metadata, ...server, smtp_smarthost: "elsewhere.example.com:25" };
  const moved = await config("PUT", `connectors/${place.connectorId}`, { body: { metadata: elsewhere } });
  expect(moved.status).toBe(200);
  await until(() => !existsSync(join(folder, "secrets/smtp")));
});
