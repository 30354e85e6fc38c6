/**
 * `npm run bench:proposals`: what open proposals cost a write. Two organizations of 100 teams on one service, one of them
 * with 500 open proposals that change these teams; the same PUT in turns. Prints the ratio of one to the other, in
 * processor time of node and database, as the median of BENCH_ALTERNATIONS (15) rounds.
 */
import pg from "pg";
import { environment, openAccess } from "./access.ts";
import { type Ask, askerAt, machine, median, printHead, printRow } from "./harness.ts";
import { benchmark, familyTime, processorTime, startService } from "./processes.ts";
import { postmasterOf } from "./side-by-side.ts";

const rounds = Number(process.env.BENCH_ALTERNATIONS ?? 15);
const port = 28_091;
const [teams, proposals, writes] = [100, 500, 200];

await benchmark("npm run bench:proposals", main);

async function main(url: string): Promise<void> {
  const { pid } = await startService(port, { ...environment, DATABASE_URL: url });
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  const postmaster = await postmasterOf(database);
  const { makeKey, makeOrganization, organizationId } = await openAccess(port);
  const sides = [];
  for (const id of [organizationId, await makeOrganization("Bench with proposals")]) {
    const call = askerAt(port, await makeKey("api:admin", id));
    sides.push({ call, ids: await teamsMade(call), milliseconds: [] as number[] });
  }
  const [without, held] = sides;
  if (without === undefined || held === undefined) throw new Error("there are two sides");
  for (let at = 0; at < proposals; at += 1) {
    const [id, name] = [held.ids[at % teams], `Proposed ${at}`];
    await held.call("PUT", `config/teams/${id}?propose=true`, { name });
  }
  const used = () => processorTime(pid) + familyTime(postmaster);
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1)
    for (const { call, ids, milliseconds } of round % 2 === 0 ? sides : sides.toReversed()) {
      const from = used();
      for (let at = 0; at < writes; at += 1)
        await call("PUT", `config/teams/${ids[at % teams]}`, { name: `Team ${at % teams}, ${round} ${at}` });
      if (round > 0) milliseconds.push((used() - from) / writes / 1_000);
    }
  await database.end();
  console.log(machine());
  printHead("a PUT of a team", "ms of processor");
  printRow("no proposals", median(without.milliseconds).toFixed(2));
  printRow(`${proposals} open proposals of these teams`, median(held.milliseconds).toFixed(2));
  const ratios = held.milliseconds.map((ms, at) => ms / (without.milliseconds[at] ?? Number.NaN));
  printRow("ratio", median(ratios).toFixed(3));
}

async function teamsMade(call: Ask): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < teams; at += 1)
    ids.push((await call("POST", "config/teams", { name: `Team ${at}` })).body.id);
  return ids;
}
