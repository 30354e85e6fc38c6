/** blackbox_exporter's own check of its configuration. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { enginePrograms } from "../../../scripts/engine-programs.mjs";

export const exporterProgram = () => join(enginePrograms(), "prometheus-blackbox-exporter");

/** What blackbox_exporter says against a file; empty where it takes it. */
export function exporterProblems(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-blackbox-"));
  try {
    const file = join(folder, "blackbox.yml");
    writeFileSync(file, content);
    const { status, stdout, stderr } = spawnSync(
      exporterProgram(),
      [`--config.file=${file}`, "--config.check"],
      { encoding: "utf8" },
    );
    return status === 0 ? "" : stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
