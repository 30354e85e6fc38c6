/**
 * What has to be so before a sample of a kind is sent, because the kind's feature asks for it. A kind of plain
 * rows needs no entry.
 */
import type { JsonObject } from "../../src/kernel/validate.ts";

interface Preparation {
  readonly reason: string;
  readonly prepare: (body: JsonObject, join: (email: string) => Promise<unknown>) => Promise<unknown>;
}

/** Each is needed: test/contract/samples.test.ts fails for one that nothing asks for any more. */
export const preparations: Readonly<Record<string, Preparation>> = {
  team_members: {
    reason: "only members of the organization can be in a team",
    prepare: ({ email }, join) => join(String(email)),
  },
};

/** What rows have that others point at: a rota is refused where its messages would go to a pager. */
export const pointedAtWith: Readonly<Record<string, JsonObject>> = {
  outbound_configs: { kind: "webhook" },
};

/** Values that samples have because a rule ties other fields to them, or lets few texts through. */
export const steady: Readonly<Record<string, JsonObject>> = {
  certificate_monitors: { labels: { tier: "1" } },
  alert_routes: { drop: false },
  // What is drawn of its turns covers less than has to be.
  on_call_rotas: {
    on_gap: "warn",
    // A target that is drawn may be a pager.
    handover_target_id: null,
    must_cover: { always: false, hours: [{ days: ["mon"], start: "09:00", end: "17:00" }] },
    // Dates that are drawn may end before they begin.
    rotations: [
      {
        name: "Weeks",
        role: "primary",
        turns: [{ people: ["ada@example.com"] }, { people: ["ben@example.com"] }],
        starts_on: "2026-01-05",
        ends_on: "2099-12-31",
        handover: { every: 1, unit: "weeks", at: "09:00", weekday: "mon", day_of_month: 1 },
        hours: [{ days: ["tue"], start: "08:00", end: "20:00" }],
        offset: 0,
      },
    ],
  },
  // One that is on has to hold, whatever other samples are there.
  behaviour_tests: { enabled: false },
  // One that is on is looked at, and what came of it shows a moment later.
  git_sources: { enabled: false },
  // Its start moves, and stays before it and within 90 days of it.
  slo_corrections: { ends_at: "2040-03-01T00:00:00Z" },
  // A history lies in the past, in order; and a maintenance that is under way moves its components a moment later.
  status_page_incidents: {
    status: "monitoring",
    updates: [{ at: "2026-01-05T09:00:00.000Z", status: "investigating", body: "We look into it." }],
  },
  organization_settings: { severity_words: { blocker: "critical" } },
};
