/** Writes the whole set-up as the service gives it out: for Terraform, as a bundle, as OpenSLO, or as files of YAML. */
import { createReadStream } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Command, Option } from "commander";
import { maxChanges, sizeOf } from "../engine/plan/edits.ts";
import { given } from "../kernel/given.ts";
import { isObject, type JsonObject } from "../kernel/validate.ts";
import { keyClient } from "./client.ts";
import { withUrl } from "./connection.ts";
import { destinationOf } from "./destination.ts";
import { CommandError, exitCodes, failure } from "./errors.ts";
import { pathOf } from "./paths.ts";
import { say } from "./terminal.ts";
import { type WholeFile, writeWhole } from "./whole-files.ts";

interface Options {
  readonly url: string;
  readonly format: keyof typeof formats;
  readonly resource?: string;
  readonly out?: string;
}

/** Each format: what the service is asked for, and the type of what it sends. */
const formats = {
  hcl: { format: "hcl", mediaType: "application/hcl" },
  json: { format: "json", mediaType: "application/json" },
  yaml: { format: "json", mediaType: "application/json" },
  openslo: { format: "openslo", mediaType: "application/yaml" },
} as const;

/** Adds `export` to the program. */
export function addExportCommand(program: Command, env: NodeJS.ProcessEnv): void {
  withUrl(program.command("export"))
    .description(
      "write the whole set-up: for Terraform (hcl), as a bundle that can be planned (json; yaml without defaults), or its SLOs as OpenSLO v1 (openslo); whole or not at all; the key is in ORGCONFIG_KEY",
    )
    .addOption(new Option("--format <format>", "of the file").choices(Object.keys(formats)).default("hcl"))
    .option("--resource <kinds>", "only these kinds, separated by commas: teams,slos")
    .option("--out <path>", "a file to write; for yaml a directory, with a file for each kind", pathOf)
    .action((options: Options) => runExport(options, env));
}

async function runExport(options: Options, env: NodeJS.ProcessEnv): Promise<void> {
  const { format, out } = options;
  if (out !== undefined) await (format === "yaml" ? needEmpty(out) : destinationOf(out));
  const folder = await mkdtemp(join(tmpdir(), "orgconfig-export-"));
  const spool = join(folder, "export");
  try {
    await download(options, env, spool);
    const { mediaType } = formats[format];
    const bundle = mediaType === "application/json" ? await bundleIn(spool, options.url) : {};
    if (out === undefined || format !== "yaml") sayTooMany(bundle);
    if (format === "yaml") return await writeYaml(bundle, out);
    const content = createReadStream(spool);
    if (out === undefined) return await pipeline(content, process.stdout, { end: false });
    await writeWhole([{ path: out, content }], "replace");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Into a file of its own first: what breaks off, or is no export, is never seen by whoever reads the output. */
async function download(
  { url, format, resource }: Options,
  env: NodeJS.ProcessEnv,
  path: string,
): Promise<void> {
  const requested = formats[format];
  const query = new URLSearchParams({
    format: requested.format,
    ...given({ resource }),
  });
  const file = await keyClient(url, env).download(`/api/v1/config/export?${query}`, requested.mediaType);
  // The way may fail, and the disk: each in its own words.
  let broken: Error | undefined;
  file.once("error", (error) => {
    broken = error;
  });
  try {
    await writeWhole([{ path, content: file }], "refuse");
  } catch (error) {
    if (broken === undefined) throw error;
    const why = "code" in broken ? ` (${broken.code})` : "";
    throw new CommandError(
      `the export of ${url} broke off${why}; nothing was written. Try again.`,
      exitCodes.unanswered,
    );
  }
}

/** @throws CommandError where it is no bundle: a whole one is an object */
async function bundleIn(path: string, url: string): Promise<JsonObject> {
  try {
    const bundle: unknown = JSON.parse(await readFile(path, "utf8"));
    if (isObject(bundle as JsonObject)) return bundle as JsonObject;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new CommandError(`what ${url} sent is not a whole bundle; nothing was written`, exitCodes.unanswered);
}

/** Nothing is written over or next to: what the files there say of other rows would be planned with these. */
async function needEmpty(directory: string): Promise<void> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw failure(`--out: ${directory} cannot be read: ${error.message}`);
  });
  if (names.some((name) => !name.startsWith(".")))
    throw failure(`--out: ${directory} is not empty; delete what is in it, or name another directory`);
}

async function writeYaml(bundle: JsonObject, directory: string | undefined): Promise<void> {
  // The definitions of every kind take long to load, and nothing else here needs them.
  const [{ yamlOf }, { bodiesOf }] = await Promise.all([
    import("./bundle/yaml.ts"),
    import("./plans/parts.ts"),
  ]);
  if (directory === undefined) return void process.stdout.write(yamlOf(bundle));
  const files = (folder: string, body: JsonObject) =>
    Object.entries(body).map(
      ([kind, rows]): WholeFile => ({
        path: join(folder, `${kind}.yaml`),
        content: yamlOf({ [kind]: rows }),
      }),
    );
  if (sizeOf(bundle) <= maxChanges) {
    const whole = files(directory, bundle);
    await writeWhole(whole, "refuse");
    return say(
      `${whole.length} files written to ${directory}. orgconfig plan -f ${directory} finds nothing to change.`,
    );
  }
  const bodies = bodiesOf(bundle);
  const digits = String(bodies.length).length;
  const folders = bodies.map((_, index) =>
    join(directory, `part-${String(index + 1).padStart(digits, "0")}`),
  );
  await writeWhole(
    bodies.flatMap((body, index) => files(folders[index] as string, body)),
    "refuse",
  );
  say(
    `${bodies.length} parts written to ${directory}, because one plan makes at most ${maxChanges} changes. Plan and apply them in this order: ${folders.map((folder) => `-f ${folder}`).join(", ")}.`,
  );
}

/** One plan cannot bring all of it to where nothing of it is. */
function sayTooMany(bundle: JsonObject): void {
  const rows = sizeOf(bundle);
  if (rows > maxChanges)
    say(
      `The export has ${rows} rows, and one plan makes at most ${maxChanges} changes: bring it elsewhere with orgconfig apply --in-parts, or write parts with --format yaml --out DIR.`,
    );
}
