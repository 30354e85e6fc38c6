/**
 * `npm run bench:replay`: a plan that replays 100,000 alerts and 1,000 SLOs of 30 days, and what a GET takes meanwhile,
 * next to the same GET on its own. On a PostgreSQL server.
 */
import pg from "pg";
import { create, environment, openAccess } from "./access.ts";
import { get } from "./cases.ts";
import { askerAt, machine, median, printHead, printRow } from "./harness.ts";
import { type Figures, load } from "./load.ts";
import { benchmark, startService } from "./processes.ts";

const port = 28_088;
const rounds = Number(process.env.BENCH_ALTERNATIONS ?? 5);
const [alerts, labelSets, routes, slos] = [100_000, 2_000, 100, 1_000];
const connections = 8;

await benchmark("npm run bench:replay", main);

async function main(url: string): Promise<void> {
  await startService(port, { ...environment, DATABASE_URL: url });
  const { makeKey, organizationId } = await openAccess(port);
  const key = await makeKey("api:admin");
  const target = await create(port, key, "outbound_configs", {
    name: "Pager",
    kind: "pagerduty",
    secret: "key",
  });
  const made = [];
  for (let at = 0; at < routes; at += 1)
    made.push(
      await create(port, key, "alert_routes", {
        name: `Route ${at}`,
        matchers: [`service="service ${at}"`],
        destinations: [{ outbound_config_id: target.id }],
      }),
    );
  await create(port, key, "outbound_rules", {
    ...{
      name: "Escalate",
      matchers: ['severity="critical"'],
      outbound_config_id: target.id,
      delay_seconds: 900,
    },
  });
  await create(port, key, "alert_inhibitions", {
    name: "Critical hides warning",
    source_matchers: ['severity="critical"'],
    target_matchers: ['severity="warning"'],
    equal: ["service", "instance"],
  });
  await makeSlos(key);
  await fill(url, organizationId);

  const requests = [get(`/api/v1/config/alert_routes/${made[0]?.id}`, `Authorization: Bearer ${key}\r\n`)];
  const measured = (seconds: number) => load({ port, requests, connections, seconds, status: 200 });
  await measured(2);
  const taken: { replay: number; meanwhile: Figures; alone: Figures }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const replay = await plan(key, made[0]?.id ?? "");
    const alone = await measured(3);
    const [meanwhile] = await Promise.all([measured(3), plan(key, made[0]?.id ?? "")]);
    taken.push({ replay, meanwhile, alone });
  }
  const p99 = (of: "alone" | "meanwhile") => median(taken.map((one) => one[of].p99));
  console.log(`${machine()}; medians of ${rounds} rounds\n`);
  const replayed = `replay of ${alerts} alerts, ${routes} routes, ${slos} SLOs`;
  printHead(replayed, "GET p99 alone", "meanwhile", "ratio");
  const ratio = (p99("meanwhile") / p99("alone")).toFixed(2);
  const replay = (median(taken.map((one) => one.replay)) / 1_000).toFixed(2);
  printRow(`${replay} s`, `${p99("alone").toFixed(1)} ms`, `${p99("meanwhile").toFixed(1)} ms`, ratio);
}

/** Milliseconds of a plan that switches a route off, and leaves an hour out of the budget of every SLO. */
async function plan(key: string, id: string): Promise<number> {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const fields = {
    ...{ service: "shop", reason: "work" },
    ...{ starts_at: `${yesterday}T10:00:00Z`, ends_at: `${yesterday}T11:00:00Z` },
  };
  const edits = [
    { op: "save", resource: "alert_routes", id, fields: { enabled: false } },
    { op: "create", resource: "slo_corrections", fields },
  ];
  const { body, ms } = await askerAt(port, key)("POST", "plans", { edits });
  const replay = body.effects?.replay;
  const isWhole = replay !== undefined && replay.alerts >= alerts - 1 && replay.slos.length === slos;
  if (!isWhole || replay.nobody === 0 || replay.cannot.length > 0)
    throw new Error(JSON.stringify(replay?.cannot ?? body).slice(0, 1_000));
  return ms;
}

async function makeSlos(key: string): Promise<void> {
  const source = { name: "Prometheus", type: "prometheus", url: "https://prometheus.example.com" };
  const { id } = await create(port, key, "data_sources", source);
  const sli = { name: "availability", service: "shop", kind: "ratio", good_query: "a", total_query: "b" };
  const measured = await create(port, key, "slis", { ...sli, data_source_id: id });
  for (let at = 0; at < slos; at += 1)
    await create(port, key, "slos", {
      ...{ name: `SLO ${at}`, service: "shop", sli_id: measured.id, target_percent: 99.9 },
    });
}

/** A month of alerts, an hour long each, and of the events of SLOs: one in a thousand is bad, and more at times. */
async function fill(url: string, organizationId: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `INSERT INTO alert_label_sets (organization_id, hash, labels, bytes, last_ended_at)
    SELECT $1, decode(md5(n::text), 'hex'), jsonb_build_object('alertname', 'Alert ' || n % 50,
      'service', 'service ' || n % $3::integer, 'instance', 'host ' || n % 400,
      'severity', (ARRAY['critical', 'error', 'warning'])[1 + n % 3]), 200, now()
    FROM generate_series(1, $2::integer) AS n`,
    [organizationId, labelSets, routes],
  );
  await client.query(
    `INSERT INTO alert_history (organization_id, id, connector_id, label_set, title, started_at, ended_at, sent)
    SELECT $1, 'alert_' || n, 'conn_1', decode(md5((1 + n % $3::integer)::text), 'hex'), 'Alert ' || n,
      now() - n * interval '25 seconds', now() - n * interval '25 seconds' + interval '1 hour', '{}'
    FROM generate_series(1, $2::integer) AS n`,
    [organizationId, alerts, labelSets],
  );
  await client.query(
    `INSERT INTO slo_history (organization_id, kind, id, day, steps, total, bad)
    SELECT organization_id, kind, id, (now() AT TIME ZONE 'UTC')::date - n, 288, total, bad
    FROM rows, generate_series(1, 30) AS n, LATERAL (
      SELECT string_agg(float4send((100 + random())::real), '' ORDER BY step) AS total,
        string_agg(float4send(CASE WHEN step BETWEEN n * 3 AND n * 3 + 12 THEN 5 ELSE random() * 0.1 END::real), '' ORDER BY step) AS bad
      FROM generate_series(0, 287) AS step WHERE n > 0
    ) AS events
    WHERE organization_id = $1 AND kind = 'slos'`,
    [organizationId],
  );
  await client.query("ANALYZE");
  await client.end();
}
