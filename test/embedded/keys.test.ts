/** The keys of an embedded database, as the program on its data directory meets them. */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { newSecretKey, secretKey } from "../../src/database/vault.ts";
import { orgconfig } from "../support/command.ts";
import { compiledProgram } from "../support/compiled.ts";
import { type Program, startProgram } from "../support/program.ts";
import { until } from "../support/until.ts";

const directory = mkdtempSync(join(tmpdir(), "orgconfig-keys-"));
const keysFile = join(directory, "secret-keys");
const env = { DATABASE_URL: "", ORGCONFIG_SECRET_KEYS: "", ORGCONFIG_DATA_DIR: directory };
const other = newSecretKey();
const idOf = (text: string) => secretKey(text)?.id;
let own: string;
let connector: string;

/** Starts a service with these keys, does the work and stops it. */
async function serving(
  keys: string,
  work: (call: typeof fetch, program: Program) => Promise<void>,
): Promise<void> {
  const program = await startProgram({ ...env, ORGCONFIG_SECRET_KEYS: keys }, directory, compiledProgram());
  const authorization = `Bearer ${program.firstKey()}`;
  try {
    const headers = { authorization, "content-type": "application/json" };
    await work((path, init) => fetch(`${program.url}/api/v1/config/${path}`, { ...init, headers }), program);
  } finally {
    await program.stop();
  }
}

async function refusedStart(keys = ""): Promise<string> {
  const port = String(await freePort());
  const { code, stderr } = await orgconfig(["serve"], { ...env, PORT: port, ORGCONFIG_SECRET_KEYS: keys });
  // A line of the log, as all that a service writes where no person looks.
  const [line = "", ...more] = stderr.trim().split("\n");
  const { level, time, msg } = JSON.parse(line);
  expect([code, more, level, typeof time, msg]).toEqual([
    2,
    [],
    60,
    "number",
    expect.stringMatching(/^ORGCONFIG_/),
  ]);
  return msg;
}

beforeAll(() =>
  serving("", async (call) => {
    const config = { url: "https://metrics.example.com", token: "hush" };
    const body = { name: "Engine", type: "observability", connector_type: "prometheus", config };
    const made = await call("connectors", { method: "POST", body: JSON.stringify(body) });
    expect(made.status).toBe(201);
    connector = ((await made.json()) as { id: string }).id;
    own = readFileSync(keysFile, "utf8").trim();
  }),
);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

it("makes no new key for a database whose file of keys is gone", async () => {
  renameSync(keysFile, `${keysFile}.away`);
  expect(await refusedStart()).toContain(`${directory} has a database and no file secret-keys`);
  renameSync(`${keysFile}.away`, keysFile);
});

it.each(["secret-keys", "operator-token"])(
  "names the file %s where it is empty, or a folder",
  async (name) => {
    const file = join(directory, name);
    renameSync(file, `${file}.away`);
    try {
      writeFileSync(file, "");
      expect(await refusedStart()).toContain(`the file ${file} must hold`);
      rmSync(file);
      mkdirSync(file);
      expect(await refusedStart()).toContain(`${file} must be a file that can be read: EISDIR`);
    } finally {
      rmSync(file, { recursive: true, force: true });
      renameSync(`${file}.away`, file);
    }
  },
);

it("refuses a start with the keys of another", async () => {
  expect(await refusedStart(other)).toContain(
    `none of the keys that this database was sealed with (${idOf(own)}; here ${idOf(other)})`,
  );
  const rotated = await orgconfig(["secrets", "rotate"], { ...env, ORGCONFIG_SECRET_KEYS: other });
  expect([rotated.code, rotated.stdout]).toEqual([2, ""]);
});

it("names what a missing key sealed, seals the rest, and seals that too once the key is there", async () => {
  // A node of an earlier release did this with a wrong key alone.
  await serving(`${other},${own}`, async (call) => {
    const config = { url: "https://metrics.example.com", token: "of the wrong key" };
    const init = { method: "PUT", body: JSON.stringify({ config }) };
    expect((await call(`connectors/${connector}`, init)).status).toBe(200);
  });
  const closed = new RegExp(
    `^not opened: org_\\w+ connectors ${connector} config: was sealed with key ${idOf(other)}, which `,
    "m",
  );
  for (const command of ["check", "rotate"]) {
    const { code, stdout, stderr } = await orgconfig(["secrets", command], env);
    expect([code, stdout, stderr]).toEqual([
      1,
      expect.stringMatching(closed),
      expect.stringContaining("add its key at the end of ORGCONFIG_SECRET_KEYS"),
    ]);
  }
  const both = { ...env, ORGCONFIG_SECRET_KEYS: `${own},${other}` };
  expect(await orgconfig(["secrets", "rotate"], both)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^1 rows, /),
  });
  expect(await orgconfig(["secrets", "check"], env)).toMatchObject({ code: 0, stderr: "" });
  expect((await orgconfig(["audit", "verify"], env)).code).toBe(0);
});

it("takes other keys when the operator says that its own are lost", async () => {
  const withOther = { ...env, ORGCONFIG_SECRET_KEYS: other };
  expect((await orgconfig(["secrets", "accept"], withOther)).code).toBe(0);
  await serving(other, async (call, program) => {
    expect((await call("connectors")).status).toBe(200);
    const init = { method: "PUT", body: JSON.stringify({ config: { url: "https://metrics.example.com" } }) };
    expect((await call(`connectors/${connector}`, init)).status).toBe(200);
    // What can't be sealed any more is said once in the log, and to everybody who asks what needs them.
    const sections = async (): Promise<{ section: string; resource: string }[]> =>
      ((await (await call("../attention")).json()) as { sections: never[] }).sections;
    await until(async () => (await sections()).some(({ section }) => section === "audit"));
    expect(await sections()).toContainEqual(
      expect.objectContaining({
        resource: "audit_log",
        data: [expect.objectContaining({ state: "unsealed" })],
      }),
    );
    const about = program
      .output()
      .split("\n")
      .filter((line) => line.includes("the key of the audit chains"));
    expect(about).toEqual([expect.stringContaining("audit_chain_key")]);
  });
});
