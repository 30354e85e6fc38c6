/** Why somebody was notified of an alert, or was not: what was sent, and each reason for which nothing was. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MailServer, startMailServer } from "../events/support.ts";
import { agentOf } from "../mcp/support.ts";
import { makePerson, makeToken } from "../support/people.ts";
import { startService, type TestService } from "../support/service.ts";
import { created, listed, makeScene, minute, type Scene } from "./support.ts";

let app: TestService;
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startService({ SMTP_URL: mail.url });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

const ann = "Ann@example.com";
const labels = { service: "checkout", severity: "critical" };

interface Said {
  readonly notified: boolean | null;
  readonly reason: string;
  readonly next_at: string | null;
  readonly steps: readonly { readonly row: { readonly kind: string } | null; readonly said: string }[];
}

/** A team with a member, and a route to it alone. */
async function scene(route: object = {}): Promise<Scene & { readonly team: string }> {
  const of = await makeScene(app);
  await makePerson(app.database, of.tenant.organization.id, ann);
  const team = await created(of, "teams", { name: "Payments" });
  await created(of, "team_members", { team_id: team, email: ann });
  const body = { destinations: [{ team_id: team }], ...route };
  expect((await of.tenant.config("PUT", `alert_routes/${of.route}`, { body })).status).toBe(200);
  return { ...of, team };
}

async function fire(of: Scene, more: object = {}, name = "A"): Promise<string> {
  const answer = await of.notify({}, [{ name, startsAt: minute(0), labels: { ...labels, ...more } }]);
  expect(answer.status, answer.text).toBe(200);
  await app.service.delivery.flush();
  return (await listed(of)).find(({ title }) => title === name).id;
}

async function why(of: Scene, id: string, body: object): Promise<Said> {
  const answer = await of.tenant.api("POST", `alerts/${id}/why`, { body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const put = async (of: Scene, place: string, body: object) => {
  const answer = await of.tenant.config("PUT", place, { body });
  expect(answer.status, answer.text).toBeLessThan(202);
};

describe("who got a message", () => {
  it("was notified: the person, whatever the case, and the team; a mailbox that nothing leads to was not", async () => {
    const of = await scene();
    const id = await fire(of);
    const person = await why(of, id, { email: "ann@EXAMPLE.com" });
    expect(person).toMatchObject({ notified: true, next_at: null });
    expect(person.reason).toMatch(/^A message was sent to ann@EXAMPLE.com on .*, by the route "all"\.$/);
    expect((await why(of, id, { team_id: of.team })).notified).toBe(true);
    const nobody = await why(of, id, { email: "bob@example.com" });
    expect(nobody).toMatchObject({
      notified: false,
      reason: 'No route and no rule leads to bob@example.com. It was taken by "all".',
    });
    expect(nobody.steps.map(({ said }) => said)).toContain(
      'The route "all" took it, and leads to the team "Payments", not to bob@example.com.',
    );
    const pager = await why(of, id, { target_id: of.pager });
    expect(pager.reason).toBe('No route and no rule leads to the target "pager". It was taken by "all".');
  });

  it("is one of several ways to a mailbox: a target that mails to it counts", async () => {
    const of = await scene();
    const box = await created(of, "outbound_configs", { name: "box", kind: "email", address: ann });
    await put(of, `alert_routes/${of.route}`, { destinations: [{ outbound_config_id: box }] });
    const id = await fire(of);
    const person = await why(of, id, { email: "ann@example.com" });
    expect(person.notified).toBe(true);
    expect(person.reason).toContain('ann@example.com through the target "box"');
    expect((await why(of, id, { target_id: box })).notified).toBe(true);
    // The team's member was mailed, and not by a route that names the team.
    expect((await why(of, id, { team_id: of.team })).notified).toBe(false);
  });
});

describe("a message that did not arrive", () => {
  it("is the reason, with the error, and while it is tried", async () => {
    const of = await scene();
    mail.answer = () => 550;
    const id = await fire(of);
    const { notified, reason } = await why(of, id, { email: ann });
    mail.answer = () => undefined;
    expect(notified).toBe(false);
    expect(reason).toMatch(
      /^A message to Ann@example.com, by the route "all", did not arrive yet, and is tried again: .*550/,
    );
  });
});

describe("what keeps it back", () => {
  it("is the reason, with its end, and what comes then", async () => {
    const of = await scene();
    const times = { duration_minutes: 60 };
    const mute = { matchers: ['service="checkout"'], reason: "maintenance", ...times };
    await created(of, "alert_mutes", mute);
    const id = await fire(of);
    const { notified, reason, next_at, steps } = await why(of, id, { email: ann });
    expect(notified).toBe(false);
    expect(reason).toMatch(/^The mute "service=\\"checkout\\"" keeps it back until .* UTC\.$/);
    expect(Math.abs(Date.parse(next_at ?? "") - Date.now() - 3_600_000)).toBeLessThan(60_000);
    expect(steps[0]?.row?.kind).toBe("alerts");
    // Whom nothing leads to would not be notified without it either.
    expect((await why(of, id, { target_id: of.room })).reason).toMatch(/^No route and no rule leads/);
  });

  it("is a mute of the route alone, or another alert", async () => {
    const of = await scene();
    const times = { duration_minutes: 60 };
    await created(of, "alert_mutes", { matchers: [], route_ids: [of.route], reason: "move", ...times });
    const id = await fire(of);
    expect((await why(of, id, { email: ann })).reason).toMatch(
      /^The route "all" took it, and leads to Ann@example\.com, but the mute "move" keeps back what it sends/,
    );

    const other = await scene();
    await created(other, "alert_inhibitions", {
      ...{ name: "Cluster down", source_matchers: ["alertname=Down"], target_matchers: ["alertname=A"] },
      equal: ["service"],
    });
    const down = await fire(other, {}, "Down");
    const slow = await fire(other);
    const said = await why(other, slow, { team_id: other.team });
    expect(said).toMatchObject({
      ...{ notified: false, next_at: null },
      reason: `The inhibition "Cluster down" keeps it back because of the alert ${down}.`,
    });
  });
});

describe("a row that leads there", () => {
  it("did not take it, or took it before somebody was in its team", async () => {
    const of = await scene({ matchers: ['service="shop"'] });
    const all = {
      name: "rest",
      matchers: ['alertname=~".+"'],
      destinations: [{ outbound_config_id: of.room }],
    };
    const rest = await created(of, "alert_routes", all);
    await of.notify({ receiver: rest }, [{ name: "A", startsAt: minute(0), labels }]);
    const [{ id }] = await listed(of);
    expect((await why(of, id, { email: ann })).reason).toBe(
      'The route "all" leads to Ann@example.com, and did not take it: service is checkout; the route wants service="shop".',
    );
    const bob = "bob@example.com";
    await makePerson(app.database, of.tenant.organization.id, bob);
    const late = await scene();
    const fired = await fire(late);
    await makePerson(app.database, late.tenant.organization.id, bob);
    await created(late, "team_members", { team_id: late.team, email: bob });
    expect((await why(late, fired, { email: bob })).reason).toMatch(
      /^The route "all" took it, and leads to bob@example.com, but bob@example.com is in the team "Payments" only since /,
    );
  });

  it("is a target that is off, a rule whose step is yet to come, or that somebody acknowledged before", async () => {
    const of = await scene();
    await put(of, `outbound_configs/${of.pager}`, { enabled: false });
    await put(of, `alert_routes/${of.route}`, { destinations: [{ outbound_config_id: of.pager }] });
    const rule = { name: "escalate", matchers: ['alertname=~".+"'], delay_seconds: 3_600 };
    await created(of, "outbound_rules", { ...rule, outbound_config_id: of.room });
    const id = await fire(of);
    expect((await why(of, id, { target_id: of.pager })).reason).toBe(
      'The route "all" took it, and leads to the target "pager", but the target "pager" is switched off.',
    );
    const room = await why(of, id, { target_id: of.room });
    expect(room.reason).toMatch(/^The rule "escalate" sends step 1 to the target "room" on /);
    expect(Date.parse(room.next_at ?? "")).toBeGreaterThan(Date.now());
    expect((await of.tenant.api("POST", `alerts/${id}/acknowledge`)).status).toBe(200);
    const taken = await why(of, id, { target_id: of.room });
    expect(taken.next_at).toBeNull();
    expect(taken.reason).toMatch(/had acknowledged it before that step\.$/);
  });
});

describe("the settings of notifications", () => {
  it("say as it was why there is no mail, to the person and to org_admins alone", async () => {
    const of = await scene({ destinations: [{ email: "ops@example.com" }] });
    const { id: organization } = of.tenant.organization;
    const settings = { recipients: [ann], muted_events: ["alert_created"] };
    await put(of, "notification_settings", settings);
    const id = await fire(of);
    const muted = "notification_settings.muted_events holds alert_created.";
    const of_admin = await why(of, id, { email: ann });
    expect(of_admin.steps.map(({ said }) => said)).toContain(muted);
    // What was decided stays, whatever the settings say since.
    await put(of, "notification_settings", { muted_events: [] });
    expect((await why(of, id, { email: ann })).steps.map(({ said }) => said)).toContain(muted);
    const people = [ann, "other@example.com"].map((email) => makePerson(app.database, organization, email));
    const [own, other] = await Promise.all(
      (await Promise.all(people)).map((person) => makeToken(app.database, person, [organization])),
    );
    const asked = async (key: string | undefined) =>
      JSON.stringify(await agentOf(app, key ?? "").call("explain_notification", { id, email: ann }));
    expect(await asked(own)).toContain(muted);
    const hidden = await asked(other);
    expect(hidden).not.toContain("muted_events");
    expect(hidden).toContain("is said to them and to org_admins");
  });
});

describe("a question", () => {
  it("is about one, and about one that is there", async () => {
    const of = await scene();
    const id = await fire(of);
    for (const body of [{}, { email: ann, team_id: of.team }]) {
      const { status, text } = await of.tenant.api("POST", `alerts/${id}/why`, { body });
      expect(status).toBe(422);
      expect(text).toContain("give one of email, target_id, team_id");
    }
    const gone = await of.tenant.api("POST", `alerts/${id}/why`, { body: { target_id: "outcfg_x" } });
    expect(gone.status).toBe(422);
    expect((await of.tenant.api("POST", "alerts/alert_x/why", { body: { email: ann } })).status).toBe(404);
  });
});
