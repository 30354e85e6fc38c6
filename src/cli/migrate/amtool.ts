/** Alertmanager's own reading of its routes, where `amtool` is on the machine: what is proved rests on ours. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Migration, shown } from "../../features/changes/migrations/index.ts";

type Labels = Readonly<Record<string, string>>;
type Before = NonNullable<Migration["before"]>;

const run = promisify(execFile);
/** Each is a program that starts, loads the file and ends. */
const mostAsked = 200;
const atOnce = 4;

/** In a line for the report; undefined without amtool. `differ` is how many it reads otherwise. */
export async function askAmtool(
  before: Before,
  sets: readonly Labels[],
): Promise<{ readonly line: string; readonly differ: number } | undefined> {
  if (!(await isThere())) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "orgconfig-amtool-"));
  try {
    const file = join(folder, "alertmanager.yml");
    await writeFile(file, before.text, { mode: 0o600 });
    const step = Math.max(Math.ceil(sets.length / mostAsked), 1);
    const asked = sets.filter((_, index) => index % step === 0);
    const differences: string[] = [];
    for (let at = 0; at < asked.length; at += atOnce) {
      const some = asked.slice(at, at + atOnce);
      const answers = await Promise.all(some.map((labels) => receiversOf(file, labels)));
      for (const [index, labels] of some.entries()) {
        const [theirs, ours] = [answers[index] ?? "", before.receiversOf(labels).join(",")];
        if (theirs !== ours)
          differences.push(`${shown(labels)}: amtool says ${theirs}, and this program ${ours}`);
      }
    }
    const line =
      differences.length === 0
        ? `amtool reads the routes of ${asked.length} of them alike.`
        : `amtool reads ${differences.length} of ${asked.length} otherwise:\n${differences.map((one) => `- ${one}`).join("\n")}`;
    return { line, differ: differences.length };
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    return { line: `amtool does not take the file: ${stderr.trim().split("\n").at(-1) ?? ""}`, differ: 0 };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function isThere(): Promise<boolean> {
  return run("amtool", ["--version"]).then(
    () => true,
    () => false,
  );
}

async function receiversOf(file: string, labels: Labels): Promise<string> {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const { stdout } = await run("amtool", ["config", "routes", "test", `--config.file=${file}`, ...pairs]);
  return stdout.trim();
}
