/**
 * `npm run bench:git`: what a Git source costs, with a real `git http-backend` next to it. A look at a repository that has
 * not moved; one file changed of BENCH_FILES (5,000), each with a row; one row changed here, and 500 at once, pushed to
 * them; with the argument `large`, a repository of 1 GB (git-large.ts). Prints seconds, and the processor time of the service with all that it starts, as medians of BENCH_ALTERNATIONS (5).
 */
import { startGitServer } from "../test/support/git-server.ts";
import { environment, openAccess } from "./access.ts";
import { large } from "./git-large.ts";
import { type Ask, askerAt, machine, median, printHead, printRow, timed } from "./harness.ts";
import { benchmark, processorTime, startService } from "./processes.ts";

const rounds = Number(process.env.BENCH_ALTERNATIONS ?? 5);
const files = Number(process.env.BENCH_FILES ?? 5_000);
const [few, port, looks, atOnce] = [1_000, 28_093, 20, 500];
/** As many rows one plan makes. */
const inOnePlan = 2_000;

const nameOf = (index: number) => `rows/${Math.floor(index / 100)}/team-${index}.yaml`;
const textOf = (index: number, name: string) => `# Team ${index}\nteams:\n  - name: ${name} # ${index}\n`;

await benchmark("npm run bench:git", process.argv.includes("large") ? large : main);

async function main(url: string): Promise<void> {
  const { pid } = await startService(port, {
    ...{ ...environment, DATABASE_URL: url, ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" },
  });
  const { makeKey, makeOrganization } = await openAccess(port);
  const git = await startGitServer();
  console.log(machine());
  printHead("what", "seconds", "processor ms");
  const shown = async (what: string, count: number, work: (round: number) => Promise<unknown>) => {
    const taken: { readonly ms: number; readonly processor: number }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const from = processorTime(pid);
      const ms = await timed(() => work(round));
      // The first round warms up.
      if (round > 0) taken.push({ ms: ms / count, processor: (processorTime(pid) - from) / count / 1_000 });
    }
    const of = (name: "ms" | "processor") => median(taken.map((one) => one[name]));
    printRow(what, (of("ms") / 1_000).toFixed(2), of("processor").toFixed(0));
  };
  try {
    for (const count of [few, files]) {
      const call = askerAt(port, await makeKey("api:admin", await makeOrganization(`Bench of ${count}`)));
      const name = `repo-${count}`;
      const clone = git.repository(name);
      const body = { name, url: git.url(name), path: "rows", set: name, poll_seconds: 0 };
      let sync = () => Promise.resolve();
      for (let made = 0; made < count; made += inOnePlan) {
        const all = Array.from({ length: Math.min(inOnePlan, count - made) }, (_, at) => made + at);
        clone.push(Object.fromEntries(all.map((at) => [nameOf(at), textOf(at, `Team ${at}`)])));
        if (made === 0) sync = syncOf(call, (await call("POST", "config/git_sources", body)).body.id);
        await sync();
      }
      await shown(`${count} files that are as they were`, looks, async () => {
        for (let look = 0; look < looks; look += 1) await sync();
      });
      await shown(`one of ${count} files changed in Git, applied`, 1, async (round) => {
        clone.push({ [nameOf(7)]: textOf(7, `Seven ${round}`) });
        await sync();
      });
      const sources = (await call("GET", "config/git_sources")).body.data;
      await call("PUT", `config/git_sources/${sources[0].id}`, { direction: "push" });
      await sync();
      const ids = await idsOf(call, atOnce);
      await shown(`one row of ${count} files changed here, pushed`, 1, async (round) => {
        await call("PUT", `config/teams/${ids[0]}`, { name: `Here ${round}` });
        await sync();
      });
      await shown(`${atOnce} rows of ${count} files changed here, pushed`, 1, async (round) => {
        const edits = ids.map((id, at) => ({
          ...{ op: "save", resource: "teams", id },
          fields: { name: `At once ${at}, ${round}` },
        }));
        const plan = (await call("POST", "plans", { edits, replay_days: 0 })).body;
        await call("POST", `plans/${plan.id}/apply`, {});
        await sync();
      });
    }
  } finally {
    await git.close();
  }
}

function syncOf(call: Ask, id: string) {
  return async (): Promise<void> => {
    const { body } = await call("POST", `git_sources/${id}/sync`, {});
    if (body.problem !== null) throw new Error(JSON.stringify(body.problem));
  };
}

async function idsOf(call: Ask, count: number): Promise<string[]> {
  const { body } = await call("GET", "config/teams");
  return body.data.slice(0, count).map(({ id }: { id: string }) => id);
}
