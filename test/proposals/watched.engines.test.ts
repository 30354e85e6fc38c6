/**
 * What is watched, with the real thing: Prometheus, Alertmanager and the agent's command next to each, two nodes of the
 * service on one PostgreSQL, and a shop that makes errors. The node that applied is killed with kill -9. How long it takes
 * is by the database's clock: from the row that says first that the condition is so, to the one that says it was taken back.
 */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { newSecretKey } from "../../src/database/vault.ts";
import { freshFolder } from "../agent/set-up.ts";
import { callsOf } from "../engines/alerts-chain.ts";
import { openShop, type Shop } from "../engines/shop.ts";
import { makePostgres } from "../faults/postgres.ts";
import { agentArguments, startAgent } from "../support/agents.ts";
import { orgconfig } from "../support/command.ts";
import { compiledProgram } from "../support/compiled.ts";
import type { End } from "../support/ends.ts";
import { type RunningEngine, samplesOf, startAlertmanager, startPrometheus } from "../support/engines.ts";
import { type Program, startProgram } from "../support/program.ts";
import { credentials, startReceivers } from "../support/receivers.ts";
import { until } from "../support/until.ts";

/** A busy machine takes its time. */
const patientMs = 120_000;
/** What is promised: from the first reading that it is so, to its end. */
const barMs = 60_000;

const ends: End[] = [];
let database: pg.Client;
let shop: Shop;
let prometheus: RunningEngine;
let startMeasuring: () => Promise<RunningEngine>;
let nodes: Program[];
let call: ReturnType<typeof callsOf>;
let startNode: () => Promise<Program>;
/** A look of the agent, as cron has it: figures are read back now, and not at its loop's next minute. */
let readBack: () => Promise<unknown>;
const slos: Record<"shop" | "warehouse", string> = { shop: "", warehouse: "" };
const slis = { ...slos };

beforeAll(async () => {
  const postgres = await makePostgres(["fsync=off", "full_page_writes=off"]);
  ends.push(() => postgres.remove());
  await postgres.start();
  shop = await openShop();
  ends.push(() => shop.close());
  const receivers = await startReceivers();
  ends.push(() => receivers.close());
  const steady = await freePort();
  const env = {
    ...{ DATABASE_URL: postgres.url, ORGCONFIG_SECRET_KEYS: newSecretKey(), ORGCONFIG_RATE_LIMIT: "off" },
    ...{ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1", LOG_LEVEL: "warn" },
    ORGCONFIG_OPERATOR_TOKEN: "the-operator-of-two-nodes",
    // Of the node that stays: Alertmanager sends there.
    ORGCONFIG_PUBLIC_URL: `http://127.0.0.1:${steady}`,
  };
  const first = await startProgram({ ...env, PORT: String(steady) }, undefined, compiledProgram());
  startNode = async () => {
    const node = await startProgram(env, undefined, compiledProgram());
    ends.push(() => node.stop());
    return node;
  };
  ends.push(() => first.stop());
  nodes = [first, await startNode()];
  call = callsOf(first.url, first.firstKey());
  database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  ends.push(() => database.end());
  await noteMoments();

  const ports = { prometheus: await freePort(), alertmanager: await freePort() };
  await makeRows(ports.prometheus, receivers.url);
  const [rules, routes, own] = [freshFolder(), freshFolder(), freshFolder()];
  writeFileSync(join(own, "shop.rules.yml"), JSON.stringify(shopRules));
  startMeasuring = () =>
    startPrometheus({
      ...{ rules: [rules, own], port: ports.prometheus },
      config: {
        global: { scrape_interval: "1s", evaluation_interval: "1s" },
        scrape_configs: [{ job_name: "shop", static_configs: [{ targets: [shop.address] }] }],
        alerting: { alertmanagers: [{ static_configs: [{ targets: [`127.0.0.1:${ports.alertmanager}`] }] }] },
      },
    });
  prometheus = await startMeasuring();
  ends.push(() => prometheus.kill());
  const who = { ORGCONFIG_URL: first.url, ORGCONFIG_KEY: first.firstKey() };
  const ofRules = agentArguments("Prometheus", rules, prometheus.url, "promtool");
  const ofRoutes = agentArguments(
    ...(["Alertmanager", routes, `http://127.0.0.1:${ports.alertmanager}`, "amtool"] as const),
  );
  for (const args of [ofRules, ofRoutes]) {
    const agent = startAgent(args, who);
    ends.push(() => agent.kill());
  }
  readBack = () => orgconfig([...ofRules, "--once"], who);
  // It does not start without its file, which the agent writes.
  const file = join(routes, "alertmanager.yml");
  await until(() => existsSync(file), patientMs);
  const alertmanager = await startAlertmanager(file, ports.alertmanager);
  ends.push(() => alertmanager.kill());
}, 300_000);
afterAll(async () => {
  for (const end of ends.reverse()) await end();
}, 120_000);

/** What the shop's own people are paged by. */
const shopRules = {
  groups: [
    {
      name: "shop",
      rules: [
        {
          alert: "Errors",
          expr: 'requests_total{code="500", service="warehouse"} > 0',
          labels: { severity: "critical" },
        },
      ],
    },
  ],
};

/** The database notes the first moment at which each of these is so. */
async function noteMoments(): Promise<void> {
  await database.query(`
    CREATE TABLE test_moments (what text PRIMARY KEY, at timestamptz NOT NULL);
    CREATE FUNCTION test_note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO test_moments VALUES (concat_ws(' ', TG_TABLE_NAME, NEW.id), clock_timestamp()) ON CONFLICT DO NOTHING;
      RETURN NEW;
    END $$;
    CREATE TRIGGER test_burns AFTER UPDATE ON rows FOR EACH ROW
      WHEN (NEW.kind = 'slos' AND (NEW.state ->> 'burn_rate')::numeric > 10) EXECUTE FUNCTION test_note();
    CREATE TRIGGER test_fires AFTER INSERT ON alerts FOR EACH ROW
      WHEN (NEW.service = 'warehouse' AND NEW.severity = 'critical') EXECUTE FUNCTION test_note();
    CREATE TRIGGER test_reverts AFTER UPDATE ON proposals FOR EACH ROW
      WHEN (NEW.status = 'reverted') EXECUTE FUNCTION test_note();
  `);
}

/** @param what a table, or a row of it. @returns the first moment, in milliseconds since 1970 */
async function momentOf(what: string): Promise<number | undefined> {
  const { rows } = await database.query("SELECT min(at) AS at FROM test_moments WHERE what LIKE $1 || '%'", [
    what,
  ]);
  return rows[0].at?.getTime();
}

async function makeRows(prometheusPort: number, receiver: string): Promise<void> {
  const make = async (kind: string, body: object): Promise<string> =>
    (await call("POST", `config/${kind}`, body)).id;
  const connector = (name: string, connector_type: string, metadata: object) =>
    make("connectors", { name, type: "observability", connector_type, metadata });
  // It is an older one than is said here, so that it refuses what it does not know.
  const connector_id = await connector("Prometheus", "prometheus", {
    ...{ evaluation_interval: "10s", version: "3.5" },
  });
  await connector("Alertmanager", "alertmanager", {});
  const data_source_id = await make("data_sources", {
    ...{ name: "Prometheus", type: "prometheus", url: `http://127.0.0.1:${prometheusPort}`, connector_id },
  });
  for (const service of ["shop", "warehouse"] as const) {
    slis[service] = await make("slis", {
      ...{ name: "availability", service, kind: "ratio", data_source_id },
      bad_query: `sum(rate(requests_total{service="${service}",code="500"}[1m]))`,
      total_query: `sum(rate(requests_total{service="${service}"}[1m]))`,
    });
    slos[service] = await make("slos", {
      ...{ name: "availability", service, sli_id: slis[service], target_percent: 99, window_days: 1 },
    });
  }
  const hook = await make("outbound_configs", {
    ...{ name: "hook", kind: "webhook", url: `${receiver}/hook`, secret: credentials.webhook },
  });
  await make("alert_routes", {
    ...{ name: "all", matchers: [], destinations: [{ outbound_config_id: hook }], group_wait_seconds: 0 },
  });
}

/** Is applied by this node. */
async function applied(node: Program, body: object): Promise<string> {
  const { id } = await call("POST", "proposals", {
    ...{ title: "A change", bundle: { teams: [{ name: `Team ${Math.random()}` }] }, watch_minutes: 60 },
    ...body,
  });
  await callsOf(node.url, (nodes[0] as Program).firstKey())("POST", `proposals/${id}/apply`, {});
  return id;
}

const proposal = (id: string) => call("GET", `proposals/${id}`);
const statusOf = async (id: string): Promise<string> => (await proposal(id)).status;
const becomes = (id: string, status: string) => until(async () => (await statusOf(id)) === status, patientMs);

/** It is taken back, once, and in time. @param what the table that says that the condition is so */
async function takenBack(id: string, what: string): Promise<void> {
  await becomes(id, "reverted");
  const { acts } = await proposal(id);
  expect(acts.map(({ act }: { act: string }) => act)).toEqual(["propose", "apply", "revert"]);
  const records = await database.query(
    "SELECT 1 FROM audit_records WHERE action = 'revert_proposal' AND row_id = $1",
    [id],
  );
  expect(records.rowCount).toBe(1);
  const [since, until] = [await momentOf(what), await momentOf(`proposals ${id}`)];
  expect((until ?? Number.NaN) - (since ?? Number.NaN)).toBeLessThan(barMs);
}

it("takes back what an engine refuses, and the engine runs what it ran", { timeout: 180_000 }, async () => {
  const runs = async () => {
    const { data } = await call("GET", "render");
    const { digest, applied: said } = data.find(({ name }: { name: string }) => name === "Prometheus");
    return said?.ok === true && said.running_digest === digest;
  };
  await until(runs, patientMs);
  // Quoted names are younger than this Prometheus.
  const fields = { bad_query: 'sum(rate({"requests.total",code="500"}[1m]))' };
  const id = await applied(nodes[1] as Program, {
    bundle: undefined,
    edits: [{ op: "save", resource: "slis", id: slis.shop, fields }],
    revert_if: [{ engine: "refuses" }],
  });
  await becomes(id, "reverted");
  expect((await proposal(id)).acts.at(-1).comment).toMatch(/^An engine refuses what it is given: .*promtool/);
  await until(runs, patientMs);
  expect((await call("GET", `config/slis/${slis.shop}`)).bad_query).toContain("requests_total");
});

let missing: Record<"hold" | "ignore" | "revert", string>;

it("takes back once what makes a service burn, and what critical alerts follow, whichever node is killed", {
  timeout: 240_000,
}, async () => {
  const [stays, goes] = nodes as [Program, Program];
  await until(
    async () => (await samplesOf(prometheus.url, "count(requests_total) == 6")).includes('"value"'),
    patientMs,
  );
  await shop.ask("shop", 50);
  await shop.ask("warehouse", 50);
  const burns = await applied(goes, { revert_if: [{ slo_id: slos.shop, burn_rate: 10 }] });
  const fires = await applied(goes, { revert_if: [{ service: "warehouse", critical_alerts: 0 }] });
  // More than there can be: what is measured of it is well until it is not measured.
  const watched = { revert_if: [{ service: "warehouse", burn_rate: 1_000 }] };
  const of = (missing_signal: string) => applied(stays, { ...watched, missing_signal });
  missing = { hold: await of("hold"), ignore: await of("ignore"), revert: await of("revert") };
  // Well, as long as it is not so.
  await until(async () => {
    await readBack();
    const states = await Promise.all(
      [burns, missing.hold].map(async (id) => (await proposal(id)).watched[0].state),
    );
    return states.every((state) => state === "well");
  }, patientMs);
  goes.child.kill("SIGKILL");
  await until(() => goes.child.signalCode !== null);
  nodes[1] = await startNode();
  shop.broken.add("shop").add("warehouse");
  await shop.ask("shop", 200);
  await shop.ask("warehouse", 200);
  await until(async () => {
    await readBack();
    return (await momentOf(`rows ${slos.shop}`)) !== undefined;
  }, patientMs);
  await takenBack(burns, `rows ${slos.shop}`);
  await takenBack(fires, "alerts");
  expect(await Promise.all(Object.values(missing).map(statusOf))).toEqual(["applied", "applied", "applied"]);
});

it("does as missing_signal says once Prometheus is gone", { timeout: 180_000 }, async () => {
  await prometheus.kill();
  await readBack();
  // As if eleven minutes had passed: the figures are old.
  await database.query(
    `UPDATE rows SET state = jsonb_set(state, '{measured_at}', (
      SELECT jsonb_object_agg(name, time::timestamptz - interval '11 minutes')
      FROM jsonb_each_text(state -> 'measured_at') AS measured (name, time))) WHERE kind = 'slos'`,
  );
  const all = Object.values(missing);
  await until(async () => {
    const found = await Promise.all(all.map(proposal));
    return found.every(({ watched }) => watched[0].state === "unknown");
  }, patientMs);
  expect(await Promise.all(all.map(statusOf))).toEqual(["applied", "applied", "applied"]);
  const pass = (path: string) =>
    database.query(
      `UPDATE proposals SET progress = jsonb_set(progress::jsonb, $2::text[], to_jsonb(to_char(
         (now() - interval '6 minutes') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::text
       WHERE id = ANY($1) AND status = 'applied'`,
      [all, path],
    );
  await pass("{watch,missing,0}");
  await becomes(missing.revert, "reverted");
  await until(async () => (await proposal(missing.hold)).acts.at(-1).act === "wait", patientMs);
  expect(await Promise.all(all.map(statusOf))).toEqual(["applied", "applied", "reverted"]);
  // At the end of the watch.
  await pass("{watch,until}");
  await becomes(missing.hold, "reverted");
  await becomes(missing.ignore, "confirmed");
});

it("goes on with its steps once Prometheus is back, though the node that applied is killed, and is taken back once", {
  timeout: 240_000,
}, async () => {
  const ids: string[] = [];
  for (const service of ["shop", "warehouse"])
    ids.push((await call("POST", "config/deploy_policies", { service, error_budget_threshold: 1 })).id);
  await prometheus.kill();
  const goes = nodes[1] as Program;
  const id = await applied(goes, {
    bundle: undefined,
    edits: ids.map((row) => ({
      ...{ op: "save", resource: "deploy_policies", id: row, fields: { error_budget_threshold: 7 } },
    })),
    steps: [{ services: ["shop"] }],
    revert_if: [{ service: "warehouse", burn_rate: 1_000 }],
  });
  goes.child.kill("SIGKILL");
  await until(() => goes.child.signalCode !== null);
  nodes[1] = await startNode();
  // As if the watch were over: what is not measured does not end it well.
  const endWatch = () =>
    database.query(
      `UPDATE proposals SET progress = jsonb_set(progress::jsonb, '{watch,until}', to_jsonb(to_char(
       now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::text WHERE id = $1`,
      [id],
    );
  await endWatch();
  await until(async () => (await proposal(id)).watched[0]?.state === "unknown", patientMs);
  expect((await proposal(id)).steps.map(({ status }: { status: string }) => status)).toEqual([
    "watched",
    "waits",
  ]);
  prometheus = await startMeasuring();
  ends.push(() => prometheus.kill());
  const isWell = async () => {
    await shop.ask("warehouse", 20);
    await readBack();
    return (await proposal(id)).watched[0]?.state === "well";
  };
  await until(isWell, patientMs);
  await endWatch();
  await until(async () => (await proposal(id)).steps[1].status === "watched", patientMs);
  // Both nodes at once: one of the two is first, and all of it is taken back.
  const key = (nodes[0] as Program).firstKey();
  const revert = (node: Program) => callsOf(node.url, key)("POST", `proposals/${id}/revert`, {});
  await Promise.all(nodes.map(revert));
  const { acts, steps } = await proposal(id);
  expect(acts.map(({ act }: { act: string }) => act)).toEqual(["propose", "apply", "apply", "revert"]);
  expect(steps.map(({ status }: { status: string }) => status)).toEqual(["reverted", "reverted"]);
  for (const row of ids)
    expect((await call("GET", `config/deploy_policies/${row}`)).error_budget_threshold).toBe(1);
});
