import { defineCollection } from "../kernel/define-kind.ts";
import { exampleOf } from "../kernel/example.ts";
import { reference, text, timestamp } from "../kernel/field.ts";
import { personField, roleField } from "./on-call-rotas.ts";
import { standingAt, standingField, standingUntil, termProblems } from "./terms.ts";

/** Whoever takes more is a part of the rota. */
const longestDays = 366;

export const onCallOverrides = defineCollection({
  kind: "on_call_overrides",
  decides: true,
  title: "On-call overrides",
  group: "On call",
  description:
    "An on-call override puts somebody on call in a rota for a while. It takes the place of one person or of everybody of the role. Of overrides that overlap the one made last wins. It ends by itself, and the shifts before and after it stay as they were.",
  level: "operate",
  idPrefix: "over",
  naturalKey: ["rota_id", "role", "starts_at", "email"],
  listColumns: ["rota_id", "role", "email", "replaces", "starts_at", "ends_at", "status"],
  order: "newest_first",
  fields: {
    rota_id: reference({ description: "The rota.", to: "on_call_rotas", onDelete: "cascade", fixed: true }),
    role: { ...roleField("The role that is taken."), fixed: true },
    email: { ...personField("Who is on call: a member's email address."), fixed: true },
    replaces: { ...personField("Whose place they take; null is everybody's of the role."), nullable: true },
    starts_at: timestamp({ description: "From when on.", fixed: true }),
    ends_at: timestamp({ description: "Until when; at most a year after starts_at." }),
    reason: text({ description: "Why.", default: "", max: 500 }),
    status: standingField,
  },
  example: {
    rota_id: exampleOf("on_call_rotas"),
    email: "ben@example.com",
    replaces: "ada@example.com",
    starts_at: "2099-03-01T08:00:00Z",
    ends_at: "2099-03-01T20:00:00Z",
    reason: "Ada is at the dentist's.",
  },
  check: ({ configuration }) => termProblems(configuration, longestDays),
  derive: ({ configuration }, now) => ({ status: standingAt(configuration, now) }),
  derivedUntil: ({ configuration }, now) => standingUntil(configuration, now),
});
