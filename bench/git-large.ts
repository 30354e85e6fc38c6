/**
 * `npm run bench:git -- large`: a Git source of a repository of 1 GB, nearly all of it next to the folder and incompressible,
 * with 10,000 commits: what a server that sends parts of a commit costs, and what is said where one sends none. Prints
 * seconds, and the most memory and disk that the programs of a look had.
 */
import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { startGitServer } from "../test/support/git-server.ts";
import { environment, openAccess } from "./access.ts";
import { askerAt, machine, printHead, printRow, timed } from "./harness.ts";
import { startService } from "./processes.ts";

const [port, commits, rows] = [28_094, 10_000, 1_000];
/** In MB: next to the folder, and in it. */
const [blobs, blobMb] = [20, 50];

export async function large(url: string, folder: string): Promise<void> {
  const temporary = join(folder, "temporary");
  mkdirSync(temporary);
  const { pid } = await startService(port, {
    ...{ ...environment, DATABASE_URL: url, ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1", TMPDIR: temporary },
  });
  const { makeKey, makeOrganization } = await openAccess(port);
  const git = await startGitServer();
  console.log(machine());
  try {
    const clone = git.repository("large");
    const made = await timed(() => fill(clone.bare));
    const size = Number(execFileSync("du", ["-sm", clone.bare], { encoding: "utf8" }).split("\t")[0]);
    console.log(`A repository of ${size} MB with ${commits} commits, made in ${(made / 1_000).toFixed(0)} s`);
    printHead("what", "seconds", "git's memory, MB", "disk, MB", "what came of it");
    const call = askerAt(port, await makeKey("api:admin", await makeOrganization("Large")));
    const source = { name: "large", url: git.url("large"), path: "rows", set: "large", poll_seconds: 0 };
    const { id } = (await call("POST", "config/git_sources", source)).body;
    const shown = async (what: string, work?: () => Promise<unknown>) => {
      await work?.();
      const watched = watchedAt(pid, temporary);
      let body: { status?: string; problem?: { message: string } | null } = {};
      const ms = await timed(async () => {
        body = (await call("POST", `git_sources/${id}/sync`, {})).body;
      });
      const { memory, disk } = watched();
      const said = body.problem?.message.slice(0, 60) ?? body.status ?? "";
      printRow(what, (ms / 1_000).toFixed(2), memory, disk, said);
    };
    await shown("a server that sends whole commits alone");
    execFileSync("git", ["config", "uploadpack.allowFilter", "true"], { cwd: clone.bare });
    await shown("one that sends parts");
    await shown("as it was");
    await shown("one file changed in Git", async () => change(clone.bare));
    const { data } = (await call("GET", "config/teams")).body;
    await call("PUT", `config/git_sources/${id}`, { direction: "push" });
    await shown("as it was, of a source that pushes");
    await shown("one row changed here, pushed", () =>
      call("PUT", `config/teams/${data[0].id}`, { name: "Changed here" }),
    );
  } finally {
    await git.close();
  }
}

const team = (at: number, name = `Team ${at}`) => `teams:\n  - name: ${name}\n`;
const header = (at: number) =>
  `commit refs/heads/main\ncommitter Ada <ada@example.com> ${1_700_000_000 + at} +0000\ndata 2\nc\n`;
const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;

/** One commit with all of it, and then many of one file. */
async function fill(bare: string): Promise<void> {
  const child = spawn("git", ["-c", "core.compression=0", "fast-import", "--quiet"], {
    ...{ cwd: bare, stdio: ["pipe", "inherit", "inherit"] },
  });
  const write = async (chunk: string | Buffer) => {
    if (!child.stdin?.write(chunk)) await once(child.stdin as NonNullable<typeof child.stdin>, "drain");
  };
  await write(header(0));
  for (let at = 0; at < rows; at += 1)
    await write(`M 100644 inline rows/${Math.floor(at / 100)}/${at}.yaml\n${data(team(at))}`);
  for (let at = 0; at < blobs; at += 1) {
    const place = at === 0 ? "rows/notes.bin" : `models/${at}.bin`;
    await write(`M 100644 inline ${place}\ndata ${blobMb * 1_048_576}\n`);
    await write(randomBytes(blobMb * 1_048_576));
    await write("\n");
  }
  for (let at = 1; at < commits; at += 1)
    await write(`${header(at)}M 100644 inline history.txt\n${data(String(at))}`);
  child.stdin?.end();
  await once(child, "close");
}

async function change(bare: string): Promise<void> {
  const from = "from refs/heads/main^0\n";
  const input = `${header(commits)}${from}M 100644 inline rows/0/7.yaml\n${data(team(7, "Seven"))}`;
  execFileSync("git", ["fast-import", "--quiet"], { cwd: bare, input });
}

/** @returns what the programs that the service started had at most, in MB, once it is over */
function watchedAt(pid: number, temporary: string) {
  let [memory, disk] = [0, 0];
  const look = () => {
    memory = Math.max(memory, memoryBelow(pid));
    disk = Math.max(disk, bytesIn(temporary));
  };
  const timer = setInterval(look, 50);
  return () => {
    clearInterval(timer);
    return { memory: Math.round(memory / 1_024), disk: Math.round(disk / 1_048_576) };
  };
}

/** In KB, of all that a process has started. */
function memoryBelow(pid: number): number {
  const parents = new Map<number, { parent: number; kb: number }>();
  for (const name of readdirSync("/proc").filter((one) => /^\d+$/.test(one))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, "utf8");
      const number = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
      parents.set(Number(name), { parent: number("PPid"), kb: number("RssAnon") });
    } catch {
      // it ended meanwhile
    }
  }
  const isBelow = (one: number): boolean => {
    const parent = parents.get(one)?.parent ?? 0;
    return parent === pid || (parent > 1 && isBelow(parent));
  };
  return [...parents].reduce((sum, [one, { kb }]) => (isBelow(one) ? sum + kb : sum), 0);
}

function bytesIn(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true }).reduce((sum, name) => {
      const found = statSync(join(folder, String(name)), { throwIfNoEntry: false });
      return sum + (found?.isFile() ? found.size : 0);
    }, 0);
  } catch {
    return 0; // it went while it was looked at
  }
}
