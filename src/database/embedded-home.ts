/** Where in a data directory the embedded database is. Apart from embedded.ts, which loads the database itself. */
import { existsSync } from "node:fs";
import { join } from "node:path";

export function homeOf(directory: string): string {
  return join(directory, "postgres");
}

export function hasDatabase(directory: string): boolean {
  return existsSync(join(homeOf(directory), "PG_VERSION"));
}
