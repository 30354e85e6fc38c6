/** What stands at a path that somebody named is never taken away for a plain file. */
import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { beforeEach, describe, expect, it } from "vitest";
import { keepPrivate } from "../../src/cli/kept-file.ts";
import { writeWhole } from "../../src/cli/whole-files.ts";
import { orgconfig } from "../support/command.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgconfig-destination-"));
});
const at = (...names: readonly string[]) => join(folder, ...names);

describe.each([
  ["kept", (path: string, text: string) => keepPrivate(path, Readable.from([Buffer.from(text)]))],
  ["written", (path: string, content: string) => writeWhole([{ path, content }], "replace")],
])("a file that is %s", (_, write) => {
  it("goes into a pipe, which stays one", async () => {
    execFileSync("mkfifo", [at("pipe")]);
    // Open for both sides, so that nothing waits for the other one.
    const reader = openSync(at("pipe"), constants.O_RDWR | constants.O_NONBLOCK);
    await write(at("pipe"), "through");
    expect(statSync(at("pipe")).isFIFO()).toBe(true);
    const read = Buffer.alloc(100);
    expect(read.toString("utf8", 0, readSync(reader, read))).toBe("through");
    closeSync(reader);
    expect(readdirSync(folder)).toEqual(["pipe"]);
  });

  it("replaces what links lead to, whether that is there or not, and no link", async () => {
    mkdirSync(at("real"));
    writeFileSync(at("real", "present"), "before", { mode: 0o600 });
    symlinkSync("real", at("linked"));
    symlinkSync("present", at("real", "next"));
    symlinkSync(at("linked", "next"), at("link"));
    symlinkSync("../real/absent", at("real", "dangling"));
    await write(at("link"), "after");
    await write(at("linked", "dangling"), "new");
    expect(readFileSync(at("real", "present"), "utf8")).toBe("after");
    expect(readFileSync(at("real", "absent"), "utf8")).toBe("new");
    expect(statSync(at("real", "present")).mode & 0o777).toBe(0o600);
    for (const link of [at("link"), at("linked"), at("real", "next"), at("real", "dangling")])
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readdirSync(at("real")).sort()).toEqual(["absent", "dangling", "next", "present"]);
  });

  it("is refused as wrong use where there is a folder, or a link that leads to itself", async () => {
    symlinkSync("circle", at("circle"));
    mkdirSync(at("full"));
    await expect(write(at("full"), "x")).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(`${at("full")} is a folder; name a file`),
    });
    await expect(write(at("circle"), "x")).rejects.toMatchObject({ exitCode: 2 });
    expect([readdirSync(folder).sort(), readdirSync(at("full"))]).toEqual([["circle", "full"], []]);
    expect(lstatSync(at("circle")).isSymbolicLink()).toBe(true);
  });
});

it.each([["backup"], ["orgs", "export", "acme"], ["export", "--out"], ["plan", "--markdown"]])(
  "%s refuses a folder before it works",
  async (...command) => {
    // What it works with is not there either, which would be exit code 3.
    const env = {
      ...{ DATABASE_URL: "", ORGCONFIG_DATA_DIR: at("absent") },
      ...{ ORGCONFIG_URL: "http://127.0.0.1:1", ORGCONFIG_KEY: "x", ORGCONFIG_OPERATOR_TOKEN: "x" },
    };
    const { code, stdout, stderr } = await orgconfig([...command, folder], env);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`${folder} is a folder; name a file`);
    expect(readdirSync(folder)).toEqual([]);
  },
);
