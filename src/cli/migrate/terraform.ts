/** `migrate terraform`: from another tool's Terraform to ours, as far as it goes, with a report on the rest. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { filesOf } from "../bundle/files.ts";
import { CommandError, exitCodes, failure } from "../errors.ts";
import { pathOf, pathsOf } from "../paths.ts";
import { visible } from "../plans/names.ts";
import { saying } from "../plans/request.ts";
import { say } from "../terminal.ts";
import { writeWhole } from "../whole-files.ts";
import { yamlOfMigration } from "./bundle.ts";
import { grafanaMappings } from "./grafana.ts";
import { hclOfMigration } from "./hcl.ts";
import { type Migration, migrate, type Options } from "./mapping.ts";
import { pagerdutyMappings } from "./pagerduty.ts";
import { markdownOf, summaryOf } from "./report.ts";
import { resourcesIn, type SourceResource } from "./source.ts";

interface CommandOptions extends Options {
  readonly out?: string;
  readonly format: "hcl" | "yaml";
}

const formats = {
  hcl: { file: "orgconfig.tf", write: hclOfMigration },
  yaml: { file: "orgconfig.yaml", write: yamlOfMigration },
} as const;
const reportFile = "migration.md";

/** Adds `terraform` to the command `migrate`. */
export function addMigrateTerraformCommand(parent: Command): void {
  parent
    .command("terraform")
    .argument("<file...>", "the files", pathsOf)
    .description(
      "turn what another tool's Terraform manages (Grafana, PagerDuty) into rows of this service; the files are what `terraform show -json` printed, - is the standard input",
    )
    .option(
      "--out <directory>",
      "write the file and the report into it; else to standard output and error",
      pathOf,
    )
    .addOption(
      new Option("--format <format>", "for our Terraform provider (hcl), or for orgconfig plan (yaml)")
        .choices(Object.keys(formats))
        .default("hcl"),
    )
    .option("--service <name>", "the service of SLOs that carry no label service")
    .option("--data-source <name>", "the data source of SLOs whose own is not in the files, by its name here")
    .option("--members", "write members of teams too; they have to be members of the organization already")
    .action((files: string[], options: CommandOptions) => saying(() => run(files, options)));
}

async function run(paths: readonly string[], options: CommandOptions): Promise<void> {
  const files = filesOf(paths);
  const sources = files.flatMap((file) =>
    resourcesIn(file).map(
      (source): SourceResource => ({
        ...source,
        address: files.length === 1 ? source.address : `${file.name}: ${source.address}`,
      }),
    ),
  );
  const migration = migrate(
    sources,
    [...grafanaMappings, ...pagerdutyMappings],
    ["grafana_", "pagerduty_"],
    options,
  );
  if (migration.entries.length === 0) throw failure("the files hold no resource of Grafana or PagerDuty");
  const { file, write } = formats[options.format];
  if (options.out === undefined) {
    process.stdout.write(write(migration));
    say(visibleLines(markdownOf(migration)));
  } else
    await writeInto(
      options.out,
      { [file]: write(migration), [reportFile]: markdownOf(migration) },
      migration,
    );
  if (migration.first.length > 0) throw new CommandError(migration.first.join("\n"), exitCodes.unanswered);
}

/** Nothing is written over: somebody may have worked on the file since. */
async function writeInto(
  directory: string,
  files: Readonly<Record<string, string>>,
  migration: Migration,
): Promise<void> {
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
