// `node scripts/side-by-side.mjs NAME...`: runs scripts of package.json, as many at once as there are processors. What each
// prints comes as a whole, when it ends; the exit code is 1 where one of them failed.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { text } from "node:stream/consumers";

const waiting = process.argv.slice(2);

async function run(name) {
  const child = spawn("npm", ["run", "--silent", name], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  process.stdout.write(out);
  process.stderr.write(err);
  if (code === 0) return;
  process.stderr.write(`${name} failed\n`);
  process.exitCode = 1;
}

async function work() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await run(name);
}

await Promise.all(Array.from({ length: availableParallelism() }, work));
