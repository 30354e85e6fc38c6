/** `test`: whether the behaviour tests of files hold, without a service; and `test init`, which writes the first ones. */
import { existsSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { stringify } from "yaml";
import { evaluate, testedRows } from "../../features/changes/behaviour-tests/pure.ts";
import { faultLine } from "../../kernel/fault.ts";
import { atOnce } from "../../kernel/time-slices.ts";
import { countOf } from "../../kernel/words.ts";
import { readBundle } from "../bundle/bundle.ts";
import { BundleFaults } from "../bundle/fault.ts";
import { keyClient } from "../client.ts";
import { CommandError, exitCodes, RefusedError, usageError } from "../errors.ts";
import { pathsOf } from "../paths.ts";
import { visible } from "../plans/names.ts";
import { kinds, longTimeout_ms } from "../plans/request.ts";
import { say } from "../terminal.ts";
import { type BundleRows, noRows, rowsOfBundle } from "./bundle-rows.ts";
import { type FormatName, formatNames, formats, type Shown } from "./formats.ts";
import { firstTests } from "./init.ts";

interface TestOptions {
  readonly file?: readonly string[];
  readonly format: FormatName;
  readonly against?: string;
  readonly watch?: boolean;
}

/** Adds `test` to the program. */
export function addTestCommand(program: Command, env: NodeJS.ProcessEnv): void {
  const command = program
    .command("test")
    .description(
      "whether the behaviour tests of the files hold, decided here and without a service: exit code 0 all hold, 1 some fail, 2 wrong use or files, also files without a test, 3 no answer",
    )
    .option("-f, --file <path...>", filesText, pathsOf)
    .addOption(new Option("--format <format>", "of the results").choices(formatNames).default("text"))
    .option(
      "--against <url>",
      "with the rows and tests of this service, over which the files are laid; a key that only reads is enough, in ORGCONFIG_KEY",
    )
    .option("--watch", "test again whenever a file changes, until interrupted")
    .action((options: TestOptions) => test(options, env));
  command
    .command("init")
    .description("write tests of what the files do now, into behaviour-tests.yaml in the first directory")
    .option("-f, --file <path...>", filesText, pathsOf)
    .action((_own: object, own: Command) => init(own.optsWithGlobals<TestOptions>()));
}

const filesText = "a YAML or JSON file, or a directory of them with all below it; several are one bundle";

async function test(options: TestOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const { file, against } = options;
  if (file === undefined && against === undefined) throw usageError("name the files or directories with -f");
  const base = against === undefined ? undefined : await rowsAt(against, env);
  process.exitCode = await testOnce(options, base);
  if (options.watch) await watching(file ?? [], async () => void (await testOnce(options, base)));
}

/** @returns the exit code */
async function testOnce(
  { file, format, against }: TestOptions,
  base: BundleRows | undefined,
): Promise<number> {
  try {
    const results = await resultsOf(file === undefined ? (base as BundleRows) : await readRows(file, base));
    if (results.length === 0) {
      const where = [...(file ?? []), ...(against === undefined ? [] : [against])].join(", ");
      say(
        visible(
          `there is no behaviour test in ${where}; orgconfig test init writes the first ones, or name with -f where they are`,
        ),
      );
      return exitCodes.usage;
    }
    process.stdout.write(formats[format](results));
    return results.some(({ enabled, failures }) => enabled && failures.length > 0) ? exitCodes.refused : 0;
  } catch (error) {
    if (!(error instanceof BundleFaults)) throw error;
    for (const fault of error.faults) say(visible(faultLine(fault)));
    say(`${countOf(error.faults.length, "problem")} in the files; nothing was tested`);
    return exitCodes.usage;
  }
}

async function readRows(paths: readonly string[], base: BundleRows | undefined): Promise<BundleRows> {
  const rows = await rowsOfBundle(readBundle(paths, kinds, anySecret), base);
  for (const name of rows.assumed)
    say(`note: the files name ${visible(name)} and do not have it; it counts as being there and on`);
  return rows;
}

/** Secrets decide nothing: no variable needs to be set. */
const anySecret = new Proxy({}, { get: () => "secret" }) as NodeJS.ProcessEnv;

async function resultsOf(rows: BundleRows): Promise<readonly Shown[]> {
  const tested = testedRows(rows.rows, rows.isWhole);
  const on = tested.tests.filter(({ configuration }) => configuration.enabled);
  const failures = new Map(atOnce(evaluate(tested, on, new Date())).map((one) => [one.id, one.failures]));
  return tested.tests.map(({ id, configuration: { name, enabled } }) => ({
    name,
    at: rows.at(id),
    enabled,
    failures: failures.get(id) ?? [],
  }));
}

/** The rows that a service has. @throws CommandError 2 where it refuses: for a test that is wrong use */
async function rowsAt(url: string, env: NodeJS.ProcessEnv): Promise<BundleRows> {
  try {
    const path = "/api/v1/config/export?format=json";
    const body = await keyClient(url, env).call("GET", path, {}, { timeout_ms: longTimeout_ms });
    return await rowsOfBundle({ body, size: 0, rows: [], silent: [], locate: () => undefined }, noRows);
  } catch (error) {
    if (error instanceof RefusedError) throw new CommandError(error.message, exitCodes.usage, error.body);
    throw error;
  }
}

/** How long after a change others may follow, as when an editor writes several files. */
const settling_ms = 100;

async function watching(paths: readonly string[], again: () => Promise<void>): Promise<never> {
  let timer: NodeJS.Timeout | undefined;
  for (const path of paths.filter((one) => one !== "-"))
    watch(path, { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => void again().catch((error) => say(String(error))), settling_ms);
    });
  say("Watching; Ctrl-C ends it.");
  return new Promise<never>(() => {});
}

async function init({ file }: TestOptions): Promise<void> {
  if (file === undefined) throw usageError("name the files or directories with -f");
  const [first = "."] = file;
  const path = join(first, "behaviour-tests.yaml");
  if (existsSync(path)) throw usageError(`${path} is there already; remove it, or add to it`);
  try {
    const rows = await readRows(file, undefined);
    const tests = firstTests(testedRows(rows.rows, rows.isWhole));
    writeFileSync(path, stringify({ behaviour_tests: tests }, { lineWidth: 0 }), { flag: "wx" });
    process.stdout.write(`Wrote ${countOf(tests.length, "test")} to ${path}\n`);
  } catch (error) {
    if (!(error instanceof BundleFaults)) throw error;
    for (const fault of error.faults) say(visible(faultLine(fault)));
    throw new CommandError("nothing was written", exitCodes.usage);
  }
}
