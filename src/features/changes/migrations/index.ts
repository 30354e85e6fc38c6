/** From other tools' files to rows: every source, and what is made of a migration. */
import type { Feature } from "../../../engine/feature.ts";
import { previewOperation } from "./operations.ts";

export { afterOf } from "./after.ts";
export { type Secrets, yamlOfMigration } from "./bundle.ts";
export type { Migration, Options } from "./mapping.ts";
export { peopleIn } from "./on-call/people-file.ts";
export { provedBy } from "./preview.ts";
export { proofText, shown } from "./prove.ts";
export { markdownOf, noteLines, summaryOf, unmappedLines } from "./report.ts";
export type { Row, Rows } from "./rows.ts";
export { type MigrationSource, WrongFiles } from "./source.ts";
export { migrationSources } from "./sources.ts";

export function createMigrations(): Feature {
  return { name: "migrations", operations: [previewOperation] };
}
