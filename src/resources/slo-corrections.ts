import { defineCollection } from "../kernel/define-kind.ts";
import { list, reference, text, timestamp } from "../kernel/field.ts";
import type { Problem } from "../kernel/problem.ts";
import { readable } from "../kernel/readable.ts";
import { parseTimestamp } from "../kernel/timestamps.ts";
import { repeatedProblems, serviceName } from "./parts.ts";
import { standingAt, standingField, standingUntil, termProblems } from "./terms.ts";

const dayMs = 24 * 3_600_000;

/** No SLO looks further back. */
const longestDays = 90;

export const sloCorrections = defineCollection({
  kind: "slo_corrections",
  title: "SLO corrections",
  group: "Reliability",
  description:
    "An SLO correction takes the bad events of a time out of the error budget, such as those of a planned maintenance: they count as good. It is for all SLOs of a service, or for single ones. The engine's records stay as they are, so that a correction that is deleted leaves nothing behind.",
  level: "admin",
  idPrefix: "corr",
  naturalKey: ["reason", "starts_at", "service"],
  otherKey: ["reason", "starts_at", "slo_ids"],
  listColumns: ["reason", "status", "service", "slo_ids", "starts_at", "ends_at"],
  order: "newest_first",
  fields: {
    reason: text({
      description: "Why bad events do not count, such as the name of a maintenance.",
      max: 500,
    }),
    service: serviceName("The service whose SLOs it is for, all of them; null for those in slo_ids alone.", {
      nullable: true,
    }),
    slo_ids: list({
      description: "Single SLOs that it is for; empty for those of the service alone.",
      items: reference({ description: "An SLO.", to: "slos" }),
    }),
    starts_at: timestamp({
      description: "From when on bad events do not count; at most 90 days back when it is made.",
      fixed: true,
    }),
    ends_at: timestamp({
      description:
        "Until when; after starts_at, and at most 90 days after it. Rates look five minutes back, so that five minutes more are left out.",
    }),
    status_page_incident_id: reference({
      description: "The maintenance or the incident on the status page that it is for; null for none.",
      to: "status_page_incidents",
      nullable: true,
    }),
    status: standingField,
  },
  example: {
    service: "checkout",
    starts_at: "2099-03-01T02:00:00Z",
    ends_at: "2099-03-01T03:00:00Z",
    reason: "Database upgrade",
  },
  check({ configuration: { service, slo_ids, starts_at, ends_at } }, before, { now }) {
    const named =
      service === null && slo_ids.length === 0
        ? [{ field: "service", message: "is required, or slo_ids in its place: write one of them" }]
        : repeatedProblems("slo_ids", slo_ids);
    const early = before === undefined && now !== undefined ? ageProblems(starts_at, now) : [];
    return [...named, ...termProblems({ starts_at, ends_at }, longestDays), ...early];
  },
  derive: ({ configuration }, now) => ({ status: standingAt(configuration, now) }),
  derivedUntil: ({ configuration }, now) => standingUntil(configuration, now),
});

function ageProblems(starts_at: string, now: Date): Problem[] {
  const from = parseTimestamp(starts_at);
  const oldest = new Date(now.getTime() - longestDays * dayMs);
  if (from === undefined || from >= oldest) return [];
  const message = `must be at most ${longestDays} days back (${readable(oldest)}): no SLO looks further back`;
  return [{ field: "starts_at", message }];
}
