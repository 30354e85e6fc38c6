/** The call that shows how alerts of the last week come through the routes to people. */
import { turnOf } from "../../../engine/context.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import { completed } from "../../../engine/render.ts";
import { boolean, choice, integer, list, object, text, timestamp } from "../../../kernel/field.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { inPieces } from "../../../kernel/time-slices.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import { teams } from "../../../resources/teams.ts";
import { standingField } from "../delivery/index.ts";
import type { AlertDeps } from "./deps.ts";
import { createFlow, type FlowRows, most, receiversOf, shownRoutes } from "./flow.ts";
import type { AlertingRows } from "./rows.ts";
import { recentAlerts } from "./show.ts";
import { standingsOfReceivers, unknownOf } from "./standings.ts";
import { teamsIn } from "./targets.ts";
import { unknownField } from "./withheld.ts";

const weekMs = 7 * 24 * 3_600_000;
/** Alerts that are looked at, the newest first; and decisions of routes about sets of labels. */
const bounds = { alerts: 20_000, decisions: 1_000_000 } as const;
/** Of a team, as its definition promises; and of those, how many are shown. */
const maxMembers = 1_000;
const mostPeople = 20;

const anything = Number.MAX_SAFE_INTEGER;
const count = integer({ description: "How many of the alerts.", min: 0 });
const why = (description: string) => text({ description, max: anything, nullable: true });

const output = {
  since: timestamp({ description: "Counted are alerts that are open or began since then." }),
  looked_at: integer({ description: "How many alerts that were, drills left out.", min: 0 }),
  complete: boolean({ description: "Whether those were all of them; else the newest." }),
  routes: list({
    description: "The alert routes in order of position, then heartbeats with destinations of their own.",
    max: anything,
    items: object({
      description: "One of them.",
      fields: {
        id: text({ description: "Its id." }),
        kind: choice({ description: "Its kind.", choices: [alertRoutes.kind, alertHeartbeats.kind] }),
        name: text({ description: "Its name." }),
        enabled: boolean({ description: "Whether it is on." }),
        matchers: list({
          description: "Its matchers.",
          max: anything,
          items: text({ description: "A matcher.", max: anything }),
        }),
        continue: boolean({ description: "Whether later routes are tried as well." }),
        catch_all: boolean({ description: "Whether it takes all that comes to it, and does not continue." }),
        receivers: list({
          description: "Ids of the receivers that it names.",
          max: anything,
          items: text({ description: "A receiver's id.", max: 600 }),
        }),
        problem: why("Why it notifies nobody; null where it does."),
      },
    }),
  }),
  receivers: list({
    description: "The teams, targets, rotas and mailboxes that these lead to.",
    max: anything,
    items: object({
      description: "One of them.",
      fields: {
        id: text({
          description: "The row's id; of a mailbox its address, of a rota its id and role.",
          max: 600,
        }),
        kind: choice({
          description: "The row's kind; email for a mailbox.",
          choices: [teams.kind, outboundConfigs.kind, onCallRotas.kind, "email"],
        }),
        name: text({ description: "Its name." }),
        target_kind: text({ description: "The kind of an outbound target.", nullable: true }),
        people_count: integer({ description: "How many members a team has, or people are on call.", min: 0 }),
        people: list({
          description: `Its first ${mostPeople} members, or who is on call now.`,
          max: mostPeople,
          items: object({
            description: "A member.",
            fields: {
              name: text({ description: "The name." }),
              email: text({ description: "The address." }),
            },
          }),
        }),
        problem: why("Why what is sent to it reaches nobody; null where it does."),
        delivery: {
          ...standingField,
          description: `${standingField.description} Of a team that of the member who is worst off.`,
        },
      },
    }),
  }),
  paths: list({
    description: `The ways of these alerts by the rows as they are, mutes and inhibitions aside, the most frequent first. Beyond ${most.paths}, services count together.`,
    max: anything,
    items: object({
      description: "Alerts that went the same way.",
      fields: {
        service: text({
          description: "Their label service; empty for none, null for several.",
          max: anything,
          nullable: true,
        }),
        routes: list({
          description: "The routes that take them, in order; none where nobody is notified.",
          max: anything,
          items: object({
            description: "A route.",
            fields: {
              id: text({ description: "Its id." }),
              receivers: list({
                description: "Ids of the receivers that it reaches.",
                max: anything,
                items: text({ description: "A receiver's id.", max: 600 }),
              }),
            },
          }),
        }),
        count,
      },
    }),
  }),
  labels: list({
    description: "The labels that most of these alerts have.",
    max: most.labels,
    items: object({
      description: "A label.",
      fields: {
        name: text({ description: "Its name.", max: anything }),
        count,
        values: list({
          description: "Its most frequent values.",
          max: most.values,
          items: object({
            description: "A value.",
            fields: { value: text({ description: "The value.", min: 0, max: anything }), count },
          }),
        }),
      },
    }),
  }),
  unknown: unknownField,
} as const;

export function alertFlow(deps: AlertDeps): ConfigurationOperation {
  return configurationOperation({
    name: "get_alert_flow",
    level: "read",
    scans: "long",
    title: "Get the flow of alerts",
    description:
      "How the last week's alerts come through the routes to teams, targets and people, and which routes notify nobody.",
    tag: alertRoutes.kind,
    method: "GET",
    path: "/api/v1/alert_routes/flow",
    input: {},
    output,
    async answer(call) {
      const { id } = call.caller.organization;
      const all = await deps.rowsOf(deps.store, id, call.now);
      const rows = await flowRows(deps, id, all, call.now);
      const receivers = receiversOf(rows);
      const standings = await standingsOfReceivers(deps, id, { ...rows, at: call.now }, receivers);
      const since = new Date(call.now.getTime() - weekMs);
      const flow = createFlow(rows, receivers);
      let room = Math.floor(bounds.decisions / Math.max(1, rows.routes.length));
      let [looked, isFull] = [0, false];
      const turn = turnOf(call);
      for await (const batch of recentAlerts(deps.alerts.in(deps.store), call, since, bounds.alerts + 1)) {
        const within = batch.slice(0, bounds.alerts - looked);
        const taken = await inPieces(
          flow.add(within, () => room-- > 0),
          turn,
        );
        looked += taken;
        isFull = taken < batch.length;
        if (isFull) break;
      }
      return {
        since: since.toISOString(),
        looked_at: looked,
        complete: !isFull,
        routes: shownRoutes(rows, receivers).map((route) => ({ ...route })),
        receivers: receivers.map(({ people, ...receiver }) => ({
          ...receiver,
          delivery: standings({ people, ...receiver }),
          people_count: people.length,
          people: people.slice(0, mostPeople).map((person) => ({ ...person })),
        })),
        paths: flow
          .paths()
          .map(({ routes, ...path }) => ({ ...path, routes: routes.map((one) => ({ ...one })) })),
        labels: flow.labels().map(({ values, ...label }) => ({
          ...label,
          values: values.map((value) => ({ ...value })),
        })),
        unknown: await unknownOf(deps, call, all),
      };
    },
  });
}

async function flowRows(
  { store, alerts, roster }: Pick<AlertDeps, "store" | "alerts" | "roster">,
  organizationId: string,
  { routes, targets, words, ownRoutes, rotas, members: onCall }: AlertingRows,
  at: Date,
): Promise<FlowRows> {
  const all = [...routes.values(), ...ownRoutes.values()];
  const teamIds = [...new Set(all.flatMap(({ configuration }) => teamsIn(configuration.destinations)))];
  const named = await alerts.in(store).configurations(organizationId, teams.kind, teamIds);
  const members =
    teamIds.length === 0 ? [] : await roster.in(store).members(organizationId, teamIds, maxMembers);
  const everybody = rotas.size === 0 ? [] : await roster.in(store).everybody(organizationId);
  return {
    ...{ routes: [...routes.values()], targets, words, ownRoutes, rotas, members: onCall, at },
    personNames: new Map(everybody.map(({ emailFolded, name }) => [emailFolded, name])),
    teamNames: new Map(named.map(({ id, configuration }) => [id, completed(teams, configuration).name])),
    membersOf: new Map(
      [...grouped(members, ({ teamId }) => teamId)].map(([teamId, ones]) => [
        teamId,
        ones.map(({ email, name }) => ({ email, name: name || email })),
      ]),
    ),
  };
}
