/** Which files of a directory are the agent's, and what becomes of them and of others. */
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Directory } from "../../src/agent/directory.ts";
import { EngineProblem, ServiceProblem } from "../../src/agent/engine.ts";
import { renderOf } from "./renders.ts";

const fresh = () => mkdtempSync(join(tmpdir(), "orgconfig-directory-"));

function open(directory: string, check: () => Promise<boolean> = async () => true) {
  return new Directory({ directory, expects: (name) => name.endsWith(".yml"), check });
}

function rendering(files: Readonly<Record<string, string>>, id = "conn_1") {
  return renderOf(files, { id });
}

const textOf = (directory: string, name: string) => readFileSync(join(directory, name), "utf8");
const shown = (directory: string) => readdirSync(directory).filter((name) => !name.startsWith("."));

/** A module that names the credentials of a check, as it is rendered. */
const module = (id: string) =>
  `      authorization:\n        type: "Bearer"\n        credentials_file: "__DIRECTORY__/secrets/${id}"\n`;

it("is written whole, readable for others, with its own path in it", async () => {
  const directory = join(fresh(), "made");
  const umask = process.umask(0o077);
  try {
    await open(directory).write(rendering({ "blackbox.yml": module("x") }));
  } finally {
    process.umask(umask);
  }
  expect(textOf(directory, "blackbox.yml")).toBe(module("x").replace("__DIRECTORY__", directory));
  expect(statSync(join(directory, "blackbox.yml")).mode & 0o777).toBe(0o644);
  expect(readdirSync(directory).sort()).toEqual([".orgconfig-conn_1.json", "blackbox.yml"]);
});

it("loses the files that are rendered no more, and none of somebody else", async () => {
  const directory = fresh();
  writeFileSync(join(directory, "theirs.yml"), "theirs");
  const files = open(directory);
  await files.write(rendering({ "a.yml": "1", "b.yml": "1" }));
  const next = rendering({ "b.yml": "2" });
  expect(await files.difference(next)).toMatch(/another agent of this connector wrote .*a\.yml, .*b\.yml$/);
  await files.write(next);
  expect(shown(directory)).toEqual(["b.yml", "theirs.yml"]);
  expect([textOf(directory, "b.yml"), textOf(directory, "theirs.yml")]).toEqual(["2", "theirs"]);
  expect(await files.difference(next)).toBeUndefined();
});

it("takes over no file that it did not write, unless that is the same", async () => {
  const directory = fresh();
  writeFileSync(join(directory, "a.yml"), "theirs");
  await expect(open(directory).write(rendering({ "a.yml": "ours" }))).rejects.toThrow(
    `${directory}/a.yml was not written by an agent of this connector: move it away, or name another directory`,
  );
  expect(textOf(directory, "a.yml")).toBe("theirs");
  const same = rendering({ "a.yml": "theirs" });
  expect(await open(directory).difference(same)).toContain("a.yml");
  await open(directory).write(same);
  expect(await open(directory).difference(same)).toBeUndefined();
  await open(directory).write(rendering({ "a.yml": "ours" }));
  expect(textOf(directory, "a.yml")).toBe("ours");
});

it("says when a file is written for another connector", async () => {
  const directory = fresh();
  await open(directory).write(rendering({ "a.yml": "1" }, "conn_1"));
  await open(directory).write(rendering({ "b.yml": "1" }, "conn_2"));
  await expect(open(directory).write(rendering({ "a.yml": "2" }, "conn_2"))).rejects.toThrow(
    `${directory}/a.yml is written for another connector (.orgconfig-conn_1.json): give each connector a directory of its own`,
  );
  expect(textOf(directory, "a.yml")).toBe("1");
});

it("stays as it is when the checker refuses, and is put back on demand", async () => {
  const directory = fresh();
  const files = open(directory);
  await files.write(rendering({ "a.yml": "1" }));
  const refusing = open(directory, () => Promise.reject(new EngineProblem("no")));
  await expect(refusing.write(rendering({ "a.yml": "2", "b.yml": "2" }))).rejects.toThrow("no");
  expect([shown(directory), textOf(directory, "a.yml")]).toEqual([["a.yml"], "1"]);

  const wrote = await files.write(rendering({ "a.yml": "2", "b.yml": "2" }));
  expect(wrote).toMatchObject({ checked: true, replaced: true });
  await wrote?.putBack();
  expect([shown(directory), textOf(directory, "a.yml")]).toEqual([["a.yml"], "1"]);
  expect(await files.difference(rendering({ "a.yml": "1" }))).toBeUndefined();
  expect(readdirSync(directory).filter((name) => name.includes("-new-"))).toEqual([]);
});

it("stays as it is when the files break off or are others than announced", async () => {
  const directory = fresh();
  const files = open(directory);
  await files.write(rendering({ "a.yml": "1" }));
  const next = rendering({ "a.yml": "2", "b.yml": "2" });
  const breaking = next.files.map(({ name }) => ({
    name,
    async *read() {
      yield "2";
      throw new ServiceProblem("cut off");
    },
  }));
  await expect(files.write({ ...next, files: breaking })).rejects.toThrow("cut off");
  await expect(files.write({ ...next, digest: "another" })).rejects.toThrow("not those that it announced");
  expect([shown(directory), textOf(directory, "a.yml")]).toEqual([["a.yml"], "1"]);
  expect(readdirSync(directory).filter((name) => name.includes("-new-"))).toEqual([]);
  await files.write(next);
  expect(shown(directory)).toEqual(["a.yml", "b.yml"]);
});

it("shows a file that somebody changed, also to the same length", async () => {
  const directory = fresh();
  const files = open(directory);
  const render = rendering({ "a.yml": "one" });
  await files.write(render);
  expect(await files.difference(render)).toBeUndefined();
  writeFileSync(join(directory, "a.yml"), "two");
  expect(await files.difference(render)).toBe(`somebody changed or removed ${directory}/a.yml`);
});

it("takes no name that leads elsewhere", async () => {
  for (const name of ["../a.yml", ".a.yml", "a/b.yml", "a.txt"])
    await expect(open(fresh()).write(rendering({ [name]: "" }))).rejects.toThrow("unexpected name");
});
