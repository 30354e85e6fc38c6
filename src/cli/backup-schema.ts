/** After a way back to the version before, a backup has a newer schema than the program that makes it. */
import type { Manifest } from "../database/backup/format.ts";
import { newestSchema } from "../database/migrate.ts";
import { say } from "./terminal.ts";

/** Says, where that is so, what restores the file. */
export function sayNewerSchema(file: string, { schema_version }: Manifest): void {
  if (schema_version > newestSchema)
    say(
      `${file}: its schema ${schema_version} is newer than this orgconfig (${newestSchema}): to restore it, use an orgconfig that knows schema ${schema_version}.`,
    );
}
