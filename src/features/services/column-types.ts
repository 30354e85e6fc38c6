/** What the database cannot describe itself: what is in its JSON, and which texts a column holds (scripts/generate-queries.ts). */
import type { FoundService } from "./port.ts";

export type ServiceRows = FoundService["rows"];
