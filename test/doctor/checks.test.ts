/** What the doctor says of what it found: each thing that is not in order is named, with the way out. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { diskChecks, fileChecks, unseenDisks } from "../../src/cli/doctor/local-checks.ts";
import { type Check, worstOf } from "../../src/features/organization/doctor/check.ts";
import { type DatabaseSeen, databaseChecks } from "../../src/features/organization/doctor/database-checks.ts";
import { proxyChecks } from "../../src/features/organization/doctor/proxy-checks.ts";
import {
  boundChecks,
  engineChecks,
  keyChecks,
  queueChecks,
} from "../../src/features/organization/doctor/work-checks.ts";
import { type Bounds, bounds as known } from "../../src/kernel/growth.ts";
import { knownSettings, unknownSettingMessage, unknownSettings } from "../../src/known-settings.ts";

const usual = Object.fromEntries(
  Object.entries(known).map(([name, bound]) => [name, bound.usual]),
) as unknown as Bounds;

const found = (checks: readonly Check[]) =>
  checks.filter(({ status }) => status !== "ok").map(({ status, name, message }) => [status, name, message]);

describe("settings", () => {
  it("that mean nothing are named with the nearest known one, and never with their value", () => {
    const env = {
      ORGCONFIG_RATELIMIT: "geheim",
      ORGCONFIG_FROBNICATE: "1",
      ORGCONFIG_LIST_CAP: "5",
      OTHER: "1",
    };
    expect(unknownSettings(env).map(unknownSettingMessage)).toEqual([
      "ORGCONFIG_FROBNICATE is no variable of orgconfig and has no effect: take it out",
      "ORGCONFIG_RATELIMIT is no variable of orgconfig and has no effect: did you mean ORGCONFIG_RATE_LIMIT?",
    ]);
    expect(unknownSettings({ ORGCONFIG_KEY_FILE: "/a", ORGCONFIG_SECRET_KEYS_FILE: "/b" })).toEqual([]);
  });

  it("are known where the program reads them", () => {
    const sources = ["src", "provider"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts") && !name.includes("node_modules"))
        .map((name) => readFileSync(join(folder, name), "utf8")),
    );
    const named = sources.flatMap((text) => text.match(/\bORGCONFIG_[A-Z]+(?:_[A-Z]+)*\b/g) ?? []);
    expect([...new Set(named)].filter((name) => !knownSettings.includes(name))).toEqual([]);
    const operating = readFileSync("docs/operating.md", "utf8");
    const documented = [...operating.matchAll(/^\| `(ORGCONFIG_[A-Z_]+)`/gm)].map(([, name]) => name);
    expect(documented.length).toBeGreaterThan(20);
    expect(documented.filter((name) => !knownSettings.includes(name ?? ""))).toEqual([]);
  });
});

describe("the database", () => {
  const seen: DatabaseSeen = {
    facts: {
      version: "17.2",
      versionNumber: 170_002,
      maxConnections: 100,
      reservedConnections: 3,
      usedConnections: 20,
      fsync: true,
      fullPageWrites: true,
      synchronousCommit: "on",
      readOnly: false,
      encoding: "UTF8",
    },
    isEmbedded: false,
    aheadSeconds: 0.1,
    nodes: 2,
    connectionsOfNode: 13,
    clocks: [{ place: "a:1", aheadSeconds: 0.2 }],
    missingExtensions: [],
    bloated: [],
    hasRoom: true,
    schema: { database: 40, program: 40, leftOut: [] },
  };
  it("is in order", () => {
    expect(found(databaseChecks(seen))).toEqual([]);
    expect(found(databaseChecks({ ...seen, isEmbedded: true }))).toEqual([]);
  });

  it.each<[string, Partial<DatabaseSeen> & { of?: Partial<DatabaseSeen["facts"]> }, Check["status"], string]>(
    [
      ["version", { of: { version: "14.1", versionNumber: 140_001 } }, "error", "upgrade it to 15"],
      ["schema", { schema: { database: 39, program: 40, leftOut: [] } }, "warning", "brings it to 40"],
      [
        "schema",
        { schema: { database: 41, program: 40, leftOut: ["colours"] } },
        "warning",
        "leaves out colours",
      ],
      [
        "schema",
        { schema: { database: 41, program: 40, leftOut: [], refused: "start a newer orgconfig" } },
        "error",
        "start a newer orgconfig",
      ],
      ["room", { hasRoom: false }, "error", "disk is full"],
      ["clock", { aheadSeconds: -5 }, "warning", "5 s behind"],
      ["clock", { aheadSeconds: 31 }, "error", "31 s ahead of"],
      [
        "clocks of nodes",
        { clocks: [{ place: "b:1", aheadSeconds: -10_800 }] },
        "error",
        "node b:1 is 10,800 s behind",
      ],
      ["connections", { nodes: 8 }, "warning", "8 nodes may open 104 of 97"],
      ["durability", { of: { fsync: false } }, "error", "fsync is off"],
      ["durability", { of: { synchronousCommit: "off" } }, "warning", "synchronous_commit is off"],
      ["writable", { of: { readOnly: true } }, "error", "read-only"],
      ["encoding", { of: { encoding: "LATIN1" } }, "error", "LATIN1"],
      ["extensions", { missingExtensions: ["plpgsql"] }, "error", "CREATE EXTENSION"],
      ["bloat", { bloated: [{ name: "alerts", dead: 50_000, live: 10 }] }, "warning", "VACUUM alerts"],
    ],
  )("says what is wrong: %s %j", (name, { of, ...change }, status, words) => {
    const all = databaseChecks({ ...seen, ...change, facts: { ...seen.facts, ...of } });
    expect(found(all)).toEqual([[status, name, expect.stringContaining(words)]]);
    expect(worstOf(all)).toBe(status);
  });

  it("the clock of each node is said, also of nodes that do not say it", () => {
    const clocks = [
      { place: "a:1", aheadSeconds: null },
      // A worker of the same node.
      { place: "a:1", aheadSeconds: 0 },
      { place: "b:1", aheadSeconds: 4.26 },
      { place: "c:1", aheadSeconds: null },
    ];
    const said = databaseChecks({ ...seen, clocks }).filter(({ name }) => name === "clocks of nodes");
    expect(said.map(({ status, message }) => [status, message])).toEqual([
      ["warning", "the clock of node b:1 is 4.3 s ahead of the database's: keep NTP running there"],
      ["skipped", "not known of c:1: no comparison yet, or an older version"],
      ["ok", "right at 1 node of 3"],
    ]);
  });
});

it("keys that open nothing, and keys that are missing, are named", () => {
  const sealedBy = new Map([["aa", 3]]);
  const none: ReadonlyMap<string, number> = new Map();
  expect(found(keyChecks({ sealedBy, unopened: none, missing: [] }))).toEqual([]);
  expect(found(keyChecks({ sealedBy, unopened: new Map([["bb", 2]]), missing: ["bb"] }))).toEqual([
    ["error", "opening", expect.stringContaining("2 of key bb")],
    ["warning", "known keys", expect.stringContaining("bb")],
  ]);
});

it("what is nearly full is named with who has it, what happens beyond, and the variable to raise", () => {
  const bounds = { ...usual, events: 1_000 };
  const having = (count: number) => [
    { bound: "events", holder: "org_1", count, share: count / 1_000 } as const,
    { bound: "drills", holder: undefined, count: 0, share: 0 } as const,
  ];
  expect(boundChecks(having(800), bounds).map(({ status }) => status)).toEqual(["ok"]);
  expect(found(boundChecks(having(859), bounds))).toEqual([
    [
      "warning",
      "kept",
      expect.stringMatching(
        /org_1 has 859 of 1,000 \(85 %\)\. Beyond that the oldest leave.*raise ORGCONFIG_KEPT_EVENTS$/,
      ),
    ],
  ]);
  expect(found(boundChecks(having(1_500), bounds))[0]?.[2]).toContain("(150 %)");
});

it("engines are named by their connector", () => {
  const connector = { organizationId: "org_1", connectorId: "conn_1", ok: false, silent: false };
  expect(found(engineChecks([{ count: 2 }], []))).toEqual([]);
  expect(found(engineChecks([{ count: 2 }], [connector, { ...connector, silent: true }]))).toEqual([
    ["warning", "agents", expect.stringContaining("does not run what is rendered")],
    ["warning", "agents", expect.stringContaining("says nothing")],
  ]);
});

it("queues are late where nobody works on them", () => {
  const idle = {
    deliveries: [],
    records: 0,
    recordSeconds: 0,
    refusedRecords: 0,
    timers: 0,
    timerSeconds: 0,
  };
  const delivery = (status: string, oldestSeconds: number) => ({
    channel: "alert",
    count: 4,
    status,
    oldestSeconds,
  });
  const deliveries = [delivery("queued", 10)];
  expect(found(queueChecks({ ...idle, deliveries, records: 9, recordSeconds: 2 }))).toEqual([]);
  const late = queueChecks({
    deliveries: [delivery("queued", 900), delivery("parked", 9_000), delivery("held", 5)],
    records: 9,
    recordSeconds: 100,
    refusedRecords: 1,
    timers: 2,
    timerSeconds: 40,
  });
  expect(found(late).map(([status, name]) => [status, name])).toEqual([
    ["warning", "deliveries"],
    ["warning", "deliveries"],
    ["warning", "deliveries"],
    ["warning", "seals"],
    ["error", "seals"],
    ["warning", "timers"],
  ]);
});

describe("proxies", () => {
  const straight = {
    peer: "10.0.0.9",
    isTrusted: false,
    address: "10.0.0.9",
    forwardedFor: undefined,
    forwardedProto: undefined,
    host: "config.example.com",
    publicUrl: "https://config.example.com",
  };
  const behind = { ...straight, isTrusted: true, forwardedFor: "192.0.2.1", forwardedProto: "https" };
  it("are in order, or there is none", () => {
    expect(found(proxyChecks(straight))).toEqual([]);
    expect(found(proxyChecks({ ...behind, address: "192.0.2.1" }))).toEqual([]);
  });
  it.each([
    ["an unknown one", { ...behind, isTrusted: false }, "error", "not in ORGCONFIG_TRUST_PROXY"],
    ["one that says nothing", { ...straight, isTrusted: true }, "warning", "sends no X-Forwarded-For"],
    ["one that passes on http", { ...behind, forwardedProto: "http" }, "warning", "came by http"],
    ["one with its own Host", { ...behind, host: "node-1:8080" }, "warning", "the Host node-1:8080"],
  ])("%s", (_, seen, status, words) => {
    expect(found(proxyChecks(seen))).toEqual([[status, expect.any(String), expect.stringContaining(words)]]);
  });
});

it("files that others may read are named, and the disk's room is said", () => {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-doctor-"));
  mkdirSync(join(folder, "postgres"), { mode: 0o700 });
  writeFileSync(join(folder, "secret-keys"), "x", { mode: 0o600 });
  expect(found(fileChecks(folder))).toEqual([]);
  chmodSync(join(folder, "secret-keys"), 0o640);
  expect(found(fileChecks(folder))).toEqual([
    ["warning", "data directory", expect.stringContaining("secret-keys")],
  ]);
  expect(fileChecks(join(folder, "none"))).toMatchObject([{ status: "skipped" }]);
  expect(diskChecks([folder])[0]?.message).toContain("GiB are free");
  // No mode closes a folder to root, and nothing opens this one.
  expect(found(fileChecks("/proc/self"))).toContainEqual([
    "error",
    "writing",
    expect.stringContaining("/proc/self cannot be written to"),
  ]);
  expect(unseenDisks(true, undefined).map(({ name, status }) => [name, status])).toEqual([
    ["database", "skipped"],
    ["engines", "skipped"],
  ]);
  expect(unseenDisks(false, "/srv")).toEqual([]);
});
