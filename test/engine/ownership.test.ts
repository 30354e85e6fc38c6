import { expect, it } from "vitest";
import type { Call } from "../../src/engine/context.ts";
import { driftWarnings } from "../../src/engine/ownership.ts";

const call = {} as Call;
const row = (kind: string, managedBy: string | null) => ({ kind, managedBy });

it("names each set, and kind of its rows, once", () => {
  const rows = [row("teams", "a"), row("slos", null), row("teams", "a"), row("slos", "a"), row("teams", "b")];
  expect(driftWarnings(call, "changed", rows)).toEqual([
    expect.stringMatching(/^This changed a row of teams that the set a owns: it is drift, /),
    expect.stringMatching(/^This changed a row of slos that the set a owns: /),
    expect.stringMatching(/^This changed a row of teams that the set b owns: /),
  ]);
});

it("is silent while a plan is applied, which says it itself", () => {
  const applying = { ...call, plan: { id: "plan_1", records: 1 } };
  expect(driftWarnings(applying, "deleted", [row("teams", "a")])).toEqual([]);
});
