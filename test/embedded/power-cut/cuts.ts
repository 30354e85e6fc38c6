/** Cuts the power somewhere in a recorded life, starts on what is left, and looks for what was acknowledged. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Cut, createDisk } from "./disk.ts";
import { keyFiles, type Life, run, scratch, send } from "./workload.ts";

export interface Loss {
  /** Names the cut: its seed, and what that came to in this life. */
  readonly cut: string;
  readonly problems: readonly string[];
}

/** Of so many cuts one falls into the making of the database, which takes most operations and stores nothing. */
const oneWhileMaking = 50;

interface Planned {
  readonly seed: number;
  readonly at: number;
  readonly cut: Cut;
}

/**
 * @param seed the first cut's; each has the next one
 * @param from the first operation that may be lost
 * @returns the cuts after which something was missing, or the service did not start
 */
export async function cutPower(life: Life, count: number, seed: number, from = life.made): Promise<Loss[]> {
  const planned = Array.from({ length: count }, (_, index) => plan(life, seed + index, from));
  planned.sort((a, b) => a.at - b.at);
  const disk = createDisk();
  const losses: Loss[] = [];
  let done = 0;
  for (const { seed, at, cut } of planned) {
    for (; done < at; done += 1) disk.run(life.operations[done] as Life["operations"][number]);
    const folder = mkdtempSync(join(scratch, "orgconfig-cut-"));
    try {
      disk.restore(folder, cut);
      const problems = await problemsAfter(life, at, folder).catch((error) => [
        `it does not start: ${error}`,
      ]);
      const name = `seed ${seed}: after ${at} of ${life.operations.length} operations, ${cut.keptPercent} % kept, ${cut.tornPercent} % torn`;
      if (problems.length > 0) losses.push({ cut: name, problems });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return losses;
}

/** Where a seed cuts, and what it keeps. Just after an answer most is at stake, so every second one cuts there. */
function plan(life: Life, seed: number, from: number): Planned {
  const random = randomOf(seed);
  const below = (bound: number) => Math.floor(random() * bound);
  const pick = <T>(items: readonly T[]) => items[below(items.length)] as T;
  const at =
    seed % oneWhileMaking === 0
      ? below(from)
      : seed % 2 === 0
        ? pick(life.acknowledged.filter(({ answered }) => answered > from)).answered
        : from + below(life.operations.length - from) + 1;
  const cut = { keptPercent: pick([0, 0, 10, 50, 90, 100]), tornPercent: pick([0, 50, 100]), below };
  return { seed, at, cut };
}

async function problemsAfter(life: Life, at: number, folder: string): Promise<string[]> {
  const { service, database } = await run(folder);
  try {
    if (at < life.served) {
      // Nothing was promised yet but that a start is possible: it finds a first organization, or makes one.
      await service.firstStart();
      return [];
    }
    const problems = keyFiles
      .filter((name) => readFileSync(join(folder, name), "utf8") !== life.keys[name])
      .map((name) => `${name} is not what it was`);
    const { status, body } = await send(service, life.key, "GET", "connectors?etags=true");
    if (status !== 200) return [...problems, `the first key is answered with ${status}`];
    for (const [id, allowed] of promises(life, at)) {
      const found = body.data.find((row: { id: string }) => row.id === id);
      const is = found === undefined ? "no row" : `${found.name} ${body.etags[id]} ${found.config_set}`;
      if (!allowed.includes(is)) problems.push(`${id} is "${is}" and not "${allowed.join('" or "')}"`);
    }
    const audit = await service.audit.verify();
    if (!audit.verified) problems.push(`the audit log does not verify: ${JSON.stringify(audit)}`);
    const config = { token: "another secret", name: "after" };
    const more = { name: "after the cut", type: "cloud", connector_type: "aws", config };
    const written = await send(service, life.key, "POST", "connectors", more);
    if (written.status !== 201) problems.push(`a write afterwards is answered with ${written.status}`);
    return problems;
  } finally {
    await service.close();
    await database.close();
  }
}

/** Of each row what it may be: as the last answer said, or as a write that was under way would have it. */
function promises({ acknowledged }: Life, at: number): Map<string, string[]> {
  const rows = new Map<string, string[]>();
  for (const { id, sent, answered, row } of acknowledged) {
    const is = row === undefined ? "no row" : `${row.name} ${row.etag} true`;
    if (answered <= at) rows.set(id, [is]);
    else if (sent < at) rows.get(id)?.push(is);
  }
  return rows;
}

/** Mulberry32: small, and the same everywhere. */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
