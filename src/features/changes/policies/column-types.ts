/** What the database cannot describe itself: what is in its JSON (scripts/generate-queries.ts). */
import type { JsonObject } from "../../../kernel/validate.ts";

/** What a mute says. */
export type Settings = JsonObject;
