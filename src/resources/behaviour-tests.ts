import { defineCollection } from "../kernel/define-kind.ts";
import { runsOf } from "../kernel/event-series.ts";
import { exampleOf } from "../kernel/example.ts";
import {
  boolean,
  choice,
  defaultLimits,
  integer,
  list,
  map,
  number,
  object,
  reference,
  text,
  timestamp,
} from "../kernel/field.ts";
import { foldEmail } from "../kernel/natural-key.ts";
import type { Problem } from "../kernel/problem.ts";
import { roleOfRota } from "./alert-routes.ts";
import { personField, roleField } from "./on-call-rotas.ts";
import {
  impacts,
  nameField,
  owningTeam,
  repeatedProblems,
  serviceName,
  severities,
  wordMeanings,
} from "./parts.ts";

/** What holds a deploy. */
const holds = ["frozen", "error_budget", "burn_rate", "incident"] as const;

const at = "Left out, in 2099, when only what has no end holds.";

export const behaviourTests = defineCollection({
  kind: "behaviour_tests",
  decides: true,
  bundledAs: "tests",
  title: "Behaviour tests",
  group: "Alerting",
  description:
    "A behaviour test says what the set-up has to do. It is about who is notified of an alert, whether a service may be deployed, when an SLO's burn alerts fire, or who is on call. A change after which an enabled test would fail is refused, whoever makes it; an administrator can override that with a reason.",
  level: "admin",
  idPrefix: "btest",
  naturalKey: ["name"],
  listColumns: ["name", "enabled", "alert", "deploy", "slo", "expect", "owning_team_id"],
  fields: {
    name: nameField("What has to be so; unique within the organization."),
    enabled: boolean({
      description: "Whether it holds changes back. Off, it may be incomplete.",
      default: true,
      switch: true,
    }),
    alert: object({
      description: "An alert; null for another subject.",
      nullable: true,
      fields: {
        labels: map({ description: "Its labels." }),
        at: timestamp({ description: `When. ${at}`, optional: true }),
        unacknowledged_minutes: integer({
          description: "How long nobody acknowledges it.",
          min: 0,
          max: 43_200,
          unit: "minutes",
          optional: true,
        }),
      },
    }),
    while: list({
      description: "Alerts that are open before it. They may inhibit it.",
      max: 20,
      items: object({
        description: "An open alert.",
        fields: { labels: map({ description: "Its labels." }) },
      }),
    }),
    deploy: object({
      description: "A deploy; null for another subject. Figures and incidents of now do not count.",
      nullable: true,
      fields: {
        service: serviceName("The service to deploy."),
        at: timestamp({ description: "When.", optional: true }),
        error_budget_remaining_percent: number({
          description: "What is left of an SLO's error budget.",
          min: -1_000_000,
          max: 100,
          unit: "percent",
          optional: true,
        }),
        burn_rate: number({
          description: "An SLO's burn rate.",
          min: 0,
          max: 1_000_000,
          optional: true,
        }),
        incident_impact: choice({
          description: "The impact of an open incident.",
          choices: impacts,
          optional: true,
        }),
      },
    }),
    slo: reference({
      description: "An SLO; null for another subject.",
      to: "slos",
      nullable: true,
      byName: true,
      onDelete: "stays",
    }),
    series: object({
      description: "Events that the SLO counts; null without an SLO.",
      nullable: true,
      fields: {
        good: eventSeries("Good events a minute: 980x90 are 90 minutes of 980; spaces join several."),
        bad: eventSeries("Bad events a minute."),
      },
    }),
    expect: object({
      description: "What has to be so.",
      fields: {
        notified: receivers(
          "Who is notified; [] for nobody. By the name of a target, team or rota, an email address, or an object with outbound_config_id, team_id, rota_id or email.",
        ),
        not_notified: receivers("Who is not notified."),
        muted: boolean({
          description: "Whether mutes keep it back.",
          optional: true,
        }),
        inhibited_by: reference({
          description: "The inhibition that keeps it back; null for none.",
          to: "alert_inhibitions",
          nullable: true,
          optional: true,
          byName: true,
          onDelete: "stays",
        }),
        severity: choice({
          description: "The severity that it is sent with.",
          choices: wordMeanings,
          optional: true,
        }),
        allowed: boolean({ description: "Whether the deploy is allowed.", optional: true }),
        reason: choice({ description: "What holds the deploy.", choices: holds, optional: true }),
        alert: choice({
          description: "The burn alert that fires, or none.",
          choices: ["none", ...severities],
          optional: true,
        }),
        on_call: object({
          description: "Who is on call; without alert, deploy and slo.",
          optional: true,
          fields: {
            rota: reference({
              description: "The rota.",
              to: "on_call_rotas",
              byName: true,
              onDelete: "stays",
            }),
            role: roleField("The role."),
            at: timestamp({ description: "At this moment.", optional: true }),
            always: boolean({ description: "Or at all times of the next 90 days.", optional: true }),
            people_at_least: integer({
              description: "How many people at least.",
              min: 1,
              max: 100,
              optional: true,
            }),
            people: list({
              description: "Or exactly these; [] for nobody.",
              max: 100,
              optional: true,
              items: personField("An email address."),
            }),
          },
        }),
        within_minutes: integer({
          description: "By when, from the start of the series; left out, by its end.",
          min: 1,
          max: 43_200,
          unit: "minutes",
          optional: true,
        }),
      },
    }),
    owning_team_id: owningTeam("The team that owns the test; null for none."),
  },
  example: {
    name: "Sales sleeps while payments burns",
    alert: { labels: { service: "checkout", severity: "critical" }, at: "2026-03-08T08:10:00Z" },
    expect: { not_notified: [{ email: "sales@example.com" }], muted: false, severity: "critical" },
    owning_team_id: exampleOf("teams"),
  },
  check({ configuration }) {
    if (!configuration.enabled) return [];
    const subjects: Subject[] = (["alert", "deploy", "slo"] as const).filter(
      (name) => configuration[name] !== null,
    );
    const { on_call } = configuration.expect;
    if (on_call !== undefined) subjects.push("expect.on_call");
    const [subject] = subjects;
    if (subject === undefined)
      return [
        {
          field: "alert",
          message: "is required, or deploy, slo or expect.on_call instead of it: write one of them",
        },
      ];
    if (subjects.length > 1)
      return [
        {
          field: subjects[1] ?? "",
          message: `cannot be set together with ${subject}: leave one of them out`,
        },
      ];
    return [
      ...partProblems(configuration, subject),
      ...expectProblems(configuration.expect, subject),
      ...(on_call === undefined ? [] : onCallProblems(on_call)),
    ];
  },
});

type Subject = "alert" | "deploy" | "slo" | "expect.on_call";

/** What can be expected of each. */
const expected: Readonly<Record<Subject, readonly string[]>> = {
  alert: ["notified", "not_notified", "muted", "inhibited_by", "severity"],
  deploy: ["allowed", "reason"],
  slo: ["alert", "within_minutes"],
  "expect.on_call": ["on_call"],
};

interface Parts {
  readonly while: readonly unknown[];
  readonly series: { readonly good: string; readonly bad: string } | null;
}

function partProblems({ series, while: open }: Parts, subject: Subject): Problem[] {
  if (subject !== "alert" && open.length > 0)
    return [{ field: "while", message: `is about an alert; leave it out with ${subject}` }];
  if (subject !== "slo")
    return series === null
      ? []
      : [{ field: "series", message: `is about an SLO; leave it out with ${subject}` }];
  if (series === null)
    return [{ field: "series", message: "is required with slo: the good and the bad events a minute" }];
  return (["good", "bad"] as const).flatMap((name) => {
    const read = runsOf(series[name]);
    return "problem" in read ? [{ field: `series.${name}`, message: read.problem }] : [];
  });
}

function expectProblems(expect: Readonly<Record<string, unknown>>, subject: Subject): Problem[] {
  const named = Object.keys(expect);
  const saying = named.filter((name) => name !== "not_notified" || String(expect[name]) !== "");
  const foreign = named.filter((name) => !expected[subject].includes(name));
  if (foreign.length > 0)
    return foreign.map((name) => ({
      field: `expect.${name}`,
      message: `is not for a test with ${subject}; it takes ${expected[subject].join(", ")}`,
    }));
  if (subject === "slo" && !named.includes("alert"))
    return [{ field: "expect.alert", message: "is required with slo: a severity, or none" }];
  if (saying.length === 0)
    return [
      { field: "expect", message: `expects nothing; name at least one of ${expected[subject].join(", ")}` },
    ];
  return [];
}

interface OnCallExpected {
  readonly always?: boolean;
  readonly at?: string;
  readonly people_at_least?: number;
  readonly people?: readonly string[];
}

/** One moment or all of them, and a number of people or who they are. */
function onCallProblems({ always, at, people_at_least, people }: OnCallExpected): Problem[] {
  const exactlyOne = (name: string, other: string, given: readonly boolean[]) =>
    given.filter(Boolean).length === 1
      ? []
      : [
          {
            field: `expect.on_call.${name}`,
            message: `is required, or ${other} instead of it: write one of them`,
          },
        ];
  return [
    ...exactlyOne("at", "always: true", [at !== undefined, always === true]),
    ...exactlyOne("people_at_least", "people", [people_at_least !== undefined, people !== undefined]),
    ...repeatedProblems("expect.on_call.people", (people ?? []).map(foldEmail)),
  ];
}

function eventSeries(description: string) {
  return text({
    description,
    max: defaultLimits.text,
    example: "980x90",
  });
}

function receivers(description: string) {
  return list({
    description,
    max: 50,
    optional: true,
    items: object({
      description: "A target, a team, a rota or a mailbox.",
      exactlyOne: true,
      byName: true,
      fields: {
        outbound_config_id: reference({
          description: "A target.",
          to: "outbound_configs",
          optional: true,
          onDelete: "stays",
        }),
        team_id: reference({ description: "A team.", to: "teams", optional: true, onDelete: "stays" }),
        rota_id: reference({
          description: "A rota.",
          to: "on_call_rotas",
          optional: true,
          onDelete: "stays",
        }),
        role: roleOfRota(),
        email: text({ description: "An email address.", format: "email", max: 254, optional: true }),
      },
    }),
  });
}
