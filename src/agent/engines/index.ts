/** The engines that an agent can run beside, by the type of their connector. */

import { type Engine, EngineProblem } from "../agent.ts";
import { runChecker } from "../checker.ts";
import { openDirectory } from "../directory.ts";
import { createBlackbox } from "./blackbox.ts";
import { createFileEngine, type FileEngine } from "./files.ts";
import type { EngineHttp } from "./http.ts";
import { createPrometheus, createVmalert } from "./prometheus.ts";

/** An engine that reads files from a directory. */
export interface FileEngineType {
  /** What its reload is asked for, where nobody says another. */
  readonly reloadUrl: string;
  /** Its checker's usual names. */
  readonly checkers: readonly string[];
  /** The checker's arguments, but for the files. */
  readonly checkArguments: (paths: readonly string[]) => readonly string[];
  /** Whether a file in the directory is one of its renderings. */
  readonly owns: (name: string) => boolean;
  create(options: {
    readonly http: EngineHttp;
    readonly reloadPath: string;
    readonly directory: string;
  }): FileEngine;
}

const isRuleFile = (name: string) => name.endsWith(".rules.yml");

export const fileEngines: Readonly<Record<string, FileEngineType>> = {
  prometheus: {
    reloadUrl: "http://127.0.0.1:9090/-/reload",
    checkers: ["promtool"],
    checkArguments: (paths) => ["check", "rules", "--lint=none", ...paths],
    owns: isRuleFile,
    create: createPrometheus,
  },
  vmalert: {
    reloadUrl: "http://127.0.0.1:8880/-/reload",
    checkers: ["vmalert"],
    checkArguments: (paths) => ["-dryRun", ...paths.map((path) => `-rule=${path}`)],
    owns: isRuleFile,
    create: createVmalert,
  },
  blackbox_exporter: {
    reloadUrl: "http://127.0.0.1:9115/-/reload",
    checkers: ["blackbox_exporter", "prometheus-blackbox-exporter"],
    checkArguments: (paths) => ["--config.check", ...paths.map((path) => `--config.file=${path}`)],
    owns: (name) => name === "blackbox.yml",
    create: createBlackbox,
  },
};

export interface FileEngineOptions {
  readonly type: FileEngineType;
  readonly http: EngineHttp;
  readonly reloadPath: string;
  readonly directory: string;
  /** The checker's path; left out, its usual names are looked for. */
  readonly checker?: string;
}

export function openFileEngine({ type, http, reloadPath, directory, checker }: FileEngineOptions): Engine {
  const files = openDirectory({
    directory,
    owns: type.owns,
    async check(paths) {
      if (paths.length === 0) return true;
      const given = type.checkArguments(paths);
      if (checker !== undefined) return runChecker(checker, given, true);
      for (const name of type.checkers) {
        if (await runChecker(name, given, false)) return true;
      }
      return false;
    },
  });
  return createFileEngine(files, type.create({ http, reloadPath, directory }));
}

/** The type of a connector whose engine an agent can run beside. @throws EngineProblem for another */
export function fileEngineType(connectorType: string): FileEngineType {
  const type = fileEngines[connectorType];
  if (type !== undefined) return type;
  const known = Object.keys(fileEngines).join(", ");
  throw new EngineProblem(`an agent runs beside ${known}, and not beside ${connectorType}`);
}
