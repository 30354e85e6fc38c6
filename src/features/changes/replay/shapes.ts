/** A replay as every door shows it. */
import { boolean, choice, date, integer, list, object, text } from "../../../kernel/field.ts";
import { severityRanks } from "../../../renderers/alerting/facts.ts";
import { notifiedField, standingField, unknownField } from "../../alerting/index.ts";
import { gateReplayFields, sloReplayFields } from "../../reliability/index.ts";

const anything = Number.MAX_SAFE_INTEGER;

const count = (description: string) => integer({ description, min: 0 });

const sides = {
  before: count("How many it gets by the rows as they are."),
  after: count("How many by the rows as they would be."),
} as const;

const names = (when: string) =>
  list({
    description: `The targets, teams and mailboxes that get something of it ${when}.`,
    max: anything,
    items: text({ description: "Its name.", max: anything }),
  });

export const replayField = object({
  description:
    "What it would have meant for the alerts that began in the last days. Each is decided twice, by the rows as they are and as they would be. Counted are first messages and the steps of rules, an alert and a target at a time; repeats and ends are left out. Null where replay_days is 0, or the credential does not see all rows.",
  nullable: true,
  fields: {
    days: integer({ description: "How many days.", min: 1, unit: "days" }),
    alerts: count("How many alerts began in them and are known."),
    cut: boolean({
      description:
        "True where not all alerts of these days are known: the organization keeps fewer days, or there were more than are kept or looked at.",
    }),
    not_sent: count("Notifications that were sent and would not have been."),
    newly_sent: count("Notifications that were not sent and would have been."),
    elsewhere: count("Notifications that would have gone to another target, team or mailbox."),
    earlier: count("Notifications that would have been sent sooner."),
    later: count("Notifications that would have been sent later."),
    nobody: count("Alerts that reached somebody and would have reached nobody."),
    drift: integer({
      description:
        "Alerts of which something else was really sent than the rows as they are say, because the rows were others then. Null where nothing changes that decides about alerts, so that it was not looked at.",
      min: 0,
      nullable: true,
    }),
    by_target: list({
      description: "Notifications by target, team or mailbox; those first that differ most.",
      max: anything,
      items: object({
        description: "One place.",
        fields: {
          target: text({ description: "Its name.", max: anything }),
          ...sides,
          delivery: standingField,
        },
      }),
    }),
    by_team: list({
      description: "The same by team: of a team itself, or of the team that owns the route that sends it.",
      max: anything,
      items: object({
        description: "One team.",
        fields: { team: text({ description: "Its name.", max: anything }), ...sides },
      }),
    }),
    by_person: list({
      description: "The same by person on call, as rotas led to them; those first for whom most changes.",
      max: anything,
      items: object({
        description: "One person.",
        fields: {
          person: text({ description: "The address.", max: 254 }),
          ...sides,
          nights_before: count("Nights in which one came, from 22:00 to 07:00 by the rota's clock."),
          nights_after: count("The same by the rows as they would be."),
        },
      }),
    }),
    by_day: list({
      description:
        "The same by the day on which an alert began, in the organization's time zone: every day, the oldest first. The first and the last are there in part.",
      max: anything,
      items: object({
        description: "One day.",
        fields: {
          day: date({ description: "The day." }),
          ...sides,
          changed: count("Alerts of which something would have been sent otherwise."),
          nobody: count("Alerts that reached somebody and would have reached nobody."),
        },
      }),
    }),
    top: list({
      description:
        "The ten alerts of which most changes: the most urgent first, of these what would reach nobody, then the newest.",
      max: anything,
      items: object({
        description: "One alert.",
        fields: {
          alert_id: text({ description: "Its id." }),
          title: text({ description: "What it says.", max: anything }),
          severity: choice({
            description: "Its severity; null where it says none, which counts as critical.",
            choices: Object.keys(severityRanks),
            nullable: true,
          }),
          before: names("by the rows as they are"),
          after: names("by the rows as they would be"),
          notified: notifiedField,
          link: text({
            description: "Its page; null where only its history is left.",
            max: anything,
            nullable: true,
          }),
        },
      }),
    }),
    unknown: unknownField,
    ...sloReplayFields,
    ...gateReplayFields,
    cannot: list({
      description: "Changed rows whose past is not replayed, and why.",
      max: anything,
      items: object({
        description: "One row.",
        fields: {
          resource: text({ description: "Its kind." }),
          id: text({ description: "Its id." }),
          key: object({
            description: "Its natural key; null where it is not known.",
            fields: {},
            open: true,
            nullable: true,
          }),
          why: text({ description: "Why not.", max: anything }),
        },
      }),
    }),
  },
});
