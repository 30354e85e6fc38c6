/** What people add to the demo's rows by hand before its pictures are taken. */

import type { Seeded } from "../../test/console/seed.ts";
import type { TestService } from "../../test/support/service.ts";
import type { Site } from "../../test/support/sign-in.ts";
import { cookieOf, goodPassword, type Person, siteOf } from "../../test/support/sign-in.ts";

/** The person, signed in by two browsers and no more by this program. */
export async function fromBrowsers(site: Site, person: Person): Promise<Person> {
  const { body } = await person.send("GET", "account/sessions");
  const [own] = body.data as { id: string }[];
  let cookie = "";
  for (const agent of [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  ]) {
    cookie = cookieOf(await site.signIn(person.email, goodPassword, { headers: { "user-agent": agent } }));
  }
  const send = site.browser(cookie);
  await send("DELETE", `account/sessions/${own?.id}`);
  return { ...person, cookie, send };
}

/** API keys by name. */
async function makeKeys(person: Person, slug: string): Promise<ReadonlyMap<string, string>> {
  const keys = new Map<string, string>();
  for (const key of [
    { name: "terraform-ci", scopes: ["api:admin"] },
    { name: "deploy-pipeline", scopes: ["api:config_read"], expires_at: inDays(90) },
    { name: "on-call assistant", scopes: ["mcp:read", "mcp:write"], expires_at: inDays(30) },
  ]) {
    const made = await person.send("POST", `organizations/${slug}/api_keys`, { body: key });
    keys.set(key.name, made.body.key);
  }
  return keys;
}

/** An action as the person, by its name. */
export type Act = (action: string, body: object) => Promise<Record<string, unknown>>;

export function actAs(person: Person, slug: string): Act {
  return async (action, body) => {
    const send = (more: object) =>
      person.send("POST", `organizations/${slug}/actions/${action}`, { body: { ...body, ...more } });
    const first = await send({});
    // What a picture is taken of is meant.
    const answer = first.body?.reason === "confirm" ? await send({ confirm: true }) : first;
    if (answer.status > 201) throw new Error(`${action}: ${answer.text}`);
    return answer.body;
  };
}

/** The ids of the rows that have a picture, after people worked on some of them. */
export async function makeLifelike(test: TestService, person: Person, slug: string): Promise<Seeded> {
  const act = actAs(person, slug);
  const idOf = async (kind: string, wanted: Record<string, string>): Promise<string> => {
    const { data } = (await act(`list_${kind}`, {})) as { data: Record<string, string>[] };
    const found = data.find((row) => Object.entries(wanted).every(([name, value]) => row[name] === value));
    if (found?.id === undefined)
      throw new Error(`the demo has no ${JSON.stringify(wanted)} among its ${kind}`);
    return found.id;
  };
  // Names that machines without their font would show as boxes.
  const { body } = await person.send("GET", `organizations/${slug}/members`);
  const emi = (body.data as { id: string; email: string }[]).find(({ email }) => email.startsWith("emi@"));
  await person.send("DELETE", `organizations/${slug}/members/${emi?.id}`);
  await act("update_team", { id: await idOf("teams", { name: "セキュリティ" }), name: "Security" });

  const keys = await makeKeys(person, slug);
  await person.send("POST", "account/tokens", { body: { name: "laptop", organizations: [slug] } });
  const routeId = await idOf("alert_routes", { name: "payments" });
  const freight = await idOf("alert_routes", { name: "freight" });
  const asTerraform = (method: string, path: string, change: object) =>
    test.send(method, `/api/v1/config/${path}`, {
      headers: { authorization: `Bearer ${keys.get("terraform-ci")}` },
      body: change,
    });
  await asTerraform("PUT", `alert_routes/${freight}`, { position: 45 });
  await act("override_deploy_gate", { service: "search", allow: true, reason: "A fix for the slow pages" });
  await asTerraform("POST", "teams", { name: "Returns" });
  await act("update_notification_settings", { muted_events: ["quota_warning"] });
  await makeRotas(
    act,
    (body.data as { email: string }[])
      .map(({ email }) => email)
      .filter((email) => email !== emi?.email && email !== person.email)
      .toSpliced(1, 0, person.email),
  );
  const engine = { name: "prometheus-eu", type: "observability", connector_type: "prometheus" };
  const { id: engineId } = await act("create_connector", engine);
  const set = "platform-repo";
  return {
    planId: await planOf(act, set),
    proposalId: await proposalOf(test, act, slug),
    set,
    engineId: String(engineId),
    alertId: await idOf("alerts", { title: "Nobody can order: the stock of Göteborg-2 cannot be read" }),
    sloId: await idOf("slos", { service: "cart", name: "availability" }),
    refusedSliId: await idOf("slis", { service: "payments", name: "captures that fail" }),
    teamId: await idOf("teams", { name: "Incident command" }),
    flaggedId: await idOf("prompt_templates", { name: "Pasted from a forum" }),
    policyId: await idOf("deploy_policies", { service: "payments" }),
    incidentId: await idOf("status_page_incidents", {
      title: "Card payments are declined more often than usual",
    }),
    routeId,
    bindingId: "checkout@prod",
  };
}

/** A change of who is notified, which waits for an administrator; somebody else has proposed it. */
async function proposalOf(test: TestService, act: Act, slug: string): Promise<string> {
  await act("create_change_policy", {
    ...{ name: "Two pairs of eyes on who is notified", kinds: ["alert_routes"] },
    ...{ approvals: 1, by: "org_admin" },
  });
  const site = siteOf(test);
  const noor = await site.makeMember(slug, "member", "noor@tidewater.example");
  await noor.send("PATCH", "account", { body: { name: "Noor Haddad" } });
  const asNoor = actAs(noor, slug);
  const { data } = (await act("list_alert_routes", {})) as { data: Record<string, string>[] };
  const payments = data.find(({ name }) => name === "payments");
  const { id } = await asNoor("propose_change", {
    title: "Payments goes to the list of the new crew",
    reason: "The crew takes over on Monday. Nobody of the old one is on call after that.",
    edits: [
      {
        ...{ op: "save", resource: "alert_routes", id: payments?.id },
        fields: { destinations: [{ email: "payments-crew@tidewater.example" }] },
      },
    ],
    ...{ confirm_within_minutes: 120 },
    revert_if: [
      { service: "payments", burn_rate: 10, for_minutes: 5 },
      { service: "payments", critical_alerts: 2 },
    ],
  });
  const about = { kind: "alert_routes", id: payments?.id };
  await asNoor("comment_on_proposal", {
    id,
    about,
    comment: "The list has everybody of the crew since today.",
  });
  return String(id);
}

/** One with a gap and somebody who is away, and one of office hours. */
async function makeRotas(act: Act, emails: readonly string[]): Promise<void> {
  const turns = emails.slice(0, 4).map((email) => ({ people: [email] }));
  const day = (days: number) => inDays(days).toISOString().slice(0, 10);
  const weekly = { every: 1, unit: "weeks" };
  const { id } = await act("create_on_call_rota", {
    ...{ name: "Payments", timezone: "Europe/Stockholm", must_cover: { always: true } },
    rotations: [
      { name: "Weeks", role: "primary", turns, starts_on: "2026-01-05", ends_on: day(16), handover: weekly },
      { name: "After", role: "primary", turns, starts_on: day(18), handover: weekly },
      { name: "Second", role: "secondary", turns, offset: 1, starts_on: "2026-01-05", handover: weekly },
    ],
  });
  const { data } = (await act("list_shifts", { id })) as { data: { people: string[]; from: string }[] };
  const next = data.find(({ from }) => Date.parse(from) > Date.now() + 7 * 86_400_000);
  await act("create_absence", { email: next?.people[0], starts_at: next?.from, ends_at: inDays(14) });
}

/** A plan whose replay shows alerts that would have gone elsewhere, of a set of which a row has drifted. */
async function planOf(act: Act, set: string): Promise<string> {
  const plan = (bundle: object) => act("plan_changes", { set, adopt: true, bundle });
  const teams = [{ name: "Returns" }, { name: "Customs" }];
  const gate = (error_budget_threshold: number) => [{ service: "returns", error_budget_threshold }];
  const first = await plan({ teams, deploy_policies: gate(20) });
  await act("apply_plan", { id: first.id, confirm: first.id });
  const { data } = (await act("list_deploy_policies", {})) as { data: Record<string, string>[] };
  const drifted = data.find(({ service }) => service === "returns");
  await act("update_deploy_policy", { id: drifted?.id, error_budget_threshold: 40 });
  const { id } = await plan({
    teams: [...teams, { name: "Harbour" }],
    deploy_policies: gate(30),
    alert_routes: [
      {
        name: "payments",
        position: 10,
        matchers: ['service="payments"', 'severity="critical"'],
        destinations: [{ team_id: { name: "Payments" } }],
      },
    ],
  });
  return String(id);
}

function inDays(days: number): Date {
  return new Date(Date.now() + days * 86_400_000);
}
