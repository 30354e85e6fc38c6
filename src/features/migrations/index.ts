/** From other tools' files to rows: every source, and what is made of a migration. */
export { type Secrets, yamlOfMigration } from "./bundle.ts";
export type { Migration, Options } from "./mapping.ts";
export { markdownOf, noteLines, summaryOf, unmappedLines } from "./report.ts";
export type { Row, Rows } from "./rows.ts";
export { type MigrationSource, WrongFiles } from "./source.ts";
export { migrationSources } from "./sources.ts";
