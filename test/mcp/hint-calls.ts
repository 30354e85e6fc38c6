/** Calls that do what their actions are for, where those of action-cases.ts are refused, or find nothing to do. */
import { expect } from "vitest";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { created, listed, minute, webhook } from "../alerts/support.ts";
import { type Drilled, makeDrilled, watched } from "../drills/scene.ts";
import { makePerson } from "../support/people.ts";
import type { Receivers } from "../support/receivers.ts";
import type { Send, TestService } from "../support/service.ts";

/** Where the calls are made. */
export interface Stage extends Drilled {
  readonly app: TestService;
  readonly rota: string;
  /** Where everything is asked for and sent to. */
  readonly receivers: Receivers;
}

export interface HintCall {
  readonly action: string;
  /** What is sent, once everything is there that it is about. */
  readonly input: (stage: Stage) => Promise<JsonObject> | JsonObject;
}

const [ada, ben] = ["ada@example.com", "ben@example.com"];

export async function makeStage(app: TestService, receivers: Receivers): Promise<Stage> {
  const drilled = await makeDrilled(app, receivers);
  const { organization } = drilled.tenant;
  for (const email of [ada, ben]) await makePerson(app.database, organization.id, email);
  const rotation = {
    ...{ role: "primary", turns: [{ people: [ada] }, { people: [ben] }], starts_on: "2099-01-05" },
    handover: { every: 1, unit: "weeks", at: "00:00" },
  };
  const rota = await created(drilled, "on_call_rotas", {
    ...{ name: "Payments", timezone: "UTC", rotations: [rotation] },
  });
  // So that an open alert has steps to come.
  await created(drilled, "outbound_rules", {
    ...{
      name: "later",
      outbound_config_id: drilled.rest,
      matchers: ['alertname=~".+"'],
      delay_seconds: 3_600,
    },
  });
  await watched(drilled, "checkout");
  const saved = await drilled.tenant.config("PUT", "notification_settings", {
    body: { recipients: ["sre@example.com"] },
  });
  expect(saved.status, saved.text).toBe(201);
  return { ...drilled, app, rota, receivers };
}

let serial = 0;
function fresh(what: string): string {
  serial += 1;
  return `${what} ${serial}`;
}
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const api = async ({ tenant }: Stage, method: Parameters<Send>[0], path: string, body?: object) => {
  const answer = await tenant.api(method, path, body === undefined ? {} : { body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};

/** An alert that is open, of which targets were notified. */
async function fired(stage: Stage, labels: Readonly<Record<string, string>> = { service: "shop" }) {
  const name = fresh("Alert");
  const answer = await stage.notify({}, [{ name, startsAt: minute(0), labels }]);
  expect(answer.status, answer.text).toBe(200);
  await stage.app.service.delivery.flush();
  const alert = (await listed(stage, "?status=open")).find(({ labels }) => labels.alertname === name);
  return { id: alert.id as string, name };
}

const mute = (stage: Stage) =>
  created(stage, "alert_mutes", { pattern: fresh("mute"), reason: "work", duration_minutes: 60 });

const intake = ({ connector, route }: Stage, name: string, endsAt?: string): JsonObject => ({
  connector_id: connector,
  ...webhook({ receiver: route }, [
    { name, startsAt: minute(0), labels: { service: "shop" }, ...(endsAt === undefined ? {} : { endsAt }) },
  ]),
});

const silence = (id: string, state: string): JsonObject => ({
  ...{ id, state, created_by: "ada", comment: "noise", ends_at: inHours(1) },
  matchers: [{ name: "silence", value: id, is_regex: false, is_equal: true }],
});

const teams = () => ({ teams: [{ name: fresh("Team") }] });

const planned = (stage: Stage, body: object) => api(stage, "POST", "plans", body);

const confirmed = ({ id }: { readonly id: string }) => ({ id, confirm: id });

const proposed = (stage: Stage, bundle: object = teams()) =>
  api(stage, "POST", "proposals", { title: "A change", bundle });

async function applied(stage: Stage) {
  const set = fresh("set").replace(" ", "-");
  const { id } = await planned(stage, { bundle: teams(), set });
  await api(stage, "POST", `plans/${id}/apply`, {});
  return { id, set };
}

const shift = { from: "2099-01-06T00:00:00Z", email: ada, with: ben };

const prometheus = async (stage: Stage) =>
  created(stage, "data_sources", { name: fresh("Metrics"), type: "prometheus", url: stage.receivers.url });

async function slo(stage: Stage) {
  const [data_source_id, name] = [await prometheus(stage), fresh("slo")];
  const queries = { bad_query: "sum(rate(bad[5m]))", total_query: "sum(rate(all[5m]))" };
  const of = { name, service: "shop" };
  const sli_id = await created(stage, "slis", { ...of, ...queries, kind: "ratio", data_source_id });
  return created(stage, "slos", { ...of, sli_id, target_percent: 99.9, window_days: 30 });
}

/** Rows that alerts are about, by the singular of their kind. */
const raising: Readonly<Record<string, (stage: Stage) => Promise<string>>> = {
  async slo(stage) {
    const id = await slo(stage);
    await fired(stage, { orgconfig_slo_id: id });
    return id;
  },
  async synthetic_check(stage) {
    const body = { name: fresh("check"), kind: "http", target: "https://shop.example.com" };
    const id = await created(stage, "synthetic_checks", body);
    await fired(stage, { orgconfig_check_id: id });
    return id;
  },
  async certificate_monitor(stage) {
    const hostname = `${fresh("shop").replace(" ", "-")}.example.com`;
    const id = await created(stage, "certificate_monitors", { hostname });
    await fired(stage, { orgconfig_certificate_id: id });
    return id;
  },
  async alert_heartbeat(stage) {
    const id = await watched(stage, fresh("beat").replace(" ", "-"));
    const { url } = await api(stage, "GET", `config/alert_heartbeats/${id}`);
    await stage.app.send("POST", new URL(url).pathname);
    await stage.app.service.heartbeats.flush();
    for (const late of [
      "UPDATE heartbeat_watch SET up_since = now() - interval '1 day', watched_at = now()",
      `UPDATE heartbeats SET due_at = now() - interval '1 minute' WHERE id = '${id}'`,
    ])
      await stage.app.database.execute(late);
    await stage.app.service.heartbeats.flush();
    await stage.app.service.delivery.flush();
    return id;
  },
};

export const hintCalls: readonly HintCall[] = [
  {
    action: "invite_member",
    input: () => ({ email: "eve@example.com", role: "viewer", confirm: true }),
  },
  { action: "get_alert", input: async (stage) => ({ id: (await fired(stage)).id }) },
  {
    action: "explain_notification",
    input: async (stage) => ({ id: (await fired(stage)).id, target_id: stage.pager }),
  },
  { action: "acknowledge_alert", input: async (stage) => ({ id: (await fired(stage)).id }) },
  { action: "resolve_alert", input: async (stage) => ({ id: (await fired(stage)).id }) },
  { action: "take_in_alerts", input: (stage) => intake(stage, fresh("New")) },
  { action: "take_in_alerts", input: async (stage) => intake(stage, (await fired(stage)).name, minute(5)) },
  // It has none of those that are open, and none was seen for a while.
  {
    action: "report_alerts",
    input: async (stage) => {
      await fired(stage);
      return { connector_id: stage.connector, since: inHours(1), alerts: [] };
    },
  },
  {
    action: "exchange_silences",
    input: ({ connector }) => ({ connector_id: connector, silences: [silence("one", "active")] }),
  },
  {
    action: "exchange_silences",
    input: async (stage) => {
      const path = `render/${stage.connector}/silences`;
      await api(stage, "PUT", path, { silences: [silence("two", "active")] });
      return { connector_id: stage.connector, silences: [silence("two", "expired")] };
    },
  },
  {
    action: "extend_alert_mute",
    input: async (stage) => ({ id: await mute(stage), until: inHours(48) }),
  },
  {
    action: "override_deploy_gate",
    input: async (stage) => {
      await api(stage, "POST", "deploy_gate/override", { service: "cart", allow: false, reason: "a freeze" });
      return { service: "cart", allow: true, reason: "a fix", confirm: true };
    },
  },
  { action: "list_shifts_of_person", input: () => ({ email: "ann@example.com" }) },
  { action: "list_shifts", input: ({ rota }) => ({ id: rota }) },
  { action: "check_coverage", input: ({ rota }) => ({ id: rota }) },
  {
    action: "ask_to_be_reached",
    input: async (stage) => {
      // Somebody who is on call within the days that are looked at, and has no device.
      const turns = [{ people: [ada] }];
      const handover = { every: 1, unit: "weeks" };
      const rotations = [{ role: "primary", turns, starts_on: "2026-01-05", handover }];
      return {
        id: await created(stage, "on_call_rotas", { name: fresh("Reached"), timezone: "UTC", rotations }),
      };
    },
  },
  { action: "on_call_load", input: () => ({ from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" }) },
  {
    action: "take_shift",
    input: async (stage) => {
      await api(stage, "POST", `on_call_rotas/${stage.rota}/swap`, { ...shift, to: "2099-01-07T00:00:00Z" });
      return { id: stage.rota, ...shift, to: "2099-01-08T00:00:00Z", email: null };
    },
  },
  {
    action: "make_on_call_feed",
    input: async (stage) => {
      await api(stage, "POST", `on_call_rotas/${stage.rota}/feed`, {});
      return { id: stage.rota };
    },
  },
  {
    action: "end_on_call_feed",
    input: async (stage) => {
      await api(stage, "POST", `on_call_rotas/${stage.rota}/feed`, {});
      return { id: stage.rota };
    },
  },
  { action: "run_tests", input: () => ({}) },
  {
    action: "start_drill",
    input: ({ night }) => ({ target_id: night, confirm: true }),
  },
  {
    action: "get_drill",
    input: async (stage) => ({ id: (await api(stage, "POST", "drills", { target_id: stage.rest })).id }),
  },
  {
    action: "test_outbound_config",
    input: ({ night }) => ({ id: night }),
  },
  {
    action: "test_unsaved_outbound_config",
    input: ({ night }) => ({ id: night, name: "Other" }),
  },
  {
    action: "test_connector",
    input: async (stage) => ({
      id: await created(stage, "connectors", {
        ...{ name: fresh("engine"), type: "observability", connector_type: "prometheus" },
        config: { url: stage.receivers.url },
      }),
    }),
  },
  {
    action: "test_unsaved_connector",
    input: ({ receivers }) => ({
      ...{ name: "Other", type: "observability", connector_type: "prometheus" },
      config: { url: receivers.url },
    }),
  },
  { action: "test_data_source", input: async (stage) => ({ id: await prometheus(stage) }) },
  {
    action: "test_unsaved_data_source",
    input: ({ receivers }) => ({ name: "Other", type: "prometheus", url: receivers.url }),
  },
  { action: "test_query", input: async (stage) => ({ id: await prometheus(stage), query: "up" }) },
  { action: "measure_slo", input: async (stage) => ({ id: await slo(stage) }) },
  {
    action: "test_change_notification",
    input: async (stage) => ({
      id: await created(stage, "change_notifications", {
        ...{
          name: fresh("hook"),
          channel: "webhook",
          webhook_url: `${stage.receivers.url}/hook`,
          enabled: false,
        },
      }),
    }),
  },
  // The third failure in a row is mailed about.
  ...["report_state", "report_states"].map(
    (action): HintCall => ({
      action,
      input: async (stage) => {
        const id = await created(stage, "connectors", {
          ...{ name: fresh("failing"), type: "cloud", connector_type: "aws" },
        });
        const state = { last_error_kind: "network", last_error_message: "no route" };
        for (let failures = 0; failures < 2; failures += 1)
          await api(stage, "PUT", `state/connectors/${id}`, state);
        return action === "report_state"
          ? { kind: "connectors", id, ...state }
          : { reports: [{ kind: "connectors", id, state }] };
      },
    }),
  ),
  {
    action: "acknowledge_render",
    input: async (stage) => {
      const said = { digest: "0".repeat(64), ok: false, message: "no answer" };
      for (let failures = 0; failures < 2; failures += 1)
        await api(stage, "PUT", `render/${stage.connector}/applied`, said);
      return { connector_id: stage.connector, ...said };
    },
  },
  ...Object.entries(raising).flatMap(([singular, make]): HintCall[] => [
    {
      action: `update_${singular}`,
      input: async (stage) => ({ id: await make(stage), enabled: false, confirm: true }),
    },
    { action: `delete_${singular}`, input: async (stage) => ({ id: await make(stage), confirm: true }) },
  ]),
  {
    action: "create_status_page_incident",
    input: () => ({ external_id: fresh("incident"), title: "Down", body: "We look.", draft: false }),
  },
  {
    action: "update_status_page_incident",
    input: async (stage) => ({
      id: await created(stage, "status_page_incidents", {
        ...{ external_id: fresh("incident"), title: "Down", body: "We look." },
      }),
      ...{ status: "identified", body: "A disk is full." },
    }),
  },
  { action: "plan_changes", input: () => ({ bundle: teams() }) },
  { action: "replay", input: () => ({ bundle: teams() }) },
  { action: "get_plan", input: async (stage) => ({ id: (await planned(stage, { bundle: teams() })).id }) },
  { action: "list_plans", input: () => ({}) },
  {
    action: "apply_plan",
    input: async (stage) => {
      const id = await created(stage, "teams", { name: fresh("Team") });
      const edits = [{ op: "delete", resource: "teams", id }];
      return confirmed(await planned(stage, { edits }));
    },
  },
  {
    action: "apply_plan",
    input: async (stage) => {
      const status_page_incidents = [{ external_id: fresh("incident"), title: "Down", body: "We look." }];
      return confirmed(await planned(stage, { bundle: { status_page_incidents } }));
    },
  },
  { action: "undo_plan", input: async (stage) => ({ id: (await applied(stage)).id }) },
  { action: "propose_change", input: () => ({ title: "A change", bundle: teams() }) },
  { action: "list_proposals", input: () => ({}) },
  { action: "get_proposal", input: async (stage) => ({ id: (await proposed(stage)).id }) },
  {
    action: "comment_on_proposal",
    input: async (stage) => ({ id: (await proposed(stage)).id, comment: "Why?" }),
  },
  {
    action: "decide_proposal",
    input: async (stage) => {
      const { id, digest } = await proposed(stage);
      return { id, digest, act: "apply", confirm: id };
    },
  },
  {
    action: "decide_proposal",
    input: async (stage) => {
      const status_page_incidents = [{ external_id: fresh("incident"), title: "Down", body: "We look." }];
      const { id, digest } = await proposed(stage, { status_page_incidents });
      return { id, digest, act: "apply", confirm: id };
    },
  },
  {
    action: "get_drift",
    input: async (stage) => ({ set: (await applied(stage)).set }),
  },
  {
    action: "row_history",
    input: async (stage) => ({ kind: "teams", id: await created(stage, "teams", { name: fresh("Team") }) }),
  },
  {
    action: "restore_row",
    input: async (stage) => {
      const id = await created(stage, "teams", { name: fresh("Team") });
      await api(stage, "DELETE", `config/teams/${id}`);
      const { data } = await api(stage, "GET", `history/teams/${id}`);
      return { kind: "teams", id, sequence: data.at(-1).sequence };
    },
  },
  { action: "export_configuration", input: () => ({ format: "json" }) },
  { action: "get_members", input: () => ({}) },
  { action: "whoami", input: () => ({}) },
  {
    action: "delete_connector",
    input: async (stage) => {
      await fired(stage);
      return { id: stage.connector, confirm: true };
    },
  },
];
