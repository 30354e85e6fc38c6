/** Prometheus' and Alertmanager's own checkers, run on files that are written for them. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { enginePrograms } from "../../scripts/engine-programs.mjs";

/** Runs an engine's checker in a folder with these files. @returns what it printed, and whether it was content */
export function checker(
  program: "promtool" | "amtool",
  args: readonly string[],
  files: Readonly<Record<string, string>>,
) {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-checker-"));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const { status, stdout, stderr } = spawnSync(join(enginePrograms(), program), args, {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    return { ok: status === 0, printed: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function promtool(args: readonly string[], files: Readonly<Record<string, string>>) {
  return checker("promtool", args, files);
}

/** What promtool says against a rule file; empty where it takes it, and finds no rule twice. */
export function ruleFileProblems(content: string): string {
  const { ok, printed } = promtool(["check", "rules", "--lint-fatal", "r.rules.yml"], {
    "r.rules.yml": content,
  });
  return ok ? "" : printed;
}
