/** Backups of older schemas, and every way in which a file is no backup, or one that somebody made up. */
import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BadBackup, type Manifest } from "../../src/database/backup/format.ts";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { createVault } from "../../src/database/vault.ts";
import { readEnvironment } from "../../src/environment.ts";
import { createAudit } from "../../src/features/identity/audit/index.ts";
import { crowdOf } from "../support/crowd.ts";
import {
  backedUp,
  contentOf,
  emptyDatabase,
  readThrough,
  restoredFrom,
  type Sort,
  sorts,
} from "../support/databases.ts";
import { releaseOf, releases, releaseText } from "../support/release.ts";

const open: Database[] = [];
async function empty(sort: Sort = "embedded"): Promise<Database> {
  const database = await emptyDatabase(sort);
  open.push(database);
  return database;
}
afterAll(async () => {
  for (const database of open) await database.close();
});

let file: Buffer;
beforeAll(async () => {
  const database = await empty();
  await migrate(database);
  await database.execute(crowdOf(1));
  file = await backedUp(database);
});

describe.each(releases)("of the schema of %s", (version) => {
  it("it is restored as it was, and brought up to date", async () => {
    const release = releaseOf(version);
    const [old, target] = [await empty(), await empty()];
    await old.execute(releaseText(version));
    const ran = await restoredFrom(await backedUp(old), target);
    expect(ran).toEqual(await migrate(old));
    const counts = async (database: Database) =>
      Object.entries(await contentOf(database)).map(([name, rows]) => [name, rows.length]);
    expect(await counts(target)).toEqual(await counts(old));
    const { rows, audit_records, audit_seals } = await contentOf(old);
    expect(await contentOf(target)).toMatchObject({ rows, audit_records, audit_seals });
    const { secretKeys } = readEnvironment({ ...release.env, DATABASE_URL: "postgres://any" });
    const audit = createAudit({
      database: target,
      vault: createVault(secretKeys),
      log: pino({ level: "silent" }),
    });
    expect(await audit.verify()).toMatchObject({ verified: true });
  });
});

describe("a file that is not what was written", () => {
  let target: Database;
  beforeAll(async () => {
    target = await empty(sorts.at(-1));
  });

  const messageOf = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (failed: Error) => failed,
    );
    expect(error).toBeInstanceOf(BadBackup);
    return error?.message;
  };
  const refused = async (file: Buffer) => {
    const message = await messageOf(restoredFrom(file, target));
    expect(await contentOf(target)).toEqual({});
    return message;
  };
  /** The same without a database. */
  const unread = (file: Buffer, longest?: number) => messageOf(readThrough(file, longest));

  it("is refused wherever a byte is another", async () => {
    for (let part = 0; part < 1; part += 0.08) {
      const changed = Buffer.from(file);
      const at = Math.floor(file.length * part);
      changed[at] = (changed[at] as number) ^ 0x10;
      // The ninth byte says on which system it was compressed, and with how much effort.
      if (at !== 8 && at !== 9) await unread(changed);
      if (part === 0.48) await refused(changed);
    }
  });

  it("is refused wherever it is cut off, and the database stays empty", async () => {
    for (const length of [0, 5, 100, file.length >> 2, file.length - 9, file.length - 1])
      expect(await unread(file.subarray(0, length))).toMatch(/cut off|no backup/);
    for (const length of [file.length >> 1, file.length - 1])
      expect(await refused(file.subarray(0, length))).toContain("cut off");
  });

  it("is refused where it is something else, has more after its end, or a line without end", async () => {
    const none = "it is no backup of orgconfig: ";
    expect(await unread(Buffer.from("no backup"))).toBe(`${none}it is not compressed by gzip`);
    expect(await unread(gzipSync("{}\n"))).toBe(`${none}its first line is no manifest`);
    expect(await unread(gzipSync("x"))).toContain("cut off");
    expect(await unread(edited(file, { end: "more\n" }))).toContain("more after its last line");
    const long = gzipSync(Buffer.alloc(3_000_000, 97));
    expect(await unread(long, 1_000_000)).toContain("a line of more than 1000000 bytes");
  });

  it.each<[what: string, edits: Edits, message: string]>([
    ["another form", { manifest: (all) => ({ ...all, orgconfig_backup: 2 }) }, "it has form 2"],
    ["half a manifest", { manifest: (all) => ({ ...all, heads: 1 }) }, "its manifest is not whole"],
    ["a row that is no list", { row: () => '{"a":1}' }, 'a row of "events" is not one'],
    ["a row that is too short", { row: () => "[]" }, 'a row of "events" is not one'],
    ["two rows in a line", { row: (line) => `${line},${line}` }, 'a row of "events" is not one'],
    ["a row with a number", { row: (line) => line.replace('"slo_breach"', "1") }, 'a row of "events"'],
    ["a row more", { row: (line) => `${line}\n${line}` }, "a row of"],
    ["a row less", { row: () => undefined }, "a row of"],
  ])("%s is refused", async (_, edits, message) => {
    expect(await unread(edited(file, edits))).toContain(message);
  });

  it.each<[what: string, edits: Edits, message: string]>([
    [
      "a newer schema",
      { manifest: (all) => ({ ...all, schema_version: 9_999 }) },
      "use an orgconfig that knows schema 9999, which is newer than this one (",
    ],
    [
      "no such schema",
      { manifest: (all) => ({ ...all, schema_version: 33 }) },
      "which no migration of this program makes",
    ],
    [
      "SQL in a sequence's name",
      { manifest: (all) => ({ ...all, sequences: { 'x"; DROP TABLE users; --': "1" } }) },
      "which is unknown",
    ],
    [
      "a number that no sequence has",
      { manifest: (all) => ({ ...all, sequences: { row_revision: "9223372036854775807" } }) },
      "the database does not take the sequence row_revision",
    ],
    [
      "another head",
      { manifest: (all) => ({ ...all, heads: all.heads.map((head) => ({ ...head, seal: "y" })) }) },
      "the heads of its audit chains are not those of its manifest",
    ],
    [
      "a NUL in a text",
      { row: (line) => line.replace("slo_breach", "slo\\u0000breach") },
      "the database does not take a row of events",
    ],
    [
      "a value of another type",
      { row: (line) => line.replace('"{}"', '"no JSON"') },
      "the database does not take a row of events",
    ],
  ])("%s is refused, and the database stays empty", async (_, edits, message) => {
    expect(await refused(edited(file, edits))).toContain(message);
  });
});

interface Edits {
  readonly manifest?: (manifest: Manifest) => object;
  /** A line of the table events. */
  readonly row?: (line: string) => string | undefined;
  /** After the last line. */
  readonly end?: string;
}

/** The file with other lines, and the SHA-256 of those. */
function edited(file: Buffer, { manifest = (all) => all, row = (line) => line, end = "" }: Edits): Buffer {
  const [first = "", ...lines] = gunzipSync(file).toString("utf8").trimEnd().split("\n");
  const rows: (string | undefined)[] = lines.slice(0, -1);
  const at = rows.findIndex((line) => line?.includes('"slo_breach"'));
  rows[at] = row(rows[at] as string);
  const text = [
    JSON.stringify(manifest(JSON.parse(first))),
    ...rows.filter((line) => line !== undefined),
    "",
  ];
  const sha256 = createHash("sha256").update(text.join("\n")).digest("hex");
  return gzipSync(`${text.join("\n")}${JSON.stringify({ sha256 })}\n${end}`, { level: 1 });
}
