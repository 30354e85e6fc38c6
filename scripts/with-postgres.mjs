// Starts a PostgreSQL server of its own from the machine's binaries, runs a command with
// TEST_DATABASE_URL set to it, and stops it again. As root it runs as the user postgres, because
// PostgreSQL refuses root. TEST_POSTGRES_FSYNC=off spares the disk. Usage: node scripts/with-postgres.mjs COMMAND [ARGUMENT...]
import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "./free-port.mjs";

const binaries = findBinaries();
const folder = mkdtempSync(join(tmpdir(), "orgconfig-postgres-"));
const data = join(folder, "data");
const port = await freePort();
const asRoot = process.getuid?.() === 0;
if (asRoot) chownSync(folder, userId("-u"), userId("-g"));

let status = 1;
try {
  run("initdb", "-D", data, "-U", "orgconfig", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync");
  // fsync stays on where durability or speed is measured; what a suite reads back needs none while the machine
  // runs. The sockets stay in the folder.
  const unsafe = process.env.TEST_POSTGRES_FSYNC === "off" ? "-c fsync=off -c full_page_writes=off" : "";
  run(
    "pg_ctl",
    "-D",
    data,
    "-w",
    "-t",
    "300",
    "-l",
    join(folder, "log"),
    "-o",
    `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=200 ${unsafe}`,
    "start",
  );
  const [command, ...rest] = process.argv.slice(2);
  if (command === undefined) throw new Error("name a command to run");
  const bin = fileURLToPath(new URL("../node_modules/.bin", import.meta.url));
  const env = {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    // A suite talks by the socket, which takes the processor half of what TCP does; a benchmark as services do.
    TEST_DATABASE_URL: `postgres://orgconfig@127.0.0.1:${port}/postgres${process.env.TEST_SUITE === undefined ? "" : `?host=${folder}`}`,
  };
  status = spawnSync(command, rest, { stdio: "inherit", env }).status ?? 1;
} finally {
  try {
    run("pg_ctl", "-D", data, "-m", "immediate", "stop");
  } catch {
    // it never started
  }
  rmSync(folder, { recursive: true, force: true });
}
process.exit(status);

function run(binary, ...rest) {
  const path = join(binaries, binary);
  const options = { stdio: ["ignore", "ignore", "inherit"], cwd: folder };
  if (asRoot) execFileSync("runuser", ["-u", "postgres", "--", path, ...rest], options);
  else execFileSync(path, rest, options);
}

function userId(flag) {
  return Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
}

function findBinaries() {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root)
    ? readdirSync(root).filter((name) => existsSync(join(root, name, "bin/initdb")))
    : [];
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  if (newest !== undefined) return join(root, newest, "bin");
  const onPath = process.env.PATH?.split(delimiter).find((entry) => existsSync(join(entry, "initdb")));
  if (onPath !== undefined) return onPath;
  throw new Error(
    "no PostgreSQL server on this machine: install it, such as with `apt-get install postgresql`",
  );
}
