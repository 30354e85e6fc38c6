import { expect, it } from "vitest";
import { configurationAfter, configurationBefore, secretsOf } from "../../src/engine/plan/versions.ts";
import type { FieldChange } from "../../src/engine/ports/rows.ts";
import { defineCollection } from "../../src/kernel/define-kind.ts";
import { boolean, computed, secret, text } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";

const gates = defineCollection({
  kind: "gates",
  title: "Gates",
  group: "Organization",
  description: "A kind of this test.",
  level: "admin",
  naturalKey: ["name"],
  fields: {
    name: text({ description: "A name.", fixed: true }),
    note: text({ description: "A note.", nullable: true, default: "none yet" }),
    enabled: boolean({ description: "Whether it is on.", default: true }),
    token: secret({ description: "A secret." }),
    verdict: computed({ description: "A state.", shape: text({ description: "A state." }), from: "state" }),
  },
  example: { name: "n" },
}) as Kind;

const now = { name: "a", note: "x", enabled: true };
const moved = (
  field: string,
  before: string | boolean | null,
  after: string | boolean | null,
): FieldChange => ({
  field,
  before,
  after,
});
const record = (action: string, ...changes: FieldChange[]) => ({ action, changes });

it("takes back an update, a creation and a deletion", () => {
  const updated = record("update_gate", moved("note", "w", "x"), moved("enabled", false, true));
  expect(configurationBefore(gates, updated, now)).toEqual({ name: "a", note: "w", enabled: false });
  const created = record("create_gate", moved("name", null, "a"), moved("note", null, "x"));
  expect(configurationBefore(gates, created, now)).toBeUndefined();
  expect(configurationAfter(gates, created, undefined)).toEqual(now);
  const deleted = record("delete_gate", moved("name", "a", null), moved("enabled", false, null));
  expect(configurationBefore(gates, deleted, undefined)).toEqual({ name: "a", note: null, enabled: false });
  expect(configurationAfter(gates, deleted, now)).toBeUndefined();
});

it("reads of other actions only what they can move of the row", () => {
  // A verdict turns the row off; an override speaks of the gate by its name, and moves nothing of it.
  const verdict = record("review_gate", moved("verdict", null, "rejected"), moved("enabled", true, false));
  expect(configurationBefore(gates, verdict, { ...now, enabled: false })).toEqual(now);
  const override = record("override_gate", moved("name", null, "a"), moved("managed_by", null, "repo"));
  expect(configurationBefore(gates, override, now)).toEqual(now);
  expect(configurationBefore(gates, override, undefined)).toBeUndefined();
});

it("leaves out fields that the kind has no more, and those that every object has", () => {
  const old = record("update_gate", moved("colour", "red", "blue"), moved("constructor", "a", "b"));
  expect(configurationBefore(gates, old, now)).toEqual(now);
  expect(configurationAfter(gates, old, now)).toEqual(now);
});

it("reports secrets what became of them", () => {
  const changes = [moved("note", "w", "x"), { field: "token", secret: "cleared" } as const];
  expect(secretsOf({ changes })).toEqual({ token: "cleared" });
});
