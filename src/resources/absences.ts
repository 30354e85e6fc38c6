import { defineCollection } from "../kernel/define-kind.ts";
import { text, timestamp } from "../kernel/field.ts";
import { personField } from "./on-call-rotas.ts";
import { standingAt, standingField, standingUntil, termProblems } from "./terms.ts";

const longestDays = 366;

export const absences = defineCollection({
  kind: "absences",
  title: "Absences",
  group: "On call",
  description:
    "An absence says that a person is away for a while. It moves nobody by itself: where they are on call then, the rota's coverage says so, and who could cover.",
  level: "operate",
  idPrefix: "away",
  naturalKey: ["email", "starts_at"],
  listColumns: ["email", "starts_at", "ends_at", "status", "note"],
  order: "newest_first",
  fields: {
    email: { ...personField("Who is away: a member's email address."), fixed: true },
    starts_at: timestamp({ description: "From when on.", fixed: true }),
    ends_at: timestamp({ description: "Until when; at most a year after starts_at." }),
    note: text({ description: "What others should know.", default: "", max: 500 }),
    status: standingField,
  },
  example: {
    email: "ada@example.com",
    starts_at: "2099-03-01T00:00:00Z",
    ends_at: "2099-03-15T00:00:00Z",
    note: "On holiday.",
  },
  check: ({ configuration }) => termProblems(configuration, longestDays),
  derive: ({ configuration }, now) => ({ status: standingAt(configuration, now) }),
  derivedUntil: ({ configuration }, now) => standingUntil(configuration, now),
});
