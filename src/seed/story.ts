/** What people did at Tidewater in the last month: changes, most of which were taken back or are still there. */
import type { Body } from "./row.ts";

interface Doing {
  /** How long ago, in minutes. */
  readonly minutes: number;
  /** The person's address. */
  readonly who: string;
}

export type Deed = Doing &
  (
    | { readonly deed: "change"; readonly kind: string; readonly key: readonly string[]; readonly body: Body }
    /** A pipeline asks whether the service may be deployed. */
    | { readonly deed: "ask"; readonly service: string }
  );

const day = 24 * 60;

const change = (days: number, who: string, kind: string, key: readonly string[], body: Body): Deed => ({
  ...{ deed: "change", minutes: Math.round(days * day), who: `${who}@tidewater.example`, kind, key, body },
});

const changes: readonly Deed[] = [
  change(27.3, "dev", "slos", ["checkout", "availability"], { target_percent: 99.95 }),
  change(25.1, "siobhan", "slos", ["checkout", "availability"], { target_percent: 99.9 }),
  change(22.6, "chloe", "slos", ["search", "latency"], { target_percent: 98 }),
  change(22.5, "chloe", "slos", ["search", "latency"], { target_percent: 99 }),
  change(19.8, "emi", "outbound_rules", ["payments pages at once"], { repeat_interval_seconds: 900 }),
  change(17.2, "ben", "deploy_policies", ["storefront"], { error_budget_threshold: 40 }),
  change(15.9, "dev", "outbound_rules", ["payments pages at once"], { repeat_interval_seconds: 300 }),
  change(13.4, "ben", "deploy_policies", ["storefront"], { error_budget_threshold: 25 }),
  change(11.7, "olena", "alert_routes", ["freight"], { group_interval_seconds: 300 }),
  change(9.2, "olena", "alert_routes", ["freight"], { group_interval_seconds: 900 }),
  change(6.5, "thanh", "synthetic_checks", ["shop front page"], { degraded_ms: 900 }),
  change(4.3, "siobhan", "synthetic_checks", ["shop front page"], { degraded_ms: 1_200 }),
  change(2.2, "ada", "outbound_rules", ["everything into #larm"], { min_severity: "info" }),
  change(1.1, "emi", "slos", ["payments", "availability"], { target_percent: 99.5 }),
  change(0.4, "dev", "slos", ["payments", "availability"], { target_percent: 99.9 }),
  change(0.1, "ada", "outbound_rules", ["everything into #larm"], { min_severity: "warning" }),
];

const deployed = ["storefront", "checkout", "payments", "search", "legacy crm", "edge", "cart", "pricing"];

/** Each service asks some times a week, by turns. */
const asks: readonly Deed[] = Array.from({ length: 60 }, (_, index) => ({
  ...{ deed: "ask", minutes: Math.round(29 * day - index * 0.48 * day), who: "" },
  service: deployed[index % deployed.length] as string,
}));

/** The oldest first. */
export const story: readonly Deed[] = [...changes, ...asks].sort((one, other) => other.minutes - one.minutes);

/** What somebody wants, and others have to look at. */
interface Wish extends Doing {
  readonly title: string;
  readonly reason: string;
  readonly kind: string;
  readonly key: readonly string[];
  readonly fields: Body;
}

export const waiting: readonly Wish[] = [
  {
    ...{ minutes: 130, who: "emi@tidewater.example" },
    title: "Hold deploys of payments at 40% of the budget",
    reason: "Twice this month we shipped into an incident. The audit asks for the same.",
    ...{ kind: "deploy_policies", key: ["payments"], fields: { error_budget_threshold: 40 } },
  },
];
