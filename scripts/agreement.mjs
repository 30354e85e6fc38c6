/**
 * Compares what is foretold of alerts with what happens, of a million of them: `npm run test:agreement`. As many
 * processes as there are processors take seeds of their own. AGREEMENT_PAIRS and AGREEMENT_SEED say how many and which.
 */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { createInterface } from "node:readline";

const pairs = Number(process.env.AGREEMENT_PAIRS ?? 1_000_000);
const first = Number(process.env.AGREEMENT_SEED ?? 1);
const shares = availableParallelism();
/** No two shares come to the same seed. */
const seedsEach = 1_000_000;
const begun = Date.now();
/** By share, as the test says it last. */
const counts = new Map();

function total(name) {
  return [...counts.values()].reduce((sum, one) => sum + one[name], 0);
}

function line() {
  const minutes = ((Date.now() - begun) / 60_000).toFixed(1);
  const [done, ...others] = ["pairs", "organizations", "messages", "asked", "differences"].map(
    (name) => `${total(name).toLocaleString("en")} ${name}`,
  );
  return `${done} of ${pairs.toLocaleString("en")}, ${others.join(", ")}; ${minutes} min`;
}

async function run(share) {
  const env = {
    ...process.env,
    AGREEMENT_PAIRS: String(Math.ceil(pairs / shares)),
    AGREEMENT_SEED: String(first + share * seedsEach),
  };
  const child = spawn("npx", ["vitest", "run", "agreement/agreement.test", "--reporter=dot"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  for await (const text of createInterface({ input: child.stdout })) {
    const said = /agreement (\{.*\})/.exec(text)?.[1];
    if (said === undefined) {
      console.log(text);
      continue;
    }
    counts.set(share, JSON.parse(said));
    console.log(line());
  }
  return ended;
}

const codes = await Promise.all(Array.from({ length: shares }, (_, share) => run(share)));
console.log(`agreement: ${line()}`);
process.exitCode = codes.some((code) => code !== 0) ? 1 : 0;
