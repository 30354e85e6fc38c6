import { defineCollection } from "../kernel/define-kind.ts";
import { exampleOf } from "../kernel/example.ts";
import {
  boolean,
  choice,
  computed,
  defaultLimits,
  integer,
  object,
  reference,
  text,
  timestamp,
} from "../kernel/field.ts";
import type { Kind } from "../kernel/kind.ts";
import type { RowOf } from "../kernel/row-types.ts";
import { measuredField, presentStates, presentUntil } from "../kernel/staleness.ts";
import { blankProblems, publishing, serviceName } from "./parts.ts";
import { slos } from "./slos.ts";
import { syntheticChecks } from "./synthetic-checks.ts";

const outages = ["operational", "degraded_performance", "partial_outage", "major_outage"] as const;

const tones = {
  operational: "good",
  degraded_performance: "warning",
  partial_outage: "warning",
  major_outage: "bad",
} as const;

type Outage = (typeof outages)[number];

/** What each status of a check and of an SLO means for a component, said here alone; null where it says nothing. */
export const meanings: {
  readonly synthetic_checks: Readonly<Record<RowOf<typeof syntheticChecks>["status"], Outage | null>>;
  readonly slos: Readonly<Record<RowOf<typeof slos>["status"], Outage | null>>;
} = {
  synthetic_checks: {
    unknown: null,
    up: "operational",
    degraded: "degraded_performance",
    down: "major_outage",
  },
  slos: {
    no_data: null,
    unknown: null,
    healthy: "operational",
    at_risk: "operational",
    breached: "degraded_performance",
  },
};

/** What a check or an SLO last said. */
interface Observation {
  readonly status?: string | null;
  /** RFC 3339. */
  readonly measured_at?: string | null;
  /** Of a check. */
  readonly interval_seconds?: number | null;
}

/** By the kind of what observes. */
type Observations = { readonly [K in keyof typeof meanings]?: Observation | null };

function observation(description: string) {
  return object({
    description,
    nullable: true,
    fields: {
      status: text({ description: "Its status, as it was reported.", nullable: true }),
      measured_at: timestamp({ description: "When that was measured.", nullable: true }),
      interval_seconds: integer({ description: "How often it is looked at.", nullable: true }),
    },
  });
}

/** Those that observe the component, each as its own row would show it. */
function observers(observed: Observations) {
  return [syntheticChecks, slos].flatMap((definition: Kind) => {
    const kind = definition.kind as keyof typeof meanings;
    const { measured_at = null, ...seen } = observed[kind] ?? {};
    const row = { ...seen, [measuredField]: measured_at === null ? {} : { status: measured_at } };
    return observed[kind]
      ? [{ definition, row, meaning: meanings[kind] as Record<string, Outage | null> }]
      : [];
  });
}

/** The worst that is observed now; null where nothing observes the component, or what does says nothing. */
function observedAt(observed: Observations, now: number): Outage | null {
  const seen = observers(observed).map(
    ({ definition, row, meaning }) =>
      meaning[String(presentStates(definition, row, now)?.status ?? row.status)] ?? null,
  );
  return outages.findLast((outage) => seen.includes(outage)) ?? null;
}

export const statusPageComponents = defineCollection({
  kind: "status_page_components",
  title: "Status page components",
  group: "Status page",
  description:
    "A component is a part of the product as its users know it, with the status that the status page shows for it. Incidents name the components they affect; one that names a service holds that service's deploys meanwhile.",
  level: "admin",
  idPrefix: "spc",
  naturalKey: ["group", "name"],
  listColumns: [
    "name",
    "status",
    "observed_status",
    "position",
    "show_uptime",
    "synthetic_check_id",
    "slo_id",
  ],
  order: "position",
  fields: {
    group: text({
      description: "The heading that it is listed under; empty for none.",
      max: defaultLimits.name,
      default: "",
    }),
    name: text({ description: "What users call it; unique within the group.", max: defaultLimits.name }),
    description: text({ description: "What it does, in a line for users.", nullable: true }),
    service: serviceName("The service behind it, whose deploys its incidents hold; null holds none.", {
      nullable: true,
    }),
    position: integer({
      description: "Its place on the page: lower comes first, and equal ones come by group and name.",
      min: 0,
      default: 0,
    }),
    status: choice({
      description:
        "The status that the page shows. Where it is observed, one that is written is replaced within 15 seconds by what is observed: to set it yourself, set status_source to manual.",
      choices: [...outages, "under_maintenance"],
      tones: { ...tones, under_maintenance: "quiet" },
      default: "operational",
    }),
    status_source: choice({
      description:
        "Who sets the status: people (manual), or what is observed of the service: its synthetic checks, SLOs and open alerts, the worst first. A critical alert, one without a severity or a check that is down is a major_outage; where only some of several checks are down, a partial_outage; an alert of severity warning or error, a degraded check or a breached SLO is degraded_performance. An alert of severity info or none changes nothing; severity_words of the organization settings says what a word means. While nothing is measured, as of a service without checks, SLOs and alerts, the status stays as it is, and the page says since when.",
      choices: ["manual", "observed"],
      default: "manual",
    }),
    publish: publishing(
      "Whether a critical alert of the service opens an incident of this component, which ends when no such alert is open any more. It needs a service.",
    ),
    show_uptime: boolean({ description: "Whether the page shows its uptime history.", default: true }),
    synthetic_check_id: reference({
      description: "The check that observes it.",
      to: "synthetic_checks",
      nullable: true,
    }),
    slo_id: reference({ description: "The SLO that observes it.", to: "slos", nullable: true }),
    observed_status: computed({
      description:
        "The status that its check and its SLO indicate, to compare with the status shown; null without either, or while neither has data.",
      shape: choice({ description: "What is observed.", choices: outages, tones, nullable: true }),
      from: "derived",
      movedBy: ["synthetic_check_id", "slo_id"],
    }),
  },
  hiddenState: {
    observed: object({
      description: "What its check and its SLO last said.",
      fields: {
        synthetic_checks: observation("Of its check."),
        slos: observation("Of its SLO."),
      },
    }),
  },
  derive: ({ state: { observed } }, now) => ({ observed_status: observedAt(observed ?? {}, now.getTime()) }),
  derivedUntil({ state: { observed } }, now) {
    const ends = observers(observed ?? {}).map(({ definition, row }) =>
      presentUntil(definition.fields, row, now.getTime()),
    );
    const end = Math.min(...ends, Number.POSITIVE_INFINITY);
    // It still holds at that moment, and no later.
    return Number.isFinite(end) ? new Date(end + 1) : undefined;
  },
  example: {
    group: "Shop",
    name: "Checkout",
    description: "Paying for what is in the cart.",
    service: "checkout",
    synthetic_check_id: exampleOf("synthetic_checks"),
  },
  exampleState: { observed_status: "operational" },
  check({ configuration }, before) {
    const { publish, service } = configuration;
    const blank = blankProblems(configuration, before?.configuration, ["name", "group"]);
    if (publish === "none" || service !== null) return blank;
    return [
      ...blank,
      { field: "publish", message: "needs service, whose alerts open incidents: write both" },
    ];
  },
});
