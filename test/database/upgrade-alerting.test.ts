/** What an upgrade makes of stored routes, rules, mutes, targets and connectors now that alerts are taken in. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { migrate, migrations } from "../../src/database/migrate.ts";
import { releaseOf, releases, type Upgraded, upgraded } from "../support/release.ts";

/** Former versions took it: no two groups may have one name now. */
const unreadable = 'service=~"(?P<a>x)|(?P<a>y)"';

describe.each(releases)("the database of %s", (version) => {
  const release = releaseOf(version);
  const first = (kind: string) =>
    release.rows[kind]?.data.find(({ enabled }) => enabled !== false) as { id: string };
  const [route, rule, connector] = ["alert_routes", "outbound_rules", "connectors"].map(first) as [
    { id: string },
    { id: string },
    { id: string },
  ];
  let waiting: unknown[];
  let upgrade: Upgraded;

  const names = migrations.map(({ name }) => name);
  const deliveries = (database: Database) =>
    database.queryText(
      {
        name: "test-deliveries",
        text: "SELECT id, channel, target, lane, source, status, attempts, md5(payload::text) AS payload FROM deliveries ORDER BY ordinal",
      },
      [],
    );

  beforeAll(async () => {
    upgrade = await upgraded(release, async (database) => {
      await database.execute(`
        UPDATE rows SET configuration = configuration || '${JSON.stringify({ matchers: [unreadable] })}'
        WHERE id IN ('${route.id}', '${rule.id}');
        UPDATE rows SET configuration = configuration || '${JSON.stringify({
          ...{ connector_type: "alertmanager", enabled: true },
          metadata: { run_in: "service", version: "0.27.0" },
        })}'
        WHERE id = '${connector.id}'`);
      waiting = await deliveries(database);
      // As a version between the release and this one left it: it had alerts, and no history of them.
      await migrate(
        database,
        migrations.filter(({ name }) => names.indexOf(name) < names.indexOf("alert-history")),
      );
      await database.execute(`
        INSERT INTO alerts (organization_id, id, connector_id, fingerprint, started_at, labels, annotations, title, resolved_at, closed_at)
        SELECT '${release.organization.id}', 'alert_' || n, '${connector.id}', 'print ' || n, now() - n * interval '1 day',
          '{"alertname": "Down", "service": "checkout"}', '{}', 'Down ' || n, now() - n * interval '1 day' + interval '1 hour', now()
        FROM generate_series(1, 3) AS n`);
    });
  });
  afterAll(() => upgrade.close());

  it("keeps what is waiting to be sent as it was", async () => {
    expect(waiting.length).toBeGreaterThan(3);
    expect((await deliveries(upgrade.database)).slice(0, waiting.length)).toEqual(waiting);
  });

  it("has a history of the alerts that had ended, replays it, and says what of the past it cannot know", async () => {
    await upgrade.service.alerts.putIntoHistory();
    const text = "SELECT id FROM alert_history WHERE organization_id = $1 ORDER BY id";
    const kept = await upgrade.database.queryText({ name: "test-kept", text }, [release.organization.id]);
    expect(kept).toEqual(["alert_1", "alert_2", "alert_3"].map((id) => ({ id })));
    const replayOf = async (days: number) => {
      const fields = { service: "upgraded", freeze_until: "2999-01-01T00:00:00Z" };
      const { body } = await upgrade.send("POST", "plans", {
        edits: [
          { op: "save", resource: "alert_routes", id: route.id, fields: { matchers: [] } },
          { op: "create", resource: "deploy_policies", fields },
        ],
        replay_days: days,
      });
      expect(body.problems).toEqual([]);
      return body.effects.replay;
    };
    expect(await replayOf(29)).toMatchObject({
      alerts: 3,
      cut: false,
      gate_verdicts: { asked: 0, cut: true },
    });
    expect(await replayOf(31)).toMatchObject({ alerts: 3, cut: true });
  });

  it("has mutes with their patterns, and no matchers", async () => {
    const { data } = (await upgrade.send("GET", "config/alert_mutes")).body;
    const { data: before } = release.rows.alert_mutes as {
      data: { id: string; pattern: string; expires_at: string }[];
    };
    // The fixture gets older: what ended since then may be forgotten.
    const lasting = before.filter((mute) => Date.parse(mute.expires_at) > Date.now());
    const ids = data.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining(lasting.map(({ id }) => id)));
    for (const { id, pattern, matchers } of data)
      expect([pattern, matchers]).toEqual([before.find((mute) => mute.id === id)?.pattern, []]);
  });

  it("hosts an Alertmanager whose connector asked for it before", async () => {
    const hosted = await upgrade.database.queryText(
      { name: "test-hosted", text: "SELECT connector_id FROM hosted_connectors WHERE connector_id = $1" },
      [connector.id],
    );
    expect(hosted).toEqual([{ connector_id: connector.id }]);
  });

  it("shows, exports and refuses a matcher that no version reads any more, and goes on with the rest", async () => {
    const { send } = upgrade;
    expect((await send("GET", `config/alert_routes/${route.id}`)).body.matchers).toEqual([unreadable]);
    const { body: bundle } = await send("GET", "config/export?format=json");
    expect(bundle.alert_routes.map(({ matchers }: { matchers: string[] }) => matchers)).toContainEqual([
      unreadable,
    ]);

    const { status, body: render } = await send("GET", `render/${connector.id}`);
    expect(status).toBe(200);
    expect(render.refusals).toContainEqual({
      resource: "alert_routes",
      id: route.id,
      field: "matchers[0]",
      message: `${unreadable} cannot be read; write it again`,
    });
    expect(render.files[0].content).toContain("route_");
    expect(render.files[0].content).not.toContain(route.id);

    const resolved = await send("POST", "alert_routes/resolve", { labels: { service: "x" } });
    const reason = `its matcher ${unreadable} cannot be read; write it again`;
    expect(resolved.status).toBe(200);
    expect(resolved.body.routes).toContainEqual(expect.objectContaining({ id: route.id, reason }));
    expect(resolved.body.rules).toContainEqual(expect.objectContaining({ id: rule.id, reason }));

    const kept = await send("PUT", `config/alert_routes/${route.id}`, { name: "Renamed" });
    expect([kept.status, kept.body.name]).toEqual([200, "Renamed"]);
    const written = await send("PUT", `config/alert_routes/${route.id}`, { matchers: [unreadable] });
    expect([written.status, written.body.name]).toEqual([200, "Renamed"]);
    const fixed = await send("PUT", `config/alert_routes/${route.id}`, { matchers: ['service=~"x|y"'] });
    expect(fixed.status).toBe(200);
    expect((await send("GET", `render/${connector.id}`)).body.refusals).not.toContainEqual(
      expect.objectContaining({ id: route.id }),
    );
  });

  it("takes alerts in", async () => {
    const alert = { status: "firing", labels: { alertname: "Down", service: "x" }, annotations: {} };
    const { status } = await upgrade.send("POST", `intake/alertmanager/${connector.id}`, {
      ...{ version: "4", status: "firing", receiver: route.id, groupKey: "{}" },
      ...{ groupLabels: {}, commonLabels: {}, commonAnnotations: {}, externalURL: "", truncatedAlerts: 0 },
      alerts: [
        {
          ...alert,
          startsAt: "2026-11-22T10:00:00Z",
          endsAt: "0001-01-01T00:00:00Z",
          generatorURL: "",
          fingerprint: "00000000000000aa",
        },
      ],
    });
    expect(status).toBe(200);
    const { data } = (await upgrade.send("GET", "alerts")).body;
    expect(data.find(({ title }: { title: string }) => title === "Down")).toMatchObject({
      routes: [{ id: route.id }],
    });
  });
});
