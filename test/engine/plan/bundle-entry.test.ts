import { expect, it } from "vitest";
import { entryOf, isBundled, type KeyOf, naturalKeyObject } from "../../../src/engine/plan/bundle-entry.ts";
import { computed, integer, list, map, object, reference, secret, text } from "../../../src/kernel/field.ts";
import type { Kind } from "../../../src/kernel/kind.ts";
import { definitions } from "../../../src/resources/index.ts";
import { madeUpKind } from "../../support/made-up.ts";

const watches = madeUpKind("watches", ["team_id", "port"], {
  team_id: reference({ description: "The team.", to: "teams", fixed: true }),
  port: integer({ description: "A port.", min: 1, max: 65_535, fixed: true }),
  note: text({ description: "A note.", default: "none yet" }),
  token: secret({ description: "A secret." }),
  seen: computed({ description: "A state.", shape: text({ description: "A state." }), from: "state" }),
  labels: map({ description: "Labels." }),
  backup_id: reference({ description: "Another.", to: "teams", nullable: true }),
  targets: list({
    description: "Where it goes.",
    items: object({
      description: "One.",
      fields: {
        slo_id: reference({ description: "An SLO.", to: "slos", optional: true }),
        more: list({ description: "More.", items: reference({ description: "An SLO.", to: "slos" }) }),
      },
    }),
  }),
});

const keys: Readonly<Record<string, { readonly [name: string]: string }>> = {
  "teams/t1": { name: "platform" },
  "slos/s1": { service: "checkout", name: "latency" },
};
const keyOf: KeyOf = (kind, id) => keys[`${kind}/${id}`];

it("says every field that can be set, defaults too, with the keys of the rows that it points at", () => {
  const stored = {
    team_id: "t1",
    port: 443,
    labels: { team_id: "t1" },
    targets: [{ slo_id: "s1", more: ["s1", "gone"] }, { more: [] }],
  };
  const entry = entryOf(watches, stored, keyOf);
  expect(entry).toEqual({
    team_id: { name: "platform" },
    port: 443,
    note: "none yet",
    labels: { team_id: "t1" },
    backup_id: null,
    targets: [
      {
        slo_id: { service: "checkout", name: "latency" },
        more: [{ service: "checkout", name: "latency" }, "gone"],
      },
      { more: [] },
    ],
  });
  expect(Object.keys(entry)).toEqual(["team_id", "port", "note", "labels", "backup_id", "targets"]);
});

it("says a row's own key with its numbers as numbers, and the key of a row within it", () => {
  expect(naturalKeyObject(watches, { team_id: "t1", port: 443, note: "a" }, keyOf)).toEqual({
    team_id: { name: "platform" },
    port: 443,
  });
  expect(naturalKeyObject(watches, { team_id: "t2", port: 443 }, keyOf)).toEqual({
    team_id: "t2",
    port: 443,
  });
  expect(naturalKeyObject(kindOf("status_page_incidents"), { external_id: null }, keyOf)).toEqual({
    external_id: null,
  });
  expect(naturalKeyObject(kindOf("overseer_settings"), { approver_team_id: "t1" }, keyOf)).toEqual({});
});

it("leaves out the kinds whose rows nobody writes", () => {
  expect(definitions.filter((definition) => !isBundled(definition)).map(({ kind }) => kind)).toEqual([
    "aws_external_id",
  ]);
});

function kindOf(kind: string): Kind {
  return definitions.find((definition) => definition.kind === kind) as Kind;
}
