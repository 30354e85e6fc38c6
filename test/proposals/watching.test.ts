/** What takes a proposal back while it is watched: the rules, pure, and what the service measures of each condition. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Condition, Reading, Watch } from "../../src/features/changes/proposals/stored.ts";
import {
  decideWatch,
  endOfWatch,
  missingMs,
  watchFrom,
} from "../../src/features/changes/proposals/watching.ts";
import { created, makeScene } from "../alerts/support.ts";
import { makeSlo } from "../features/slo.ts";
import { contractFor } from "../support/contract.ts";
import { proposerOf, refusal } from "./support.ts";

const noon = Date.parse("2026-03-02T12:00:00Z");
const minuteMs = 60_000;
const at = (minutes: number) => new Date(noon + minutes * minuteMs);

describe("the rules", () => {
  const begun: Watch = { until: at(60).toISOString(), since: {}, missing: {}, asked: false };
  const is = (isWrong: boolean | null, text = "It burns."): Reading => ({ isWrong, value: null, text });
  const decide = (
    readings: readonly Reading[],
    minutes: number,
    {
      watch = begun,
      signal = "hold",
      confirms = false,
      conditions = readings.map(() => ({ burn_rate: 2, for_minutes: 5 })) as Condition[],
    }: {
      watch?: Watch;
      signal?: "hold" | "ignore" | "revert";
      confirms?: boolean;
      conditions?: Condition[];
    } = {},
  ) => decideWatch({ revert_if: conditions, missing_signal: signal }, readings, watch, at(minutes), confirms);

  it("take it back once a condition has been so for its minutes, and not before", () => {
    const first = decide([is(true)], 1);
    expect([first.does, first.watch.since]).toEqual(["goes_on", { 0: at(1).toISOString() }]);
    expect(decide([is(true)], 5.9, first).does).toBe("goes_on");
    expect(decide([is(true)], 6, first)).toMatchObject({ does: "revert", why: "It burns." });
    // It was well meanwhile.
    const well = decide([is(false)], 4, first);
    expect(well.watch.since).toEqual({});
    expect(decide([is(true)], 6, well).does).toBe("goes_on");
    expect(decide([is(true)], 1, { conditions: [{ engine: "refuses" }] }).does).toBe("revert");
  });

  it("do not take what is not measured any more for well, nor for wrong", () => {
    const first = decide([is(true)], 1);
    const gone = decide([is(null)], 3, first);
    expect(gone.does).toBe("goes_on");
    expect(decide([is(true)], 6, gone).does).toBe("revert");
  });

  it("let what is missing count as the proposal says", () => {
    const first = decide([is(null, "Nothing was measured.")], 1);
    const missing = 1 + missingMs / minuteMs;
    const later = (signal: "hold" | "ignore" | "revert") =>
      decide([is(null, "Nothing was measured.")], missing, { watch: first.watch, signal });
    expect(later("ignore").does).toBe("goes_on");
    expect(later("revert")).toMatchObject({ does: "revert", why: "Nothing was measured." });
    const held = later("hold");
    expect([held.does, held.watch.asked]).toEqual(["asks", true]);
    // People are asked once.
    expect(decide([is(null)], missing + 1, held).does).toBe("goes_on");
    // Once it was measured again, and vanishes again, once more.
    const back = decide([is(false)], missing + 2, held);
    expect(back.watch.asked).toBe(false);
    const again = decide([is(null)], missing + 3, back);
    expect(decide([is(null)], missing + 3 + missingMs / minuteMs, again).does).toBe("asks");
    expect(decide([is(null)], 60, held).does).toBe("revert");
    expect(decide([is(null)], 60, { ...held, confirms: true }).does).toBe("goes_on");
    expect(decide([is(null)], 60, { watch: first.watch, signal: "ignore" }).does).toBe("over");
  });

  it("end the watch at its time", () => {
    expect(decide([is(false)], 59.9).does).toBe("goes_on");
    expect(decide([is(false)], 60).does).toBe("over");
    expect(decide([is(true)], 60, { watch: { ...begun, since: { 0: at(50).toISOString() } } }).does).toBe(
      "revert",
    );
  });

  it("do not end a short watch well while something is wrong or was not measured", () => {
    const short: Watch = { ...begun, until: at(1).toISOString() };
    const unknown = is(null, "Nothing was measured.");
    const longer = decide([unknown], 1, { watch: short });
    expect([longer.does, longer.watch.until]).toEqual(["goes_on", at(6).toISOString()]);
    const held = decide([unknown], 6, longer);
    expect([held.does, held.watch.until]).toEqual(["asks", at(11).toISOString()]);
    expect(decide([is(false)], 7, { watch: longer.watch }).does).toBe("over");
    expect(decide([unknown], 11, held).does).toBe("revert");
    expect(decide([unknown], 6, { ...longer, signal: "revert" }).does).toBe("revert");
    const ignored = decide([unknown], 1, { watch: short, signal: "ignore" });
    expect([ignored.does, endOfWatch(ignored.watch)]).toEqual([
      "over",
      "The watch is over. Not all of it was measured: Nothing was measured.",
    ]);
    const burning = decide([is(true)], 1, { watch: short });
    expect([burning.does, burning.watch.until]).toEqual(["goes_on", at(6).toISOString()]);
    expect(decide([is(true)], 6, burning).does).toBe("revert");
    expect(decide([is(false)], 2, { watch: short }).does).toBe("over");
  });

  it("watch for as long as it is said, or as it may be confirmed, or an hour", () => {
    const head = { revert_if: [{ engine: "refuses" }], watch_minutes: null, confirm_within_minutes: null };
    const until = (more: object) => watchFrom({ ...head, ...more } as never, at(0))?.until;
    expect(until({})).toBe(at(60).toISOString());
    expect(until({ confirm_within_minutes: 10 })).toBe(at(10).toISOString());
    expect(until({ confirm_within_minutes: 10, watch_minutes: 5 })).toBe(at(5).toISOString());
    expect(until({ revert_if: [] })).toBeUndefined();
    expect(until({ revert_if: [], watch_minutes: 5 })).toBe(at(5).toISOString());
  });
});

describe("the service", () => {
  const contract = contractFor(import.meta.url);
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(noon);
  });
  afterEach(() => void vi.useRealTimers());
  const later = (minutes: number) => vi.setSystemTime(at(minutes));
  const flush = () => contract().service.proposals.flush();
  const last = ({ acts }: { acts: { act: string; comment: string | null }[] }) => acts.at(-1);

  async function applied(own: ReturnType<typeof proposerOf>, more: object) {
    const { id } = await own.propose({ bundle: { teams: [{ name: `Core ${Math.random()}` }] }, ...more });
    await own.done(id, "apply");
    return id;
  }

  it("takes back what makes an SLO burn for too long", async () => {
    const tenant = await contract().tenant();
    const { api } = tenant;
    const own = proposerOf(api);
    const slo = await makeSlo(tenant, "checkout", "availability");
    const report = (burn_rate: number, minutes: number) =>
      api("PUT", `state/slos/${slo}`, { body: { burn_rate, last_evaluated_at: at(minutes).toISOString() } });
    await report(50, -1);
    const id = await applied(own, { revert_if: [{ slo_id: slo, burn_rate: 10, for_minutes: 2 }] });
    await flush();
    // What was measured before says nothing of the change.
    expect((await own.get(id)).status).toBe("applied");
    later(2);
    await report(50, 2);
    await flush();
    later(3.5);
    await report(40, 3.5);
    await flush();
    const watched = await own.get(id);
    expect([watched.status, watched.watched, watched.may]).toMatchObject([
      "applied",
      [{ state: "wrong", value: 40, since: at(2).toISOString(), unknown_since: null }],
      [
        { act: "confirm", why: null },
        { act: "revert", why: null },
      ],
    ]);
    later(4);
    await flush();
    const reverted = await own.get(id);
    expect([reverted.status, last(reverted)?.comment]).toEqual([
      "reverted",
      `The budget of the SLO "availability" is spent 40 times as fast as it may be, which is more than 10.`,
    ]);
  });

  it("does not go by the last figures of an SLO that gives no data", async () => {
    const tenant = await contract().tenant();
    const own = proposerOf(tenant.api);
    const slo = await makeSlo(tenant, "checkout", "availability");
    const report = (body: object) => tenant.api("PUT", `state/slos/${slo}`, { body });
    const id = await applied(own, {
      ...{ revert_if: [{ service: "checkout", burn_rate: 10 }], missing_signal: "revert", watch_minutes: 60 },
    });
    later(1);
    await report({ status: "healthy", burn_rate: 1, last_evaluated_at: at(1).toISOString() });
    await flush();
    expect((await own.get(id)).watched[0].state).toBe("well");
    later(2);
    expect((await report({ status: "no_data", burn_rate: null })).status).toBe(200);
    await flush();
    expect((await own.get(id)).watched[0]).toMatchObject({
      state: "unknown",
      unknown_since: at(2).toISOString(),
    });
    later(7);
    await flush();
    expect((await own.get(id)).status).toBe("reverted");
  });

  it("takes back what more critical alerts follow, and confirms what none follow", async () => {
    const scene = await makeScene(contract());
    const own = proposerOf(scene.tenant.api);
    const labels = { service: "checkout", severity: "critical" };
    await scene.notify({}, [{ name: "Before", startsAt: at(-5).toISOString(), labels }]);
    const watched = { revert_if: [{ service: "checkout", critical_alerts: 1 }], watch_minutes: 10 };
    const id = await applied(own, watched);
    later(1);
    await scene.notify({}, [{ name: "One", startsAt: at(0.5).toISOString(), labels }]);
    await flush();
    expect((await own.get(id)).status).toBe("applied");
    await scene.notify({}, [{ name: "Two", startsAt: at(0.7).toISOString(), labels }]);
    later(2);
    await flush();
    expect((await own.get(id)).status).toBe("reverted");
    const quiet = await applied(own, watched);
    later(3);
    // That something sends alerts shows that none of this service began.
    await scene.notify({}, [{ name: "Elsewhere", startsAt: at(2.5).toISOString(), labels: {} }]);
    await flush();
    later(13);
    await flush();
    const kept = await own.get(quiet);
    expect([kept.status, last(kept)?.act, kept.watch_until]).toEqual(["confirmed", "confirm", null]);
  });

  describe("where alerts are counted and nothing brings any", () => {
    const watched = {
      revert_if: [{ service: "checkout", critical_alerts: 0 }],
      ...{ watch_minutes: 20, confirm_within_minutes: 30 },
    };
    const nothing = "Nothing that brings alerts has said anything since the change.";

    it("does as missing_signal says", async () => {
      const scene = await makeScene(contract());
      const own = proposerOf(scene.tenant.api);
      const made = async (missing_signal: string) => applied(own, { ...watched, missing_signal });
      const [hold, ignore, revert] = [await made("hold"), await made("ignore"), await made("revert")];
      const all = async () =>
        Promise.all([hold, ignore, revert].map(async (id) => (await own.get(id)).status));
      await flush();
      later(4.8);
      await flush();
      expect(await all()).toEqual(["applied", "applied", "applied"]);
      later(5);
      await flush();
      expect(await all()).toEqual(["applied", "applied", "reverted"]);
      expect(last(await own.get(revert))?.comment).toBe(nothing);
      expect(last(await own.get(hold))).toMatchObject({ act: "wait", comment: nothing });
      expect((await own.get(ignore)).acts.map(({ act }: { act: string }) => act)).toEqual([
        "propose",
        "apply",
      ]);
    });

    it("knows that none began while an engine's agent speaks, and no more once it is away", async () => {
      const scene = await makeScene(contract());
      const { tenant, connector } = scene;
      const own = proposerOf(tenant.api);
      const { digest } = (await tenant.api("GET", `render/${connector}`)).body;
      const say = (rest: object) =>
        tenant.api("PUT", `render/${connector}/applied`, { body: { digest, every_seconds: 30, ...rest } });
      await say({ ok: true });
      const id = await applied(own, { ...watched, missing_signal: "revert" });
      for (const minute of [1, 6, 7]) {
        later(minute);
        expect((await say({ ok: true })).status).toBe(200);
        await flush();
      }
      expect((await own.get(id)).status).toBe("applied");
      const away = { ok: false, message: "connection refused", lost: "engine" };
      for (const minute of [8, 12.8, 13]) {
        expect((await own.get(id)).status).toBe("applied");
        later(minute);
        await say(away);
        await flush();
      }
      const reverted = await own.get(id);
      expect([reverted.status, last(reverted)?.comment]).toEqual([
        "reverted",
        'Nobody knows whether alerts began: "alertmanager": Its agent cannot reach it: connection refused.',
      ]);
    });

    it("takes nothing back because an engine is away: that refuses nothing", async () => {
      const scene = await makeScene(contract());
      const { tenant, connector } = scene;
      const own = proposerOf(tenant.api);
      const { digest } = (await tenant.api("GET", `render/${connector}`)).body;
      const id = await applied(own, { revert_if: [{ engine: "refuses" }], watch_minutes: 30 });
      later(1);
      const away = { digest, every_seconds: 30, ok: false, message: "connection refused", lost: "engine" };
      expect((await tenant.api("PUT", `render/${connector}/applied`, { body: away })).status).toBe(200);
      await flush();
      const { status, watched } = await own.get(id);
      expect([status, watched[0].text]).toEqual([
        "applied",
        "An engine says nothing of it: connection refused.",
      ]);
    });

    it("goes by a heartbeat whose signals are alerts", async () => {
      const scene = await makeScene(contract());
      const own = proposerOf(scene.tenant.api);
      await created(scene, "alert_heartbeats", {
        ...{ name: "Watchdog", every_minutes: 60, matchers: ["alertname=Watchdog"] },
      });
      const watchdog = { name: "Watchdog", startsAt: at(-60).toISOString() };
      const id = await applied(own, { ...watched, missing_signal: "revert" });
      await flush();
      later(1);
      await scene.notify({}, [watchdog]);
      for (const minute of [4.8, 6, 15]) {
        later(minute);
        await flush();
      }
      expect((await own.get(id)).status).toBe("applied");
    });
  });

  it("does not take a drill that nobody has started for one that went well", async () => {
    const scene = await makeScene(contract());
    const own = proposerOf(scene.tenant.api);
    const drill = async (minute: number, status: string) =>
      contract().database.queryText(
        {
          name: "test-drill",
          text: `INSERT INTO drills (organization_id, id, route_id, until, labels, annotations, begun_by, created_at, deadline, status, ended_at)
            VALUES ($1, 'drill_' || $3::text, $2, 'sent', '{}', '{}', 'x', $4, $4, $3, CASE WHEN $3 <> 'running' THEN $4::timestamptz END)`,
        },
        [scene.tenant.organization.id, scene.route, status, at(minute)],
      );
    // One of before the change says nothing of it.
    await drill(-1, "proved");
    const watched = { revert_if: [{ drill: scene.route }], watch_minutes: 60 };
    const hold = await applied(own, watched);
    const revert = await applied(own, { ...watched, missing_signal: "revert" });
    const statuses = async () => [(await own.get(hold)).status, (await own.get(revert)).status];
    for (const minute of [0, 4.8]) {
      later(minute);
      await flush();
    }
    expect(await statuses()).toEqual(["applied", "applied"]);
    later(5);
    await flush();
    expect(await statuses()).toEqual(["applied", "reverted"]);
    expect(last(await own.get(hold))).toMatchObject({
      act: "wait",
      comment: 'No drill of the route "all" has ended since the change.',
    });
    await drill(6, "failed");
    await drill(7, "running");
    later(8);
    await flush();
    expect(last(await own.get(hold))).toMatchObject({
      act: "revert",
      comment: 'The drill drill_failed of the route "all" failed.',
    });
    // What proved a route that is gone proves nothing.
    const third = await applied(own, watched);
    await contract().database.queryText(
      { name: "test-drill-later", text: "UPDATE drills SET created_at = $1 WHERE id = 'drill_proved'" },
      [at(9)],
    );
    const seen = async (minute: number) => {
      later(minute);
      await flush();
      return (await own.get(third)).watched[0];
    };
    expect((await seen(10)).state).toBe("well");
    expect((await scene.tenant.config("DELETE", `alert_routes/${scene.route}`)).status).toBe(200);
    expect(await seen(11)).toMatchObject({ state: "unknown", text: expect.stringContaining("is gone") });
  });

  it("asks people where nothing is measured, and takes it back where nobody confirms it", async () => {
    const scene = await makeScene(contract());
    const own = proposerOf(scene.tenant.api);
    const slo = await makeSlo(scene.tenant, "checkout", "availability");
    const id = await applied(own, { revert_if: [{ slo_id: slo, burn_rate: 2 }], confirm_within_minutes: 20 });
    expect((await scene.tenant.config("DELETE", `slos/${slo}`)).status).toBe(200);
    await flush();
    later(6);
    await flush();
    const asked = await own.get(id);
    expect([asked.status, last(asked)]).toMatchObject([
      "applied",
      { act: "wait", comment: `Nothing was measured of the SLO ${slo} since the change.` },
    ]);
    later(20);
    await flush();
    expect((await own.get(id)).status).toBe("reverted");
  });

  it("takes back what its behaviour test or engine stands against", async () => {
    const scene = await makeScene(contract());
    const own = proposerOf(scene.tenant.api);
    const test_id = await created(scene, "behaviour_tests", {
      name: "All are notified",
      alert: { labels: { alertname: "Disk" } },
      expect: { notified: ["room"] },
    });
    const tested = await applied(own, { revert_if: [{ test_id }], watch_minutes: 30 });
    const refusing = await applied(own, { revert_if: [{ engine: "refuses" }], watch_minutes: 30 });
    await flush();
    expect([(await own.get(tested)).status, (await own.get(refusing)).status]).toEqual([
      "applied",
      "applied",
    ]);
    const said = await scene.tenant.config("PUT", `alert_routes/${scene.route}?override_tests=now`, {
      body: { enabled: false },
    });
    expect(said.status, said.text).toBe(200);
    await contract().database.queryText(
      {
        name: "test-refuses",
        text: `INSERT INTO render_acknowledgements (organization_id, connector_id, instance, digest, ok, message, targets, at, heard_at)
          VALUES ($1, $2, '', 'x', false, 'bad rule', '[]', $3, now())`,
      },
      [scene.tenant.organization.id, scene.connector, at(1)],
    );
    later(2);
    await flush();
    expect(last(await own.get(tested))).toMatchObject({
      act: "revert",
      comment: 'The behaviour test "All are notified" fails.',
    });
    expect(last(await own.get(refusing))).toMatchObject({
      act: "revert",
      comment: "An engine refuses what it is given: bad rule.",
    });
  });

  it("refuses conditions that name nothing, or several things", async () => {
    const { api } = await contract().tenant();
    const own = proposerOf(api);
    for (const condition of [
      {},
      { burn_rate: 2 },
      { slo_id: "slo_1", service: "checkout", burn_rate: 2 },
      { critical_alerts: 1 },
      { engine: "refuses", test_id: "test_1" },
      { engine: "refuses", for_minutes: 2 },
      { drill: "route_1", service: "checkout" },
    ])
      expect(
        refusal(await own.ask({ bundle: { teams: [] }, revert_if: [condition] }))[0],
        JSON.stringify(condition),
      ).toBe(422);
  });

  it("refuses conditions on rows that are not there, or are another organization's, and names the way out", async () => {
    const [tenant, other] = [await contract().tenant(), await contract().tenant()];
    const own = proposerOf(tenant.api);
    const theirs = await makeSlo(other, "checkout", "availability");
    const wrong = [
      [{ slo_id: theirs, burn_rate: 2 }, "slo_id"],
      [{ slo_id: "slo_none", burn_rate: 2 }, "slo_id"],
      [{ test_id: "btest_none" }, "test_id"],
      [{ drill: "route_none" }, "drill"],
      [{ service: "checkout", burn_rate: 2 }, "service"],
    ] as const;
    for (const [condition, field] of wrong) {
      const { status, body } = await own.ask({
        bundle: { teams: [{ name: "New" }] },
        revert_if: [{ engine: "refuses" }, condition],
      });
      expect([status, body.field, body.reason]).toEqual([422, `revert_if[1].${field}`, "missing_reference"]);
      expect(body.message).toMatch(/leave it out|name another service/);
    }
    await makeSlo(tenant, "checkout", "availability");
    await own.propose({
      bundle: { teams: [{ name: "New" }] },
      revert_if: [{ service: "checkout", burn_rate: 2 }],
    });
  });
});
