/** What the fault tests take from Debian; a machine without it fails with the line that installs it. */
import { execFileSync } from "node:child_process";
import { chownSync, existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

const packageOf = {
  initdb: "postgresql",
  pg_ctl: "postgresql",
  createdb: "postgresql",
  pg_dump: "postgresql",
  pg_restore: "postgresql",
  pgbouncer: "pgbouncer",
  patroni: "patroni",
  etcd: "etcd-server",
  haproxy: "haproxy",
} as const;

/** The path of a binary. */
export function binary(name: keyof typeof packageOf): string {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(root, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter),
    "/usr/sbin",
  ];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (found === undefined)
    throw new Error(`${name} is not on this machine: apt-get install ${packageOf[name]}`);
  return found;
}

/** Gives a folder to the user that servers run as where the test is root. */
export function ownedByPostgres(path: string): void {
  if (process.getuid?.() !== 0) return;
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  chownSync(path, id("-u"), id("-g"));
}

/** The environment of a program whose wall clock is moved by what stands in the file, such as "+1d". */
export function fakeClock(file: string): Record<string, string> {
  const folder = "/usr/lib/x86_64-linux-gnu/faketime";
  const library = join(
    folder.replace("x86_64", process.arch === "arm64" ? "aarch64" : "x86_64"),
    "libfaketime.so.1",
  );
  if (!existsSync(library)) throw new Error("libfaketime is not on this machine: apt-get install faketime");
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
}
