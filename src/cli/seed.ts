import { pino } from "pino";
import { seedDemo } from "../seed/index.ts";
import { createService } from "../service.ts";
import { sayingWhatIsLeft } from "./ended.ts";
import { usageError } from "./errors.ts";
import { createFirstSignIn } from "./first-sign-in.ts";
import { admitted } from "./keys.ts";
import { withDatabase } from "./open.ts";
import { progressBar } from "./progress.ts";
import { settingsFrom } from "./settings.ts";

const maxRows = 10_000_000;

/** Fills an organization with the demo's rows; on an empty database it makes the first organization too. */
export async function runSeed(
  env: NodeJS.ProcessEnv,
  options: { readonly org?: string; readonly rows?: string },
): Promise<void> {
  const rows = options.rows === undefined ? undefined : countOf(options.rows);
  // The limit is for callers over the network; the seed's calls come from here, one after the other.
  const settings = { ...settingsFrom(env), rateLimit: "off" } as const;
  const left = () =>
    "What it had written stays: run the same command again, which leaves that as it is and writes the rest.";
  await sayingWhatIsLeft(left, () =>
    withDatabase(settings, async (database) => {
      await admitted(database, settings);
      const service = await createService(settings, database, pino({ level: "warn" }, pino.destination(2)));
      try {
        const signIn = createFirstSignIn(settings);
        const first = await service.firstStart(signIn.keep);
        if (first !== undefined) process.stdout.write(signIn.shown(first));
        const analyze = () => database.execute("ANALYZE");
        // Its targets are nobody's. What is queued waits for the service.
        await service.delivery.close();
        const bar = progressBar("seed");
        const onRows = (done: number, all: number) => bar.show("written", done, all);
        const seeding = { service, settings, organization: options.org, rows, analyze, onRows };
        const { created, unchanged } = await seedDemo(seeding).finally(() => bar.end());
        await analyze();
        process.stdout.write(`${created} rows created, ${unchanged} there already\n`);
      } finally {
        await service.close();
      }
    }),
  );
}

function countOf(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count <= maxRows) return count;
  throw usageError(`--rows must be a whole number of at most ${maxRows}`);
}
