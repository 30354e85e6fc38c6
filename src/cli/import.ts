/** `import openslo`: OpenSLO files as a plan, or applied. */
import type { Command } from "commander";
import { jsonOf, positionIn } from "../kernel/bundle-values.ts";
import { documentsOf, type Value } from "../kernel/document.ts";
import { type Fault, faultLine, type Position } from "../kernel/fault.ts";
import type { Json } from "../kernel/field.ts";
import { isObject, type JsonObject } from "../kernel/validate.ts";
import { countOf } from "../kernel/words.ts";
import { importOpenSlo } from "../renderers/openslo/import.ts";
import type { Entry, Finding } from "../renderers/openslo/part.ts";
import type { Bundle, Place } from "./bundle/bundle.ts";
import { BundleFaults } from "./bundle/fault.ts";
import { filesOf } from "./bundle/files.ts";
import { keyClient } from "./client.ts";
import { usageError } from "./errors.ts";
import { pathsOf } from "./paths.ts";
import { type ApplyOptions, needConsent, reviewAndApply, withApproval } from "./plans/apply.ts";
import { visible } from "./plans/names.ts";
import { showPlan } from "./plans/plan.ts";
import {
  type OwnerOptions,
  planOf,
  saying,
  warnOfPruning,
  withCommon,
  withDetailedExitCode,
  withOwner,
} from "./plans/request.ts";
import { say } from "./terminal.ts";

interface Reading {
  readonly dataSource?: string;
  readonly partial?: boolean;
}

type Options = ApplyOptions & OwnerOptions & Reading & { readonly apply?: boolean };

/** Adds `import` to the program. */
export function addImportCommand(program: Command, env: NodeJS.ProcessEnv): void {
  const imports = program.command("import").description("rows from files of other tools, as a plan");
  const command = imports
    .command("openslo")
    .argument("<file...>", "the files", pathsOf)
    .description(
      "show what OpenSLO v1 files would change, or apply it with --apply; a directory stands for the files in it, - for the standard input; the key is in ORGCONFIG_KEY",
    )
    .option("--data-source <name>", "the data source of metrics that name none")
    .option("--partial", "leave out what is refused, and go on with the rest")
    .option("--apply", "apply the plan, after a question");
  withApproval(withDetailedExitCode(withCommon(withOwner(command)))).action(
    (files: readonly string[], options: Options) => saying(() => importFiles(files, options, env)),
  );
}

async function importFiles(
  files: readonly string[],
  options: Options,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  if (options.propose && !options.apply) throw usageError("--propose goes with --apply");
  if (options.apply) needConsent(options);
  const client = keyClient(options.url, env);
  const bundle = readOpenSlo(files, options);
  warnOfPruning(bundle, options.prune);
  const plan = await planOf(client, bundle, options);
  if (options.apply) await reviewAndApply(client, plan, options, bundle);
  else showPlan(plan, bundle, options);
}

/**
 * Reads the files as a bundle, and says what of them is lost.
 * @throws BundleFaults with everything that is refused
 */
function readOpenSlo(files: readonly string[], { dataSource, partial }: Reading): Bundle {
  const faults: Fault[] = [];
  const sources = filesOf(files);
  const found = sources.flatMap((file) => documentsOf(file, faults));
  const documents = found.flatMap(objectsIn);
  if (found.length === 0 && faults.length === 0)
    faults.push(...sources.map(({ name }) => ({ at: undefined, file: name, message: "is empty" })));
  if (faults.length > 0) throw new BundleFaults(faults);
  const { entries, problems, notes } = importOpenSlo(
    documents.map(jsonOf),
    dataSource === undefined ? {} : { dataSource },
  );
  const faultOf = ({ document, path, message }: Finding): Fault => ({
    at: positionOf(documents, document, path),
    message,
  });
  for (const note of notes) say(`note: ${visible(faultLine(faultOf(note)))}`);
  if (problems.length > 0 && !partial) throw new BundleFaults(problems.map(faultOf));
  for (const problem of problems) say(`left out: ${visible(faultLine(faultOf(problem)))}`);
  if (problems.length > 0)
    say(`${countOf(problems.length, "problem")} in the files; what is refused is left out`);
  return bundleOf(
    entries,
    documents,
    sources.map(({ name }) => name),
  );
}

/** A document is an object, or a list of objects. */
function objectsIn(document: Value): readonly Value[] {
  return document.type === "list" ? document.items : [document];
}

function positionOf(documents: readonly Value[], document: number, path: string): Position | undefined {
  const value = documents[document];
  return value && positionIn(value, path);
}

function bundleOf(entries: readonly Entry[], documents: readonly Value[], files: readonly string[]): Bundle {
  const kinds = new Map<string, Entry[]>();
  for (const entry of entries) kinds.set(entry.resource, [...(kinds.get(entry.resource) ?? []), entry]);
  return {
    body: Object.fromEntries(
      [...kinds].map(([kind, listed]) => [kind, listed.map(({ body }) => body as Json)]),
    ),
    size: entries.length,
    // Where nothing of them is taken over, none of them names a row.
    silent: entries.length === 0 ? files : [],
    rows: entries.map((entry) => ({ resource: entry.resource, key: keyOf(entry) })),
    locate(place) {
      const entry = entryAt(kinds.get(place.resource) ?? [], place);
      const part = entry && partAt(entry, place.field);
      return part && positionOf(documents, part.place.document, part.place.path);
    },
  };
}

function keyOf({ resource, body }: Entry): JsonObject {
  const { name = null, service = null } = body;
  return resource === "data_sources" ? { name } : { service, name };
}

function entryAt(entries: readonly Entry[], { key, index }: Place): Entry | undefined {
  if (typeof index === "number") return entries[index];
  return entries.find(
    (entry) => isObject(key) && Object.entries(keyOf(entry)).every(([name, value]) => key[name] === value),
  );
}

/** What a field was made of: of `burn_alerts[1].threshold`, what stands for `burn_alerts[1]`. */
function partAt({ fields, from }: Entry, field: string): Entry["from"] {
  const steps = field.split(/(?=[.[])/);
  for (let length = steps.length; length > 0; length -= 1) {
    const part = fields[steps.slice(0, length).join("")];
    if (part !== undefined) return part;
  }
  return from;
}
