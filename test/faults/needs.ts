/** Says what a long suite needs and this machine lacks, before anything is built or started: needs.ts SUITE. */
import { missing } from "./packages.ts";

const [suite = ""] = process.argv.slice(2);
const lines = missing(suite);
if (lines.length > 0) {
  process.stderr.write(`npm run test:${suite} needs more than this machine has:\n`);
  for (const line of lines) process.stderr.write(`  ${line}\n`);
  process.exit(1);
}
