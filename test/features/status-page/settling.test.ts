/** Maintenance and observed components through the service: what moves by itself, and who is on record for it. */

import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "../../../src/database/database.ts";
import { createStatusPageStore } from "../../../src/features/status-page/store.ts";
import { minute, webhook } from "../../alerts/support.ts";
import { itWhere } from "../../support/contract.ts";
import { engineName } from "../../support/database.ts";
import { saidBy } from "../../support/said.ts";
import { startService, type Tenant, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
});
afterAll(() => test.close());

const componentOf = async (id: string) => (await tenant.config("GET", `status_page_components/${id}`)).body;
const incidentOf = async (id: string) => (await tenant.config("GET", `status_page_incidents/${id}`)).body;

it("maintenance begins and ends by itself, with its components, on record as the service's", async () => {
  const made = await tenant.config("POST", "status_page_components", {
    body: { name: "Checkout", status: "degraded_performance" },
  });
  const component = made.body.id;
  const work = await tenant.config("POST", "status_page_incidents", {
    body: {
      title: "Upgrade",
      body: "Read-only for a while.",
      status: "scheduled",
      impact: "maintenance",
      component_ids: [component],
      scheduled_for: new Date(Date.now() - 60_000).toISOString(),
      scheduled_until: new Date(Date.now() + 3_600_000).toISOString(),
    },
  });
  await until(async () => (await incidentOf(work.body.id)).status === "in_progress");
  expect((await componentOf(component)).status).toBe("under_maintenance");
  await tenant.config("PUT", `status_page_incidents/${work.body.id}`, {
    body: { scheduled_until: new Date(Date.now() - 1_000).toISOString() },
  });
  await until(async () => (await incidentOf(work.body.id)).status === "completed");
  expect((await componentOf(component)).status).toBe("degraded_performance");
  const { updates } = await incidentOf(work.body.id);
  expect(updates.map(({ status }: { status: string }) => status)).toEqual([
    "scheduled",
    "in_progress",
    "completed",
  ]);
  const log = await tenant.api("GET", "audit?door=service&kind=status_page_components");
  expect(log.body.data[0]).toMatchObject({
    door: "service",
    actor: { kind: "service", name: "status page" },
  });
});

it("a component follows its checks where it says so", async () => {
  const check = await tenant.config("POST", "synthetic_checks", {
    body: { name: "search", kind: "http", target: "https://search.example.com/", service: "search" },
  });
  const made = await tenant.config("POST", "status_page_components", {
    body: { name: "Search", service: "search", status_source: "observed" },
  });
  const manual = await tenant.config("POST", "status_page_components", {
    body: { name: "By hand", service: "search" },
  });
  const report = (status: string) =>
    tenant.api("PUT", `state/synthetic_checks/${check.body.id}`, {
      body: { status, last_checked_at: new Date().toISOString() },
    });
  const first = await report("down");
  expect(first.status).toBe(200);
  await tenant.config("PUT", `status_page_components/${made.body.id}`, {
    body: { description: "What you look for." },
  });
  await until(async () => (await componentOf(made.body.id)).status === "major_outage");
  expect((await componentOf(manual.body.id)).status).toBe("operational");
  const set = (id: string, body: object) => tenant.config("PUT", `status_page_components/${id}`, { body });
  const warned = saidBy(await set(made.body.id, { status: "operational" }));
  expect(warned).toContain("status will be major_outage, as it is observed");
  expect(saidBy(await set(manual.body.id, { status: "partial_outage" }))).toBeUndefined();
  const alone = await tenant.config("POST", "status_page_components", {
    body: { name: "Alone", status_source: "observed" },
  });
  expect([alone.status, saidBy(alone)]).toEqual([201, expect.stringContaining("nothing observes it")]);
});

it("a component of a service that nobody measures keeps its status; one whose alerts have ended works", async () => {
  const { body: connector } = await tenant.config("POST", "connectors", {
    body: { name: "alertmanager", type: "observability", connector_type: "alertmanager" },
  });
  const report = (endsAt?: string) =>
    tenant.api("POST", `intake/alertmanager/${connector.id}`, {
      body: webhook({ receiver: "none" }, [
        {
          name: "Down",
          startsAt: minute(0),
          labels: { service: "mail", severity: "warning" },
          ...(endsAt === undefined ? {} : { endsAt }),
        },
      ]),
    });
  expect((await report()).status).toBe(200);
  const of = async (name: string, service: string) =>
    (
      await tenant.config("POST", "status_page_components", {
        body: { name, service, status_source: "observed", status: "partial_outage" },
      })
    ).body.id;
  const unmeasured = await of("Mistyped", "mial");
  const mail = await of("Mail", "mail");
  await until(async () => (await componentOf(mail)).status === "degraded_performance");
  expect((await componentOf(unmeasured)).status).toBe("partial_outage");
  await report(minute(9));
  await tenant.config("PUT", `status_page_components/${mail}`, { body: { description: "Letters." } });
  await until(async () => (await componentOf(mail)).status === "operational");
  expect((await componentOf(unmeasured)).status).toBe("partial_outage");
});

it("maintenance moves, and stands on the page, however many incidents were written after it", async () => {
  const other = await test.makeTenant({ name: "Busy" });
  const work = await other.config("POST", "status_page_incidents", {
    body: {
      title: "Upgrade",
      body: "Read-only for a while.",
      status: "scheduled",
      impact: "maintenance",
      scheduled_for: new Date(Date.now() + 3_600_000).toISOString(),
    },
  });
  const past = await other.config("POST", "status_page_incidents", {
    body: { title: "Past", body: "It is over.", status: "resolved", impact: "minor" },
  });
  await test.database.queryText(
    {
      name: "test-many",
      text: `INSERT INTO rows (organization_id, kind, id, configuration, state, secrets, revision, created_at, updated_at, sort_key)
        SELECT organization_id, kind, id || n, configuration, state, secrets, revision, created_at + n * interval '1 s', updated_at, sort_key
        FROM rows, generate_series(1, 1000) AS n WHERE organization_id = $1 AND id = $2`,
    },
    [other.organization.id, past.body.id],
  );
  await other.config("PUT", "status_page_settings", { body: { enabled: true, slug: "busy" } });
  const { state } = (await other.api("GET", "status_page")).body;
  expect(state.incidents).toHaveLength(1_001);
  await other.config("PUT", `status_page_incidents/${work.body.id}`, {
    body: { scheduled_for: new Date(Date.now() - 1_000).toISOString() },
  });
  const path = `status_page_incidents/${work.body.id}`;
  await until(async () => (await other.config("GET", path)).body.status === "in_progress");
});

it("a critical alert counts, however many lesser ones began after it", async () => {
  const { body: connector } = await tenant.config("POST", "connectors", {
    body: { name: "alertmanager of mass", type: "observability", connector_type: "alertmanager" },
  });
  const labels = { service: "mass" };
  const many = Array.from({ length: 101 }, (_, at) => ({
    name: `Slow ${at}`,
    startsAt: minute(1),
    labels: { ...labels, severity: "warning" },
  }));
  const critical = { name: "Down", startsAt: minute(0), labels: { ...labels, severity: "critical" } };
  const answer = await tenant.api("POST", `intake/alertmanager/${connector.id}`, {
    body: webhook({ receiver: "none" }, [critical, ...many]),
  });
  expect(answer.status).toBe(200);
  const made = await tenant.config("POST", "status_page_components", {
    body: { name: "Mass", service: "mass", status_source: "observed" },
  });
  await until(async () => (await componentOf(made.body.id)).status === "major_outage");
});

// The embedded database has one connection, on which nothing waits for anything.
itWhere(engineName === "server")("what moves by itself gives way to a write that holds its row", async () => {
  const other = await test.makeTenant({ name: "Two at once" });
  const component = await other.config("POST", "status_page_components", { body: { name: "Checkout" } });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = false;
  const writing = test.database.transaction(async (connection) => {
    const holding = { name: "test-hold-row", text: "SELECT id FROM rows WHERE id = $1 FOR NO KEY UPDATE" };
    await connection.queryText(holding, [component.body.id]);
    isHeld = true;
    await released;
    await createStatusPageStore(connection as Database).moveVersion(other.organization.id);
  });
  await until(async () => isHeld);
  const work = await other.config("POST", "status_page_incidents", {
    body: {
      title: "Upgrade",
      body: "Read-only for a while.",
      status: "scheduled",
      impact: "maintenance",
      component_ids: [component.body.id],
      scheduled_for: new Date(Date.now() - 60_000).toISOString(),
    },
  });
  expect(work.status).toBe(201);
  const waiting = {
    name: "test-waiting",
    text: "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  };
  await until(async () => (await test.database.queryText(waiting, [])).length > 0);
  // Longer than the database takes to see that two wait for each other, of which it undoes one.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  release();
  await writing;
  const path = `status_page_components/${component.body.id}`;
  await until(async () => (await other.config("GET", path)).body.status === "under_maintenance");
});
