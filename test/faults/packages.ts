/** What the long suites take from Debian, and what they need besides; see needs.ts. */
import { execFileSync } from "node:child_process";
import { chownSync, existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

const packageOf = {
  initdb: "postgresql",
  pg_ctl: "postgresql",
  createdb: "postgresql",
  pg_dump: "postgresql",
  pg_restore: "postgresql",
  pg_basebackup: "postgresql",
  pgbouncer: "pgbouncer",
  patroni: "patroni",
  etcd: "etcd-server",
  haproxy: "haproxy",
  "systemd-analyze": "systemd",
} as const;

/** What a suite needs before its first test: all of it that this machine lacks, one line each. */
export function missing(suite: string): string[] {
  const { binaries, files, root } = needs[suite] ?? { binaries: [], files: {}, root: false };
  const packages = new Set([
    ...binaries.filter((name) => pathOf(name) === undefined).map((name) => packageOf[name]),
    ...Object.keys(files).filter((name) => !files[name]?.some((path) => existsSync(path))),
  ]);
  return [
    ...(packages.size === 0 ? [] : [`apt-get install --no-install-recommends ${[...packages].join(" ")}`]),
    ...(root && process.getuid?.() !== 0 ? ["being root: servers are started as users of their own"] : []),
  ];
}

interface Needs {
  readonly binaries: readonly (keyof typeof packageOf)[];
  /** By package, files of which one is enough. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  readonly root: boolean;
}

const postgres = ["initdb", "pg_ctl", "createdb", "pg_dump", "pg_restore", "pg_basebackup"] as const;
const needs: Readonly<Record<string, Needs>> = {
  faults: {
    binaries: [...postgres, "pgbouncer", "patroni", "etcd", "haproxy", "systemd-analyze"],
    files: { faketime: [fakeClockLibrary()], git: ["/usr/bin/git"] },
    root: true,
  },
  alerts: { binaries: postgres, files: {}, root: true },
  mail: {
    binaries: postgres,
    files: { opensmtpd: ["/usr/sbin/smtpd"], python3: ["/usr/bin/python3"], openssl: ["/usr/bin/openssl"] },
    root: true,
  },
  release: {
    binaries: [],
    files: {
      "binutils-x86-64-linux-gnu": ["/usr/bin/x86_64-linux-gnu-strip"],
      "binutils-aarch64-linux-gnu": ["/usr/bin/aarch64-linux-gnu-strip"],
      gnupg: ["/usr/bin/gpg"],
    },
    root: false,
  },
  providers: {
    binaries: [],
    files: { glewlwyd: ["/usr/bin/glewlwyd"], sqlite3: ["/usr/bin/sqlite3"] },
    root: false,
  },
};

/** The path of a binary. @throws when it is not here, with what installs it */
export function binary(name: keyof typeof packageOf): string {
  const found = pathOf(name);
  if (found === undefined)
    throw new Error(`${name} is not on this machine: apt-get install ${packageOf[name]}`);
  return found;
}

function pathOf(name: keyof typeof packageOf): string | undefined {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(root, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter),
    "/usr/sbin",
  ];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Gives a folder to the user that servers run as where the test is root. */
export function ownedByPostgres(path: string): void {
  if (process.getuid?.() !== 0) return;
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  chownSync(path, id("-u"), id("-g"));
}

/** The environment of a program whose wall clock is moved by what stands in the file, such as "+1d". */
export function fakeClock(file: string): Record<string, string> {
  return {
    LD_PRELOAD: fakeClockLibrary(),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
}

function fakeClockLibrary(): string {
  const processor = process.arch === "arm64" ? "aarch64" : "x86_64";
  return `/usr/lib/${processor}-linux-gnu/faketime/libfaketime.so.1`;
}
