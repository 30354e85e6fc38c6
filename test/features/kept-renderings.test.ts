/** What is rendered stays in memory within bounds, whoever asks for how many versions. */
import { expect, it } from "vitest";
import { createKeptRenderings } from "../../src/features/reliability/rendering/cached-renderings.ts";

/** Notes what had to be made. */
function keeping(max?: number) {
  const kept = createKeptRenderings(max);
  const made: string[] = [];
  return {
    made,
    ask(place: string, state: string, characters = 10) {
      return kept.at(place, state, () => {
        made.push(`${place} ${state}`);
        return { files: [{ name: "slos.rules.yml", content: "x".repeat(characters) }] };
      });
    },
  };
}

it("is made once while its state stays, and once more when that moves", () => {
  const { ask, made } = keeping();
  const first = ask("a", "1");
  expect(ask("a", "1")).toBe(first);
  expect(ask("a", "2")).not.toBe(first);
  ask("a", "1");
  expect(made).toEqual(["a 1", "a 2", "a 1"]);
});

it("gives way to what was asked for later, once all together are too large", () => {
  const { ask, made } = keeping(100_000);
  for (const place of ["a", "b", "c"]) ask(place, "1", 40_000);
  made.length = 0;
  for (const place of ["c", "b", "a"]) ask(place, "1", 40_000);
  expect(made).toEqual(["a 1"]);
});

it("is answered and not kept where it is too large by itself", () => {
  const { ask, made } = keeping(100_000);
  ask("small", "1");
  for (const _ of [1, 2]) expect(ask("large", "1", 200_000).files).toHaveLength(1);
  ask("small", "1");
  expect(made).toEqual(["small 1", "large 1", "large 1"]);
});
