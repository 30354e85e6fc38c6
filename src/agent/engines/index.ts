/** The engines that an agent can run next to, by the type of their connector. */
import { resolve } from "node:path";
import { alertmanagerFile } from "../../renderers/named-files.ts";
import { runChecker } from "../checker.ts";
import { Directory } from "../directory.ts";
import { type Engine, EngineProblem } from "../engine.ts";
import { type IntakeKeyOptions, withIntakeKey } from "../intake-key.ts";
import { createAlertmanager } from "./alertmanager.ts";
import { takesApi } from "./api-engines.ts";
import { createBlackbox } from "./blackbox.ts";
import { createFileEngine, type FileEngine, type FileEngineOptions } from "./files.ts";
import { createPrometheus } from "./prometheus.ts";
import { isRuleFile } from "./rule-groups.ts";
import { createVmalert } from "./vmalert.ts";

/** An engine that reads files from a directory. */
export interface FileEngineType {
  /** Where its reload is requested, where nobody names another. */
  readonly reloadUrl: string;
  /** Its checker's usual names. */
  readonly checkers: readonly string[];
  /** The checker's arguments, but for the files. */
  readonly checkArguments: (names: readonly string[]) => readonly string[];
  /** What its checker fails with where the files are good, and have nothing in them. */
  readonly nothingInThem?: RegExp;
  /** Whether its renderings have files of such a name. */
  readonly expects: (name: string) => boolean;
  /** Whether it sends alerts to the service, with a key from its directory. */
  readonly sendsAlerts?: true;
  create(options: FileEngineOptions): FileEngine;
}

export const fileEngines: Readonly<Record<string, FileEngineType>> = {
  prometheus: {
    reloadUrl: "http://127.0.0.1:9090/-/reload",
    checkers: ["promtool"],
    checkArguments: (names) => ["check", "rules", "--lint=none", ...names],
    expects: isRuleFile,
    create: createPrometheus,
  },
  vmalert: {
    reloadUrl: "http://127.0.0.1:8880/-/reload",
    checkers: ["vmalert"],
    checkArguments: (names) => ["-dryRun", ...names.map((name) => `-rule=${name}`)],
    nothingInThem: /\tfatal\t.*No rules for validation/,
    expects: isRuleFile,
    create: createVmalert,
  },
  alertmanager: {
    reloadUrl: "http://127.0.0.1:9093/-/reload",
    checkers: ["amtool"],
    checkArguments: (names) => ["check-config", ...names],
    expects: (name) => name === alertmanagerFile,
    sendsAlerts: true,
    create: createAlertmanager,
  },
  blackbox_exporter: {
    reloadUrl: "http://127.0.0.1:9115/-/reload",
    checkers: ["blackbox_exporter", "prometheus-blackbox-exporter"],
    checkArguments: (names) => ["--config.check", ...names.map((name) => `--config.file=${name}`)],
    expects: (name) => name === "blackbox.yml",
    create: createBlackbox,
  },
};

interface OpenOptions extends FileEngineOptions {
  readonly type: FileEngineType;
  /** The checker's path; left out, its usual names are looked for. */
  readonly checker?: string | undefined;
  /** What an engine that sends alerts does it with. */
  readonly intakeKey?: IntakeKeyOptions["key"];
}

export function openFileEngine({ type, directory, checker, intakeKey, ...reached }: OpenOptions): Engine {
  const files = new Directory({
    directory,
    expects: type.expects,
    async check(staging, names) {
      if (names.length === 0) return true;
      const { nothingInThem } = type;
      const check = { args: type.checkArguments(names), directory: staging, nothingInThem };
      if (checker !== undefined) return runChecker({ ...check, program: checker, required: true });
      for (const program of type.checkers) {
        if (await runChecker({ ...check, program, required: false })) return true;
      }
      return false;
    },
  });
  const engine = createFileEngine(files, type.create({ ...reached, directory: resolve(directory) }));
  if (!type.sendsAlerts || intakeKey === undefined) return engine;
  return withIntakeKey(engine, { directory: resolve(directory), key: intakeKey });
}

/** The type of a connector whose engine an agent can run next to. @throws EngineProblem for another */
export function fileEngineType(connectorType: string): FileEngineType {
  const type = fileEngines[connectorType];
  if (type !== undefined) return type;
  if (takesApi(connectorType))
    throw new EngineProblem(
      `a ${connectorType} takes what is rendered over its API, so that no agent runs next to it: set metadata.run_in of the connector to service, and the service itself brings it there`,
    );
  const known = Object.keys(fileEngines).join(", ");
  throw new EngineProblem(`an agent runs next to ${known}, and not next to ${connectorType}`);
}
