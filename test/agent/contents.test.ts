/** Files of a rendering that come in pieces. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { type Pieces, readFiles, wholeLines, wholeText } from "../../src/agent/contents.ts";
import { renderOf } from "./renders.ts";

const pieces = fc.array(fc.string({ unit: fc.constantFrom("a", " ", "  ", "\n") }));

async function* cut(texts: readonly string[]): Pieces {
  yield* texts;
}

it("are put together to whole lines", async () => {
  await fc.assert(
    fc.asyncProperty(pieces, async (texts) => {
      const lines: string[] = [];
      for await (const piece of wholeLines(cut(texts))) lines.push(piece);
      expect(lines.join("")).toBe(texts.join(""));
      for (const piece of lines.slice(0, -1)) expect(piece.endsWith("\n")).toBe(true);
    }),
  );
});

it("end only before a line with little indent, where that is asked for", async () => {
  await fc.assert(
    fc.asyncProperty(pieces, async (texts) => {
      const parts: string[] = [];
      for await (const piece of wholeLines(cut(texts), 2)) parts.push(piece);
      expect(parts.join("")).toBe(texts.join(""));
      for (const part of parts.slice(1)) expect(part).toMatch(/^ {0,2}[^ \n]/);
    }),
  );
  const lines: string[] = [];
  for await (const piece of wholeLines(cut([..."a:\n  b:\n    c\n  d"]), 2)) lines.push(piece);
  expect(lines).toEqual(["a:\n", "  b:\n    c\n", "  d"]);
});

it("are those that were announced, however they are cut", async () => {
  const render = renderOf({ a: ["1", "2"], b: "" });
  expect(await readFiles(render, async (name, read) => [name, await wholeText(read)])).toEqual([
    ["a", "12"],
    ["b", ""],
  ]);
  expect(render.digest).toBe(renderOf({ a: "12", b: "" }).digest);
  for (const other of [{ a: "1", b: "2" }, { a: "12" }, { a: "12", c: "" }, { b: "", a: "12" }]) {
    const { digest } = renderOf(other);
    await expect(readFiles({ ...render, digest }, async (_, read) => wholeText(read))).rejects.toThrow(
      "its files are not those that it announced",
    );
  }
});
