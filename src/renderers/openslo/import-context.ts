/** What reading OpenSLO needs of all documents. */
import type { Objects } from "./objects.ts";
import type { Report } from "./part.ts";

export interface ImportOptions {
  /** The data source of metrics that name none. */
  readonly dataSource?: string;
}

export interface Around {
  readonly report: Report;
  readonly objects: Objects;
  readonly options: ImportOptions;
}
