/** Nodes with different keys on one database: none gets to seal what another one cannot open. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { newSecretKey, secretKey } from "../../src/database/vault.ts";
import { orgconfig } from "../support/command.ts";
import { compiledProgram } from "../support/compiled.ts";
import { type EmptyDatabase, makeEmptyDatabase } from "../support/empty-database.ts";
import { type Program, startProgram } from "../support/program.ts";

const [own, fresh] = [newSecretKey(), newSecretKey()];
const running: Program[] = [];
let empty: EmptyDatabase;
beforeAll(async () => {
  empty = await makeEmptyDatabase();
});
afterAll(async () => {
  for (const program of running) await program.stop();
  await empty.drop();
});

const envOf = (...keys: string[]) => ({
  DATABASE_URL: empty.url as string,
  ORGCONFIG_SECRET_KEYS: keys.join(","),
  ORGCONFIG_OPERATOR_TOKEN: "the-operator-of-nodes",
});

async function start(...keys: string[]): Promise<Program> {
  const program = await startProgram(envOf(...keys), undefined, compiledProgram());
  running.push(program);
  return program;
}

async function stop(program: Program): Promise<void> {
  running.splice(running.indexOf(program), 1);
  expect(await program.stop()).toBe(0);
}

const serve = async (...keys: string[]) =>
  orgconfig(["serve"], { ...envOf(...keys), PORT: String(await freePort()) });

it("refuses a node whose key no other knows, and lets a rotation go from node to node", async () => {
  const before = await start(own);
  expect(await serve(fresh)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("none of the keys that this database was sealed with"),
  });
  expect(await serve(fresh, own)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`does not hold key ${secretKey(fresh)?.id}, the first here`),
  });
  expect(before.output()).not.toContain("ORGCONFIG_PUBLIC_URL");
  const between = await start(own, fresh);
  expect(between.output()).toContain("several nodes run and ORGCONFIG_PUBLIC_URL is not set");
  await stop(before);
  const after = await start(fresh, own);
  await stop(between);
  expect((await orgconfig(["secrets", "rotate"], envOf(fresh, own))).code).toBe(0);
  await start(fresh);
  await stop(after);
  expect((await serve(own)).code).toBe(2);
});
