/** Prometheus' own checker, run on files that are written for it. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { enginePrograms } from "../../scripts/engine-programs.mjs";

/** Runs promtool in a folder with these files. @returns what it printed, and whether it was content */
export function promtool(args: readonly string[], files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-promtool-"));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const { status, stdout, stderr } = spawnSync(join(enginePrograms(), "promtool"), args, {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    return { ok: status === 0, printed: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What promtool says against a rule file; empty where it takes it, and finds no rule twice. */
export function ruleFileProblems(content: string): string {
  const { ok, printed } = promtool(["check", "rules", "--lint-fatal", "r.rules.yml"], {
    "r.rules.yml": content,
  });
  return ok ? "" : printed;
}
