/** Every source, in the order in which help and documents show them. */
import { alertmanager } from "./alertmanager/index.ts";
import type { MigrationSource } from "./source.ts";
import { terraform } from "./terraform/index.ts";

export const migrationSources: readonly MigrationSource[] = [alertmanager, terraform];
