/** Files that are written whole or not at all. */
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { beforeEach, expect, it } from "vitest";
import { writeWhole } from "../../src/cli/whole-files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgconfig-whole-"));
});

it("replaces a file with its mode, also behind a link", async () => {
  const [path, link] = [join(folder, "a"), join(folder, "link")];
  writeFileSync(path, "before");
  chmodSync(path, 0o600);
  symlinkSync(path, link);
  await writeWhole([{ path: link, content: Readable.from(["af", "ter"]) }], "replace");
  expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual(["after", 0o600]);
  expect(readdirSync(folder).sort()).toEqual(["a", "link"]);
});

it("writes none where one of them breaks off, or is there already", async () => {
  async function* broken() {
    yield "half";
    throw new Error("the way broke");
  }
  const [first, second] = [join(folder, "in", "first"), join(folder, "in", "second")];
  const files = [
    { path: first, content: "whole" },
    { path: second, content: Readable.from(broken()) },
  ];
  await expect(writeWhole(files, "replace")).rejects.toThrow("the way broke");
  expect(readdirSync(join(folder, "in"))).toEqual([]);

  writeFileSync(second, "mine");
  const again = [files[0] as (typeof files)[0], { path: second, content: "theirs" }];
  await expect(writeWhole(again, "refuse")).rejects.toThrow(
    `${second} could not be written: it is there already`,
  );
  expect([readdirSync(join(folder, "in")), readFileSync(second, "utf8")]).toEqual([["second"], "mine"]);
});

it("names the path that cannot be written", async () => {
  writeFileSync(join(folder, "plain"), "");
  const path = join(folder, "plain", "below");
  await expect(writeWhole([{ path, content: "x" }], "replace")).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringContaining(`${path} could not be written`),
  });
});
