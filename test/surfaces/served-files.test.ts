/** Files that are made once and sent many times. */
import { brotliDecompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { fileOf } from "../../src/surfaces/served-files.ts";

it("compresses a file once, however many ask for it, and holds up nothing else meanwhile", async () => {
  const text = "a line of a script\n".repeat(1_000);
  const file = fileOf("script.js", text, ["br"]);
  let isMade = false;
  const made = file.encoded("br").finally(() => {
    isMade = true;
  });
  expect(file.encoded("br")).toBe(file.encoded("br"));
  // Work of this thread would be done by then: nothing that comes from outside has had its turn.
  for (let count = 0; count < 100; count += 1) await undefined;
  expect(isMade).toBe(false);
  expect(brotliDecompressSync(await made).toString()).toBe(text);
});
