/** Long work takes turns by whose it is, and ends when nobody waits for it. */
import { expect, it } from "vitest";
import { inPieces, type Pieces } from "../../src/kernel/time-slices.ts";

/** Work of so many pieces, each longer than one may be, that says at each whose it is. */
function* work(name: string, pieces: number, ran: string[]): Pieces<string> {
  for (let piece = 0; piece < pieces; piece += 1) {
    const until = performance.now() + 5;
    while (performance.now() < until);
    ran.push(name);
    yield;
  }
  return name;
}

it("goes round by organization, however much each of them has under way", async () => {
  const ran: string[] = [];
  const many = Array.from({ length: 6 }, () => inPieces(work("many", 2, ran), { of: "org_many" }));
  const few = inPieces(work("few", 2, ran), { of: "org_few" });
  await Promise.all([...many, few]);
  expect(ran.slice(0, 4)).toEqual(["many", "few", "many", "few"]);
  expect(ran).toHaveLength(14);
});

it("stops between two pieces when nobody waits for it any more", async () => {
  const away = new AbortController();
  const ran: string[] = [];
  const asked = inPieces(
    (function* (): Pieces<void> {
      yield* work("one", 1, ran);
      away.abort(new Error("gone"));
      yield* work("one", 100, ran);
    })(),
    { of: "org", signal: away.signal },
  );
  await expect(asked).rejects.toThrow("gone");
  expect(ran.length).toBeLessThan(5);
});
