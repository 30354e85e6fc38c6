/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import { readQueries } from "../../../database/statement.ts";
import type { Columns } from "./column-types.ts";

interface Queries {
  countAlertsByDay: {
    readonly parameters: {
      readonly zone: string;
      readonly organizationId: string;
      readonly since: Date | string;
    };
    readonly row: {
      readonly day: string;
      readonly count: number;
    };
  };
  countChangesByDay: {
    readonly parameters: {
      readonly zone: string;
      readonly organizationId: string;
      readonly since: Date | string;
    };
    readonly row: {
      readonly day: string;
      readonly count: number;
    };
  };
  countDeliveriesByDay: {
    readonly parameters: {
      readonly zone: string;
      readonly organizationId: string;
      readonly since: Date | string;
    };
    readonly row: {
      readonly day: string;
      readonly count: number;
    };
  };
  forgetFigures: {
    readonly parameters: {
      readonly span: number;
      readonly before: Date | string;
    };
    readonly row: never;
  };
  forgetSloHistory: {
    readonly parameters: {
      readonly before: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  getFigures: {
    readonly parameters: {
      readonly step: number;
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
      readonly since: Date | string;
      readonly until: Date | string;
    };
    readonly row: {
      readonly at: Date;
      readonly field: string;
      readonly mean: number;
      readonly least: number;
      readonly most: number;
    };
  };
  listCorrectionRecords: {
    readonly parameters: {
      readonly organizationId: string;
      readonly since: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly rowId: string;
      readonly action: string;
      readonly changes: Columns["audit_records.changes"];
      readonly at: Date;
    };
  };
  listFigures: {
    readonly parameters: {
      readonly field: string;
      readonly organizationId: string;
      readonly kind: string;
      readonly ids: readonly string[];
      readonly limit: number | string;
      readonly days: number;
      readonly first: string;
      readonly zone: string;
    };
    readonly row: {
      readonly id: string;
      readonly values: readonly number[];
    };
  };
  listMeanFigures: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly ids: readonly string[];
      readonly limit: number | string;
      readonly days: number;
      readonly field: string;
      readonly first: string;
      readonly zone: string;
    };
    readonly row: {
      readonly id: string;
      readonly values: readonly number[];
    };
  };
  listOrganizationsAfter: {
    readonly parameters: {
      readonly after: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly last: string | null;
    };
  };
  listSloHistory: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly ids: readonly string[];
      readonly since: Date | string;
    };
    readonly row: {
      readonly id: string;
      readonly day: string;
      readonly total: string;
      readonly bad: string;
    };
  };
  listSloHours: {
    readonly parameters: {
      readonly since: Date | string;
      readonly until: Date | string;
      readonly organizationId: string;
      readonly kind: string;
      readonly ids: readonly string[];
    };
    readonly row: {
      readonly id: string;
      readonly name: string;
      readonly target: number;
      readonly at: Date | null;
      readonly total: number | null;
      readonly bad: number | null;
    };
  };
  listUnpackedEvents: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly ids: readonly string[];
      readonly until: Date | string;
    };
    readonly row: {
      readonly id: string;
      readonly at: number;
      readonly total: number;
      readonly bad: number;
    };
  };
  packSloHistory: {
    readonly parameters: {
      readonly after: string;
      readonly limit: number | string;
      readonly kind: string;
      readonly until: Date | string;
    };
    readonly row: {
      readonly organizationId: string;
    };
  };
  thinFigures: {
    readonly parameters: {
      readonly span: number;
      readonly before: Date | string;
      readonly limit: number | string;
      readonly longer: number;
    };
    readonly row: {
      readonly rows: number;
    };
  };
  trimSloHistory: {
    readonly parameters: {
      readonly organizationId: string;
      readonly keptDays: number;
      readonly keptBytes: number;
    };
    readonly row: never;
  };
}

export const sql = readQueries<Queries>("figures", new URL("queries/", import.meta.url));
