/**
 * From a row in the API to an engine that evaluates it, and back: into the row, and into the deploy gate. Everything is
 * real: Prometheus, blackbox_exporter, the agent's command, openssl's certificates, and a service that makes errors.
 * Every test waits for several evaluations, so they wait side by side.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { comesToBe } from "../support/comes-to-be.ts";
import { getJson, samplesOf } from "../support/engines.ts";
import { until } from "../support/until.ts";
import { type Chain, startChain } from "./chain.ts";
import type { Part } from "./shop.ts";

/** Two evaluations, and a busy machine. */
const patienceMs = 170_000;

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain?.close());

const row = async (kind: string, id: string) => (await chain.tenant.config("GET", `${kind}/${id}`)).body;

async function gate(part: Part) {
  const { body } = await chain.tenant.api("GET", `deploy_gate?service=${part}`);
  return { allowed: body.allowed, codes: body.reasons.map(({ code }: { code: string }) => code).sort() };
}

const open = { allowed: true, codes: [] };
const closed = { allowed: false, codes: ["burn_rate", "error_budget"] };

/** Waits until a query of Prometheus has an answer. */
async function measured(query: string): Promise<void> {
  await until(async () => (await samplesOf(chain.prometheus.url, query)).includes('"value"'), patienceMs);
}

/** Waits until the figures are read back that make this of what is seen. */
async function readBack(seen: () => Promise<unknown>, expected: unknown): Promise<void> {
  await comesToBe(
    async () => {
      await chain.once();
      return seen();
    },
    expected,
    patienceMs,
  );
}

/** The alerts of a row that fire in Prometheus, by their names. */
async function firing(id: string): Promise<string[]> {
  const { data } = await getJson(`${chain.prometheus.url}/api/v1/alerts`);
  const alerts: { state: string; labels: Record<string, string> }[] = data.alerts;
  return alerts
    .filter(({ state, labels }) => state === "firing" && Object.values(labels).includes(id))
    .map(({ labels }) => labels.alertname ?? "");
}

const remaining = (id: string) => `slo:period_error_budget_remaining:ratio{orgconfig_slo_id="${id}"}`;
/** What the shop counts is known before it counts up. */
const counters = "count(requests_total) == 6";

describe.concurrent("while all of it runs", () => {
  it("both engines run what is rendered, and the data source and the connectors are healthy", async () => {
    const { ids, tenant } = chain;
    await comesToBe(
      async () => {
        const { body } = await tenant.api("GET", "render");
        return body.data.map(({ name, digest, refusals, applied }: Render) => ({
          name,
          refusals,
          runs: applied?.ok === true && applied.running_digest === digest,
        }));
      },
      ["Blackbox", "Prometheus"].map((name) => ({ name, refusals: [], runs: true })),
    );
    const healths = async () => [
      (await row("connectors", ids.prometheus)).health_status,
      (await row("connectors", ids.blackbox)).health_status,
      (await row("data_sources", ids.source)).health_status,
    ];
    await comesToBe(healths, ["healthy", "healthy", "healthy"]);
  });

  it("Prometheus is given the targets, and probes them", async () => {
    const probed = async () => {
      const { data } = await getJson(`${chain.prometheus.url}/api/v1/targets?state=active`);
      const targets: { scrapePool: string; health: string }[] = data.activeTargets;
      return targets
        .filter(({ scrapePool }) => scrapePool === "orgconfig-probes")
        .map(({ health }) => health);
    };
    // Two views of each of the five certificates, and the check.
    await comesToBe(probed, Array(11).fill("up"), patienceMs);
  });

  it("errors spend the budget of an SLO, and the deploy gate closes", async () => {
    const { shop, ids } = chain;
    const id = ids.slos.shop;
    await measured(counters);
    await shop.ask("shop", 500);
    await measured(`${remaining(id)} == 1`);
    const status = async () => (await row("slos", id)).status;
    await readBack(status, "healthy");
    expect(await row("slos", id)).toMatchObject({
      sli_percent: 100,
      error_budget_remaining_percent: 100,
      burn_rate: 0,
    });
    expect(await gate("shop")).toEqual(open);

    shop.broken.add("shop");
    await shop.ask("shop", 500);
    await measured(`${remaining(id)} < 0`);
    await readBack(status, "breached");
    const { error_budget_remaining_percent, sli_percent } = await row("slos", id);
    expect(error_budget_remaining_percent).toBeLessThan(0);
    expect(sli_percent).toBeLessThan(100);
    expect(await gate("shop")).toEqual(closed);
    await comesToBe(async () => (await firing(id)).includes("SLOBurnRate"), true);
  });

  it("the deploy gate opens when errors end, and what was good outweighs them", async () => {
    const { shop, ids } = chain;
    const id = ids.slos.warehouse;
    shop.broken.add("warehouse");
    await measured(counters);
    await shop.ask("warehouse", 20);
    await measured(`${remaining(id)} < 0`);
    await readBack(() => gate("warehouse"), closed);

    shop.broken.delete("warehouse");
    await shop.ask("warehouse", 4_000);
    await measured(`${remaining(id)} > 0.5`);
    await readBack(() => gate("warehouse"), open);
    expect((await row("slos", id)).status).toBe("healthy");
  });

  it("a check goes down and up", async () => {
    const { shop, ids } = chain;
    const id = ids.check;
    const seen = async () => {
      const { status, last_error_message } = await row("synthetic_checks", id);
      return { status, last_error_message };
    };
    // The agent's own loop reads it back.
    await comesToBe(seen, { status: "up", last_error_message: null }, patienceMs);
    expect(await firing(id)).toEqual([]);

    shop.broken.add("stall");
    await comesToBe(() => firing(id), ["SyntheticCheckDown"], patienceMs);
    await readBack(seen, { status: "down", last_error_message: "The answer has the status 500." });

    shop.broken.delete("stall");
    await comesToBe(() => firing(id), [], patienceMs);
    await readBack(seen, { status: "up", last_error_message: null });
  });

  it("each certificate gets its status", async () => {
    const { certificates } = chain.ids;
    const statuses = async () => {
      const { body } = await chain.tenant.config("GET", "certificate_monitors");
      const found = new Map(body.data.map(({ id, status }: { id: string; status: string }) => [id, status]));
      return Object.fromEntries(Object.entries(certificates).map(([name, id]) => [name, found.get(id)]));
    };
    await measured("count(orgconfig:certificate_status > 0) == 5");
    await readBack(statuses, {
      valid: "valid",
      expiring: "expiring",
      expired: "expired",
      wrong: "invalid",
      selfSigned: "invalid",
    });
    const expired = await row("certificate_monitors", certificates.expired ?? "");
    expect(Date.parse(expired.not_after)).toBeLessThan(Date.now());
    await comesToBe(() => firing(certificates.expired ?? ""), ["CertificateExpired"], patienceMs);
    await comesToBe(() => firing(certificates.expiring ?? ""), ["CertificateExpiring"], patienceMs);
  });
});

interface Render {
  readonly name: string;
  readonly digest: string;
  readonly refusals: readonly object[];
  readonly applied: { readonly ok: boolean; readonly running_digest: string | null } | null;
}

it("Prometheus goes away: its connector fails, somebody is notified, and old figures go on holding what they held", async () => {
  const { ids, prometheus, tenant, test } = chain;
  await prometheus.stop();
  for (let time = 0; time < 3; time += 1) {
    const { code, stderr } = await chain.once();
    expect([code, stderr]).toEqual([1, expect.stringContaining("the engine cannot be reached")]);
  }
  for (const found of [await row("connectors", ids.prometheus), await row("data_sources", ids.source)]) {
    expect(found).toMatchObject({ health_status: "failing", last_error_kind: expect.any(String) });
    expect(found.consecutive_failures).toBeGreaterThanOrEqual(3);
  }
  const events = await test.database.queryText(
    { name: "test-events", text: "SELECT title FROM events WHERE organization_id = $1 ORDER BY title" },
    [tenant.organization.id],
  );
  expect(events).toEqual(
    expect.arrayContaining([
      { title: "Connector Prometheus has failed 3 times in a row" },
      { title: "Data source Prometheus has failed 3 times in a row" },
    ]),
  );

  const before = await gate("shop");
  // As if ten minutes had passed.
  await test.database.queryText(
    {
      name: "test-age",
      text: `UPDATE rows SET state = jsonb_set(state, '{measured_at}', (
        SELECT jsonb_object_agg(name, time::timestamptz - interval '11 minutes')
        FROM jsonb_each_text(state -> 'measured_at') AS measured (name, time))) WHERE id = $1`,
    },
    [ids.slos.shop],
  );
  expect(await gate("shop")).toEqual({ allowed: before.allowed, codes: [...before.codes, "stale_figures"] });
  await tenant.config("POST", "deploy_policies", { body: { service: "shop", on_stale: "allow" } });
  expect(await gate("shop")).toEqual({ allowed: true, codes: ["stale_figures"] });
});
