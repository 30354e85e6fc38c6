import { expect, it } from "vitest";
import { driftWarnings } from "../../src/engine/operation.ts";

const row = (kind: string, managedBy: string | null) => ({ kind, managedBy });

it("names each set, and kind of its rows, once", () => {
  const rows = [row("teams", "a"), row("slos", null), row("teams", "a"), row("slos", "a"), row("teams", "b")];
  expect(driftWarnings("changed", rows)).toEqual([
    expect.stringMatching(/^This changed a row of teams that the set a owns: it is drift, /),
    expect.stringMatching(/^This changed a row of slos that the set a owns: /),
    expect.stringMatching(/^This changed a row of teams that the set b owns: /),
  ]);
});
