/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { RowColumns } from "../../../database/column-types.ts";
import type { JsonText } from "../../../database/json-text.ts";
import { readQueries } from "../../../database/statement.ts";
import type { Columns } from "./column-types.ts";

interface Queries {
  forgetEvents: {
    readonly parameters: {
      readonly before: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  freeDedupeKey: {
    readonly parameters: {
      readonly organizationId: string;
      readonly dedupeKey: string;
      readonly until: Date | string;
    };
    readonly row: never;
  };
  getEventByDedupeKey: {
    readonly parameters: {
      readonly organizationId: string;
      readonly dedupeKey: string;
      readonly since: Date | string;
    };
    readonly row: {
      readonly id: string;
      readonly event: string;
      readonly title: string;
      readonly body: string | null;
      readonly service: string | null;
      readonly labels: Columns["events.labels"];
      readonly url: string | null;
      readonly dedupeKey: string | null;
      readonly decision: Columns["events.decision"];
      readonly at: Date;
    };
  };
  getEventOfPage: {
    readonly parameters: {
      readonly organizationId: string;
      readonly url: string;
      readonly since: Date | string;
    };
    readonly row: {
      readonly recipients: string[];
      readonly message: string;
    };
  };
  insertEvent: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
      readonly event: string;
      readonly title: string;
      readonly body: string | null;
      readonly service: string | null;
      readonly labels: JsonText;
      readonly url: string | null;
      readonly dedupeKey: string | null;
      readonly decision: JsonText;
      readonly at: Date | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  listActiveRows: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly now: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly configuration: RowColumns["rows.configuration"];
      readonly state: RowColumns["rows.state"];
    };
  };
}

export const sql = readQueries<Queries>("events", new URL("queries/", import.meta.url));
