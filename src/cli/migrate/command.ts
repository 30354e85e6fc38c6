/** `migrate SOURCE`: from another tool's files to rows of this service, with a report on the rest. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import {
  type Migration,
  type MigrationSource,
  markdownOf,
  migrationSources,
  type Options,
  peopleIn,
  proofText,
  provedBy,
  summaryOf,
  WrongFiles,
  yamlOfMigration,
} from "../../features/changes/migrations/index.ts";
import { faultLine } from "../../kernel/fault.ts";
import { BundleFaults, withoutRepeats } from "../bundle/fault.ts";
import { filesOf } from "../bundle/files.ts";
import { CommandError, exitCodes, failure, usageError } from "../errors.ts";
import { pathOf, pathsOf } from "../paths.ts";
import { visible } from "../plans/names.ts";
import { saying } from "../plans/request.ts";
import { say } from "../terminal.ts";
import { writeWhole } from "../whole-files.ts";
import { askAmtool } from "./amtool.ts";
import { compareForEver } from "./compare.ts";
import { hclOfMigration } from "./hcl.ts";

interface CommandOptions extends Omit<Options, "people"> {
  readonly people?: string;
  readonly out?: string;
  readonly bundle?: true;
  readonly terraform?: true;
  readonly format?: Format;
  readonly secretsFromEnv?: true;
  readonly prove?: true;
  readonly alerts?: string;
  readonly compare?: URL;
}

type Format = "hcl" | "yaml";

interface Output {
  readonly file: string;
  write(migration: Migration): string;
}

const reportFile = "migration.md";

/** What options of the command line are called, by the option of a mapping. */
const sourceOptions: Readonly<
  Record<MigrationSource["options"][number], readonly [flags: string, description: string]>
> = {
  service: ["--service <name>", "the service of SLOs that carry no label service"],
  dataSource: [
    "--data-source <name>",
    "the data source of SLOs whose own is not in the files, by its name here",
  ],
  members: ["--members", "write members of teams too; they have to be members of the organization already"],
  people: [
    "--people <file>",
    "who people on call are here: a map, in YAML or JSON, of their id, name or address there to their address",
  ],
};

/** Adds a command for each source to `migrate`. */
export function addMigrateCommands(parent: Command): void {
  for (const source of migrationSources) {
    const command = parent
      .command(source.name)
      .argument("<file...>", "the files", pathsOf)
      .description(
        `turn ${source.title} into rows of this service; the files are ${source.files}, - is the standard input`,
      )
      .option(
        "--out <directory>",
        "write the file and the report into it; else to standard output and error",
        pathOf,
      )
      .option("--bundle", "a bundle in YAML, for orgconfig plan and apply")
      .option("--terraform", "a configuration for our Terraform provider")
      .option("--secrets-from-env", "let the bundle read secrets from variables, which the report names");
    if (source.form !== undefined)
      command.addOption(
        new Option("--format <format>", "for our Terraform provider (hcl), or for orgconfig plan (yaml)")
          .choices(["hcl", "yaml"])
          .default(source.form),
      );
    if (source.proves) withProof(command);
    for (const name of source.options) command.option(...sourceOptions[name]);
    command.action((files: string[], options: CommandOptions) =>
      saying(() => refusingFiles(() => run(source, files, options))),
    );
  }
}

function withProof(command: Command): void {
  command
    .option("--prove", "ask both configurations about the same alerts; exit code 3 where they differ")
    .option(
      "--alerts <file>",
      "real alerts to be asked about too: the answer of Alertmanager's /api/v2/alerts, or of Prometheus' /api/v1/rules",
      pathOf,
    )
    .option(
      "--compare <url>",
      "then ask the Alertmanager that runs there for its alerts, every minute until it is stopped, and say where the rows differ",
      urlOf,
    );
}

function urlOf(text: string): URL {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return new URL(text);
  throw new InvalidArgumentError("It is no address of http or https, such as http://alertmanager:9093.");
}

/** Wrong files are wrong use: 2, and nothing is written. */
async function refusingFiles(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof WrongFiles) throw usageError(error.problems.map(visible).join("\n"));
    if (error instanceof BundleFaults)
      throw usageError(
        withoutRepeats(error.faults.map((fault) => ({ line: faultLine(fault), alike: fault.message })))
          .map(visible)
          .join("\n"),
      );
    throw error;
  }
}

async function run(
  source: MigrationSource,
  paths: readonly string[],
  options: CommandOptions,
): Promise<void> {
  const output = outputOf(options);
  const [people] = options.people === undefined ? [] : filesOf([pathOf(options.people)]);
  const migration = source.read(filesOf(paths, source.mostBytes), {
    ...options,
    people: people === undefined ? {} : peopleIn(people),
    now: new Date(),
  });
  const proof = await proofOf(migration, options);
  const report = [markdownOf(migration, proof.unreached), ...proof.lines].join("\n");
  if (options.out !== undefined) {
    await writeInto(options.out, output ?? bundle(options), report, migration);
    if (proof.lines.length > 0) say(visibleLines(proof.lines.slice(1).join("\n")));
  } else if (output === undefined) process.stdout.write(`${visibleLines(report)}\n`);
  else {
    process.stdout.write(output.write(migration));
    say(visibleLines(report));
  }
  if (options.compare !== undefined) await compareForEver(options.compare, migration);
  const faults = [...migration.first, ...(proof.differ === 0 ? [] : [proof.sentence])];
  if (faults.length > 0) throw new CommandError(faults.join("\n"), exitCodes.unanswered);
}

/** What of the report is about alerts. */
interface Proof {
  /** How many label sets are treated otherwise. */
  readonly differ: number;
  readonly sentence: string;
  readonly unreached: Parameters<typeof markdownOf>[1];
  /** The end of the report. */
  readonly lines: readonly string[];
}

async function proofOf(migration: Migration, { prove, alerts }: CommandOptions): Promise<Proof> {
  const nothing = { differ: 0, sentence: "", unreached: [], lines: [] };
  const [real] = alerts === undefined ? [] : filesOf([alerts]);
  if (!prove && real === undefined) return nothing;
  const proved = provedBy(migration, real, new Date());
  if (proved === undefined || migration.before === undefined)
    return { ...nothing, lines: ["## Proof\n", "The files have no routes: there is nothing to compare."] };
  const { proof, unreached, sets } = proved;
  const asked = prove ? await askAmtool(migration.before, sets) : undefined;
  const differ = prove ? proof.sets - proof.equal + (asked?.differ ?? 0) : 0;
  const lines = [...(asked === undefined ? [] : [asked.line, ""]), proofText(proof)];
  return {
    differ,
    sentence: `${proof.sets - proof.equal} of ${proof.sets} label sets differ`,
    unreached,
    lines: prove ? ["## Proof\n", ...lines] : [],
  };
}

/** Undefined where no form was asked for. */
function outputOf(options: CommandOptions): Output | undefined {
  if (options.bundle && options.terraform)
    throw usageError("--bundle and --terraform are two forms of the same: give one of them");
  if (options.bundle) return bundle(options);
  if (options.terraform) return configuration;
  // Both forms of `migrate terraform` have read secrets from variables since its first day.
  if (options.format === "yaml") return bundle({ secretsFromEnv: true });
  return options.format === "hcl" ? configuration : undefined;
}

const configuration: Output = { file: "orgconfig.tf", write: hclOfMigration };

function bundle({ secretsFromEnv }: Pick<CommandOptions, "secretsFromEnv">): Output {
  return {
    file: "orgconfig.yaml",
    write: (migration) => yamlOfMigration(migration, secretsFromEnv ? "from variables" : "left out"),
  };
}

/** Nothing is written over: somebody may have worked on the file since. */
async function writeInto(
  directory: string,
  { file, write }: Output,
  report: string,
  migration: Migration,
): Promise<void> {
  const files = { [file]: write(migration), [reportFile]: report };
  const paths = Object.keys(files).map((name) => join(directory, name));
  const there = paths.filter((path) => existsSync(path));
  if (there.length > 0)
    throw failure(`${there.join(" and ")} is there already; delete it, or name another directory with --out`);
  await writeWhole(
    Object.entries(files).map(([name, content]) => ({ path: join(directory, name), content })),
    "refuse",
  );
  say(`${summaryOf(migration)} See ${paths.join(" and ")}.`);
}

function visibleLines(text: string): string {
  return text.split("\n").map(visible).join("\n");
}
