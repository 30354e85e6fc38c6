/** What contacts with repositories leave where a process is killed: no secret, and no folder after the next start. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { Folders } from "../../src/transports/git/folders.ts";
import { runGit } from "../../src/transports/git/program.ts";
import { until } from "../support/until.ts";

const own = new Folders();
afterAll(() => own.close());

it("a secret stands in no file of any folder, and goes with the contact", async () => {
  const [folder, place] = await own.with(async ({ folder, secret }) => {
    const place = await secret("the key\n");
    expect(readdirSync(folder)).toEqual([]);
    // As ssh does: more than once, each time from the beginning.
    for (const _ of [1, 2]) expect(execFileSync("cat", [place], { encoding: "utf8" })).toBe("the key\n");
    return [folder, place] as const;
  });
  expect(existsSync(folder)).toBe(false);
  expect(() => execFileSync("cat", [place], { stdio: "pipe" })).toThrow();
});

it("what a killed process left goes, and nothing of one that is there", async () => {
  const begun = `
    import { mkdtempSync } from "node:fs";
    import { createServer } from "node:net";
    import { tmpdir } from "node:os";
    import { join } from "node:path";
    const folder = mkdtempSync(join(tmpdir(), "orgconfig-git-"));
    createServer().listen(join(folder, "alive"), () => console.log(folder));`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", begun]);
  const left = await new Promise<string>((resolve) =>
    child.stdout.once("data", (text: Buffer) => resolve(text.toString("utf8").trim())),
  );
  // One that a process is just making, and one of a version that kept no socket.
  const [young, old] = [
    await mkdtemp(join(tmpdir(), "orgconfig-git-")),
    await mkdtemp(join(tmpdir(), "orgconfig-git-")),
  ];
  await utimes(old, new Date(0), new Date(0));
  await own.with(async ({ folder }) => {
    await own.tidy();
    expect([left, young, old, folder].map((one) => existsSync(one))).toEqual([true, true, false, true]);
    child.kill("SIGKILL");
    await until(() => child.signalCode !== null);
    // One of another machine answers nobody here: its age alone says that it is left.
    await writeFile(join(left, "machine"), "another");
    await own.tidy();
    expect(existsSync(left)).toBe(true);
    await rm(join(left, "machine"));
    await own.tidy();
    expect([left, young, folder].map((one) => existsSync(one))).toEqual([false, true, true]);
  });
  await utimes(young, new Date(0), new Date(0));
  await own.tidy();
  expect(existsSync(young)).toBe(false);
});

it("a folder that is gone is made anew, without a socket where there can be none, and else that is said", async () => {
  const work = async ({ folder }: { readonly folder: string }) => folder;
  await rm(dirname(await own.with(work)), { recursive: true });
  expect(await own.with(work)).toContain("contact-");
  const [before, root] = [process.env.TMPDIR, await mkdtemp(join(tmpdir(), "long-"))];
  const folders = new Folders();
  try {
    process.env.TMPDIR = join(root, "x".repeat(100));
    await expect(folders.with(work)).rejects.toMatchObject({ state: "disk" });
    // Longer than the name of a socket may be.
    await mkdir(process.env.TMPDIR);
    expect(await folders.with(work)).toContain("xxx");
    await folders.close();
    expect(readdirSync(process.env.TMPDIR)).toEqual([]);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await rm(root, { recursive: true });
  }
  const gone = runGit({ folder: root, args: ["version"], timeout_ms: 5_000, most: 1_000 });
  await expect(gone).rejects.toMatchObject({ state: "disk" });
});
