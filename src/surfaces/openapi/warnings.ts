/** What writes say of the rows that they changed. */
import type { JsonObject } from "../../kernel/validate.ts";
import { ref } from "./components.ts";

const text: JsonObject = { type: "string" };

/** What writes answer next to the row. */
export const warningsSchema: JsonObject = {
  type: "array",
  description:
    "Only in the answer of a write: what is said of the rows that it changed, as a plan of the same change warns of it. Left out where there is nothing to say.",
  items: {
    type: "object",
    properties: {
      resource: { ...text, description: "The row's kind." },
      id: { ...text, description: "Its id; left out where it is about no one row." },
      key: {
        description: "Its natural key; null where it is about no one row.",
        anyOf: [{ type: "object" }, { type: "null" }],
      },
      field: { ...text, description: "The field; empty for the whole row." },
      reason: { ...text, description: "A stable code, such as last_route." },
      message: { ...text, description: "What would follow, and what to do; it follows the row's name." },
    },
    required: ["resource", "key", "field", "reason", "message"],
  },
};

/** The answer of what changes rows, with what is said of them. */
export function withWarnings(schema: JsonObject): JsonObject {
  return {
    ...schema,
    properties: { ...(schema.properties as JsonObject), warnings: ref("schemas", "Warnings") },
  };
}

/** A question before something grave is done: there need not be a row yet. */
export const confirmSchema: JsonObject = {
  allOf: [
    ref("schemas", "Error"),
    { type: "object", properties: { reason: { const: "confirm" } }, required: ["reason"] },
  ],
};
