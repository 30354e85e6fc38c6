/** What organizations make grow stays within its bound, in rows and on disk, however often it is filled. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { executorOf } from "../../src/database/executor.ts";
import { createHistoryStore } from "../../src/features/alerting/alerts/history-store.ts";
import { createVerdictStore } from "../../src/features/reliability/deploy-gate/verdict-store.ts";
import { createVerdicts } from "../../src/features/reliability/deploy-gate/verdicts.ts";
import { createSloHistoryStore } from "../../src/features/reliability/figures/index.ts";
import { bounds } from "../../src/kernel/growth.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

const rounds = 10;
/** Of each table; twice as many more come in every round. */
const kept = 150;
const few = Object.fromEntries(
  Object.values(bounds).map(({ variable }) => [`ORGCONFIG_${variable}`, String(kept)]),
);

let test: TestService;
/** The ids of SLOs, by the organization's. */
const slos = new Map<string, readonly string[]>();
beforeAll(async () => {
  test = await startService(few);
  for (const tenant of [await test.makeTenant(), await test.makeTenant()])
    slos.set(tenant.organization.id, await makeSlos(tenant));
  await test.database.execute(
    `INSERT INTO users (id, email, email_folded, name, created_at) VALUES ('ada', 'a@a.a', 'a@a.a', 'Ada', now())`,
  );
});
afterAll(() => test.close());

/** So many that a quarter of a year of their days is more than is kept. */
async function makeSlos({ config }: Tenant): Promise<readonly string[]> {
  const make = async (kind: string, body: object): Promise<string> => {
    const answer = await config("POST", kind, { body });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.id;
  };
  const source = { name: "p", type: "prometheus", url: "https://p.example.com" };
  const data_source_id = await make("data_sources", source);
  const ratio = { kind: "ratio", good_query: "a", total_query: "b" };
  const sli_id = await make("slis", { name: "availability", service: "shop", ...ratio, data_source_id });
  return Promise.all(
    [1, 2, 3, 4].map((n) => make("slos", { name: `SLO ${n}`, service: "shop", sli_id, target_percent: 99 })),
  );
}

const query = <R>(text: string, values: unknown[] = []) =>
  test.database.queryText<R>(
    { name: `test-growth-${createHash("md5").update(text).digest("hex")}`, text },
    values,
  );

/** Twice the bound of everything, for each organization. The text makes rows as long as real ones. */
async function fill(round: number): Promise<void> {
  const text = "x".repeat(300);
  const more = 2 * kept;
  for (const [organization, ids] of slos) {
    const at = `now() - interval '1 hour' + (${round} * ${more} + n) * interval '1 millisecond'`;
    const id = `'r${round}-' || n`;
    await test.database.execute(`
      INSERT INTO events (organization_id, id, event, title, labels, decision, at)
      SELECT '${organization}', ${id}, 'custom', '${text}', '{}', '{}', ${at} FROM generate_series(1, ${more}) AS n;
      INSERT INTO drills (organization_id, id, target_id, until, labels, annotations, begun_by, deadline, status, ended_at)
      SELECT '${organization}', ${id}, 'out_1', 'sent', '{}', '{"a": "${text}"}', 'ada', now(), 'proved', ${at} FROM generate_series(1, ${more}) AS n;
      INSERT INTO deliveries (organization_id, id, channel, target, lane, source, subject, payload, status, created_at, trying_since, next_attempt_at, ended_at)
      SELECT '${organization}', ${id}, 'email', 'x', 'x', ${id}, '${text}', '{}', CASE WHEN n % 3 = 0 THEN 'parked' ELSE 'sent' END, now(), now(), now(), ${at} FROM generate_series(1, ${more}) AS n;
      INSERT INTO alert_label_sets (organization_id, hash, labels, bytes, last_ended_at)
      VALUES ('${organization}', 'h', '{"service": "a"}', 200, now()) ON CONFLICT DO NOTHING;
      INSERT INTO alert_history (organization_id, id, connector_id, label_set, title, started_at, ended_at, sent)
      SELECT '${organization}', ${id}, 'conn_1', 'h', '${text}', now() - interval '2 hours', ${at}, '{}' FROM generate_series(1, ${more}) AS n;
      DELETE FROM figures WHERE organization_id = '${organization}';
      INSERT INTO figures (organization_id, kind, id, span, at, weight, figures)
      VALUES ('${organization}', 'slos', '${ids[0]}', 300, now() - interval '80 minutes' + ${round} * interval '6 minutes', 1, '{"total_rate": [1], "bad_rate": [0]}');
      INSERT INTO slo_history (organization_id, kind, id, day, steps, total, bad)
      SELECT '${organization}', 'slos', id, (now() AT TIME ZONE 'UTC')::date - n, 1, '\\x3f800000', '\\x00000000'
      FROM unnest(ARRAY['${ids.join("', '")}']) AS id, generate_series(1, 80) AS n ON CONFLICT DO NOTHING`);
  }
  await test.database.execute(`
    INSERT INTO sessions (hash, id, user_id, created_at, last_used_at)
    SELECT decode(md5('${round} ' || n), 'hex'), 'r${round}-' || n, 'ada', now(), now() + (${round} * ${more} + n) * interval '1 millisecond'
    FROM generate_series(1, ${more}) AS n`);
}

/** What the service does by itself, by its own bounds. */
async function upkeep(round: number): Promise<void> {
  const { gateVerdicts, alertHistory, sloDays } = test.settings.bounds;
  await test.service.upkeep.now();
  const verdicts = createVerdicts(
    { log: { error: () => {} }, settings: test.settings } as never,
    createVerdictStore(test.database),
  );
  for (const organization of slos.keys()) {
    for (let minute = 0; minute < 2 * kept; minute += 1) {
      const now = new Date(Date.now() - 86_400_000 + (round * 2 * kept + minute) * 60_000);
      const judged = { decision: { allowed: true, reasons: [] }, facts: { slos: [], incidents: [], now } };
      verdicts.note(organization, "checkout", judged as never);
    }
    const history = createHistoryStore(test.database).in({ executor: executorOf(test.database) });
    await history.trim(organization, { alerts: alertHistory, bytes: 1_000_000 }, 1_000);
  }
  await verdicts.write(1, { verdicts: gateVerdicts, bytes: 10_000_000 });
  await createSloHistoryStore(test.database).upkeep(new Date(), { days: sloDays, bytes: 10_000_000 });
}

/** How full each bound was, as the service's last upkeep counted. */
async function ratios(): Promise<Record<string, number>> {
  const { text } = await test.send("GET", "/metrics");
  const lines = text.matchAll(/^orgconfig_kept_ratio\{bound="(\w+)"\} (\S+)$/gm);
  return Object.fromEntries([...lines].map(([, bound, share]) => [bound, Number(share)]));
}
const tables = ["events", "drills", "deliveries", "alert_history", "slo_history", "gate_verdicts"] as const;

it(`holds through ${rounds} rounds`, { timeout: 300_000 }, async () => {
  const sizes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await fill(round);
    await upkeep(round);
    const counts: Record<string, number[]> = {};
    let bytes = 0;
    for (const table of [...tables, "sessions"]) {
      await test.database.execute(`VACUUM ${table}`);
      const [size] = await query<{ bytes: string }>(
        `SELECT pg_total_relation_size('${table}')::text AS bytes`,
      );
      bytes += Number(size?.bytes);
      if (table === "sessions") continue;
      const found = await query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM ${table} GROUP BY organization_id`,
      );
      counts[table] = found.map(({ count }) => count);
    }
    sizes.push(bytes);
    expect([round, counts]).toEqual([
      round,
      Object.fromEntries(tables.map((table) => [table, [kept, kept]])),
    ]);
    const own = await query<{ id: string }>(
      "SELECT id FROM sessions WHERE user_id = 'ada' ORDER BY last_used_at",
    );
    expect([own.length, own[0]?.id]).toEqual([kept, `r${round}-${kept + 1}`]);
  }
  // All of it is full now, whichever of the service's own tasks runs meanwhile.
  await test.service.upkeep.now();
  const full = ["alert_history", "deliveries", "drills", "events", "gate_verdicts", "sessions", "slo_days"];
  expect(await ratios()).toEqual(Object.fromEntries(full.map((bound) => [bound, 1])));
  // What left makes room for what comes: after the first rounds nothing is added to the disk.
  const settled = Math.max(...sizes.slice(0, 4));
  expect(Math.max(...sizes.slice(4)) / settled).toBeLessThan(1.5);
});

it("is what docs/operating.md says", () => {
  const page = readFileSync(new URL("../../docs/operating.md", import.meta.url), "utf8");
  const [, section = ""] = page.split("## How much is kept\n");
  const rows = section
    .split("\n## ")[0]
    ?.split("\n")
    .filter((line) => line.startsWith("| `ORGCONFIG_KEPT_"))
    .map((line) =>
      line
        .split("|")
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
  expect(rows).toEqual(
    Object.values(bounds).map(({ variable, usual, what, beyond }) => [
      `\`ORGCONFIG_${variable}\``,
      `\`${usual}\``,
      what,
      beyond,
    ]),
  );
});
