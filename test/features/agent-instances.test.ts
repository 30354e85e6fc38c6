/** The agents of one connector, such as one next to each Alertmanager of a pair: none of them hides another one's fault. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { recordsOf } from "../support/sign-in.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

async function makePair(connector_type = "alertmanager") {
  const tenant = await test.makeTenant();
  const body = { name: "Pair", type: "observability", connector_type };
  const id: string = (await tenant.config("POST", "connectors", { body })).body.id;
  const { digest } = (await tenant.api("GET", `render/${id}`)).body;
  const say = (instance: string | undefined, rest: object = {}) =>
    tenant.api("PUT", `render/${id}/applied`, {
      body: { digest, ok: true, ...(instance === undefined ? {} : { instance }), ...rest },
    });
  const connector = async () => (await tenant.config("GET", `connectors/${id}`)).body;
  const shown = async () => (await tenant.api("GET", "render")).body.data[0];
  const names = async () => (await shown()).agents.map(({ instance }: { instance: string }) => instance);
  return { tenant, id, digest, say, connector, shown, names };
}

/** Lets what an agent said become so old. */
const age = (id: string, instance: string, minutes: number) =>
  test.database.queryText(
    {
      name: "test-age-instance",
      text: `UPDATE render_acknowledgements
        SET heard_at = now() - $3 * interval '1 minute', at = now() - $3 * interval '1 minute'
        WHERE connector_id = $1 AND instance = $2`,
    },
    [id, instance, minutes],
  );

const raised = ({ organization }: Tenant) =>
  test.database.queryText<{ title: string; body: string }>(
    {
      name: "test-instance-events",
      text: "SELECT title, body FROM events WHERE organization_id = $1 ORDER BY at",
    },
    [organization.id],
  );

const runningRecords = async ({ organization }: Tenant) =>
  (await recordsOf(test, organization.id))
    .filter(({ action }) => action === "acknowledge_render")
    .map(({ changes }) => changes);

describe("two agents of one connector", () => {
  it("are shown each, and the connector is as well as the one that is worst off", async () => {
    const { tenant, digest, say, connector, shown } = await makePair();
    await say("am-1", { version: "0.31.0" });
    await say("am-2", { version: "0.27.0" });
    expect(await connector()).toMatchObject({ health_status: "healthy" });
    expect((await shown()).agents).toMatchObject([
      { instance: "am-1", version: "0.31.0", ok: true, stale: false },
      { instance: "am-2", version: "0.27.0", ok: true, stale: false },
    ]);

    const why = { ok: false, message: "amtool refuses the files", digest: "1".repeat(64) };
    const { body } = await say("am-2", why);
    expect(body.applied).toMatchObject({ instance: "am-2", running_digest: digest });
    const failing = { health_status: "failing", last_error_message: "am-2: amtool refuses the files" };
    expect(await connector()).toMatchObject({ ...failing, consecutive_failures: 1 });
    // The other one is in order, which says nothing of this one, and counts for nothing.
    await say("am-1");
    expect(await connector()).toMatchObject({ ...failing, consecutive_failures: 1 });
    expect((await shown()).applied).toMatchObject({ instance: "am-2", ok: false });

    await say("am-2", { degraded: true, message: "one rule fails" });
    const degraded = { health_status: "degraded", last_error_message: "am-2: one rule fails" };
    expect(await connector()).toMatchObject({ ...degraded, consecutive_failures: 0 });
    await say("am-1");
    expect(await connector()).toMatchObject(degraded);
    await say("am-2");
    expect(await connector()).toMatchObject({ health_status: "healthy", consecutive_failures: 0 });
    expect(await runningRecords(tenant)).toEqual([
      [{ field: "running_digest.am-1", before: null, after: digest }],
      [{ field: "running_digest.am-2", before: null, after: digest }],
    ]);
  });

  it("are named in the order of their names, whoever spoke last", async () => {
    const { say, connector } = await makePair();
    for (const [how, text] of [
      [{ degraded: true, message: "one rule fails" }, "am-1: one rule fails; am-2: one rule fails"],
      [{ ok: false, message: "refused" }, "am-1: refused; am-2: refused"],
    ] as const) {
      for (const instance of ["am-2", "am-1", "am-2"]) await say(instance, how);
      expect((await connector()).last_error_message).toBe(text);
      await say("am-1", how);
      expect((await connector()).last_error_message).toBe(text);
    }
  });

  it("are given what the older of their engines can take", async () => {
    const { tenant, id, say } = await makePair();
    const version = async () => (await tenant.api("GET", `render/${id}`)).body.connector.version;
    await say("am-1", { version: "0.31.0" });
    expect(await version()).toBe("0.31.0");
    await say("am-2", { version: "0.27.0" });
    expect(await version()).toBe("0.27.0");
    await age(id, "am-2", 11);
    expect(await version()).toBe("0.31.0");
  });

  it("are missed when one falls silent: once, and until it speaks or a day has passed", async () => {
    const { tenant, id, say, connector, shown, names } = await makePair();
    const look = () => test.service.rendering.absence.look();
    await say("am-1");
    await say("am-2");
    await age(id, "am-2", 11);
    await look();
    await look();
    expect(await raised(tenant)).toEqual([
      {
        title: "Connector Pair has an agent that stopped reporting",
        body: expect.stringMatching(/^Nothing came from an agent: am-2 since \d/),
      },
    ]);
    const missing = { health_status: "degraded", last_error_message: expect.stringContaining("am-2 since") };
    expect(await connector()).toMatchObject(missing);
    await say("am-1");
    expect(await connector()).toMatchObject(missing);
    expect((await shown()).applied).toMatchObject({ instance: "am-2", stale: true });

    await say("am-2");
    expect(await connector()).toMatchObject({ health_status: "healthy" });
    await age(id, "am-2", 25 * 60);
    await say("am-1");
    expect([await names(), (await connector()).health_status]).toEqual([["am-1"], "healthy"]);
  });

  it("are one event where both fall silent together", async () => {
    const { tenant, id, say, connector } = await makePair();
    await say("am-1");
    await say("am-2");
    await age(id, "am-1", 11);
    await age(id, "am-2", 12);
    await test.service.rendering.absence.look();
    await test.service.rendering.absence.look();
    expect(await raised(tenant)).toMatchObject([{ title: "Connector Pair has stopped reporting" }]);
    expect(await connector()).toMatchObject({ health_status: "failing", last_error_kind: "network" });
    // The log has a line of each when it goes, and when it comes back.
    await say("am-1");
    await say("am-1");
    const lines = test.logs
      .map((line) => JSON.parse(line))
      .filter(({ connector_id, msg }) => connector_id === id && /^an agent/.test(msg));
    expect(lines.map(({ msg, instance }) => `${instance} ${msg}`).sort()).toEqual([
      expect.stringMatching(/^am-1 an agent does not report any more$/),
      expect.stringMatching(/^am-1 an agent reports again, after \d+ seconds$/),
      expect.stringMatching(/^am-2 an agent does not report any more$/),
    ]);
  });

  it("do not hide that one is silent while the other fails", async () => {
    const { tenant, id, say, connector } = await makePair();
    await say("am-1");
    for (let time = 0; time < 3; time += 1) await say("am-2", { ok: false, message: "no" });
    await age(id, "am-1", 11);
    await test.service.rendering.absence.look();
    expect((await raised(tenant)).map(({ title }) => title)).toEqual([
      "Connector Pair has failed 3 times in a row",
      "Connector Pair has an agent that stopped reporting",
    ]);
    expect(await connector()).toMatchObject({ health_status: "failing", last_error_message: "am-2: no" });
  });
});

describe("the place of an agent", () => {
  it("is taken by the first that speaks after it ended", async () => {
    const { tenant, digest, say, names } = await makePair();
    await say("pod-1");
    await say("pod-1", { leaving: true });
    expect(await names()).toEqual(["pod-1"]);
    await say("pod-2");
    expect(await names()).toEqual(["pod-2"]);
    expect(await runningRecords(tenant)).toEqual([
      [{ field: "running_digest.pod-1", before: null, after: digest }],
    ]);
  });

  it("is still its own where it ended and came again", async () => {
    const { say, names } = await makePair();
    await say("am-1");
    await say("am-1", { leaving: true });
    await say("am-1");
    await say("am-2");
    expect(await names()).toEqual(["am-1", "am-2"]);
  });

  it("is taken from one without a name, as agents had none before", async () => {
    const { tenant, digest, say, names, shown } = await makePair();
    expect((await say(undefined)).body.applied).toMatchObject({ instance: null, running_digest: digest });
    await say("am-1", { ok: false });
    expect(await names()).toEqual(["am-1"]);
    expect((await shown()).applied).toMatchObject({ ok: false, running_digest: digest });
    // An agent of before that stays has a place of its own again.
    await say(undefined);
    await say("am-1");
    expect(await names()).toEqual([null, "am-1"]);
    expect((await runningRecords(tenant)).length).toBe(2);
  });

  it("is one of sixteen: one that is silent makes room, and one that speaks does not", async () => {
    const { id, say, names } = await makePair();
    for (let at = 1; at <= 16; at += 1) expect((await say(`am-${at}`)).status).toBe(200);
    const { status, body } = await say("am-17");
    expect([status, body.fields]).toMatchObject([422, [{ field: "instance" }]]);
    expect(body.message).toContain("--instance");
    await age(id, "am-3", 12);
    await age(id, "am-4", 11);
    expect((await say("am-17")).status).toBe(200);
    expect(await names()).toHaveLength(16);
    expect(await names()).not.toContain("am-3");
  });

  it("is left by this service's own agent when the connector is no more hosted", async () => {
    const { tenant, id, say, names } = await makePair();
    const hosted = { metadata: { run_in: "service" }, enabled: false };
    await tenant.config("PUT", `connectors/${id}`, { body: hosted });
    await say("service");
    await tenant.config("PUT", `connectors/${id}`, { body: { metadata: { run_in: "agent" } } });
    await say("am-1");
    expect(await names()).toEqual(["am-1"]);
  });
});
