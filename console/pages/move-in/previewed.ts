import type { MigrationPreview } from "../../api/migration-shapes.ts";

/** What was asked, and what the service made of it. */
export interface Previewed {
  readonly source: string;
  readonly preview: MigrationPreview;
}
