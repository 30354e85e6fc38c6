import type { MigrationPreview } from "../../api/migration-shapes.ts";
import type { TextFile } from "../../parts/text-file.ts";

/** What was asked, and what the service made of it. */
export interface Previewed {
  readonly source: string;
  readonly files: readonly TextFile[];
  readonly preview: MigrationPreview;
}
