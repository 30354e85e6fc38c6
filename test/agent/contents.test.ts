/** Files of a rendering that come in pieces. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { type Pieces, readFiles, replaced, wholeLines, wholeText } from "../../src/agent/contents.ts";
import { renderOf } from "./renders.ts";

const mark = "__DIRECTORY__";
/** Texts with many marks, whole and in part. */
const pieces = fc.array(
  fc.string({ unit: fc.constantFrom("_", "__", "__DIR", "ECTORY", "__DIRECTORY__", "x", "\n") }),
);

async function* cut(texts: readonly string[]): Pieces {
  yield* texts;
}

it("have each mark replaced as in the whole text, wherever they are cut", async () => {
  await fc.assert(
    fc.asyncProperty(pieces, fc.constantFrom("/a", "/a_", "$&"), async (texts, directory) => {
      const whole = texts.join("");
      expect(await wholeText(replaced(cut(texts), mark, directory))).toBe(
        whole.replaceAll(mark, () => directory),
      );
    }),
  );
  expect(await wholeText(replaced(cut([..."a: __DIRECTORY__/b"]), mark, "/c"))).toBe("a: /c/b");
});

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
