/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import { readQueries } from "../../../database/statement.ts";

interface Queries {
  countRowsOfKind: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly now: Date | string;
    };
    readonly row: {
      readonly count: number;
    };
  };
  countViews: {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
      readonly kind: string;
      readonly name: string;
    };
    readonly row: {
      readonly count: number;
    };
  };
  deleteView: {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
      readonly kind: string;
      readonly name: string;
    };
    readonly row: {
      readonly name: string;
    };
  };
  findRowsByIds: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly ids: readonly string[];
    };
    readonly row: {
      readonly id: string;
      readonly managed_by: string | null;
      readonly revision: string;
      readonly version: string;
      readonly text: string;
    };
  };
  listTroubledRows: {
    readonly parameters: {
      readonly kinds: readonly string[];
      readonly fields: readonly string[];
      readonly inState: readonly boolean[];
      readonly defaults: readonly string[];
      readonly values: readonly string[];
      readonly switches: readonly string[];
      readonly switchDefaults: readonly string[];
      readonly sights: readonly string[];
      readonly unseen: readonly boolean[];
      readonly organizationId: string;
      readonly now: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly question: number;
      readonly id: string;
      readonly managed_by: string | null;
      readonly revision: string;
      readonly version: string;
      readonly text: string;
      readonly total: number;
      readonly alike: number;
    };
  };
  listViews: {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
    };
    readonly row: {
      readonly kind: string;
      readonly name: string;
      readonly query: string;
      readonly saved_at: Date;
    };
  };
  pageRowsBackwards: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly now: Date | string;
      readonly limit: number | string;
      readonly offset: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  pageRowsForwards: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly now: Date | string;
      readonly limit: number | string;
      readonly offset: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  saveView: {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
      readonly kind: string;
      readonly name: string;
      readonly query: string;
      readonly at: Date | string;
    };
    readonly row: never;
  };
  searchRowsBackwards: {
    readonly parameters: {
      readonly sortAs: string;
      readonly ranks: readonly string[];
      readonly sortInState: boolean;
      readonly sortField: string | null;
      readonly sortDefault: string | null;
      readonly sortSight: string | null;
      readonly now: Date | string;
      readonly organizationId: string;
      readonly kind: string;
      readonly patterns: readonly string[];
      readonly targetId: string | null;
      readonly targetKinds: readonly string[];
      readonly managedBy: string | null;
      readonly fields: readonly string[];
      readonly inState: readonly boolean[];
      readonly defaults: readonly string[];
      readonly sights: readonly string[];
      readonly values: readonly string[];
      readonly limit: number | string;
      readonly offset: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly total: number;
    };
  };
  searchRowsForwards: {
    readonly parameters: {
      readonly sortAs: string;
      readonly ranks: readonly string[];
      readonly sortInState: boolean;
      readonly sortField: string | null;
      readonly sortDefault: string | null;
      readonly sortSight: string | null;
      readonly now: Date | string;
      readonly organizationId: string;
      readonly kind: string;
      readonly patterns: readonly string[];
      readonly targetId: string | null;
      readonly targetKinds: readonly string[];
      readonly managedBy: string | null;
      readonly fields: readonly string[];
      readonly inState: readonly boolean[];
      readonly defaults: readonly string[];
      readonly sights: readonly string[];
      readonly values: readonly string[];
      readonly limit: number | string;
      readonly offset: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly total: number;
    };
  };
  sortRowsBackwards: {
    readonly parameters: {
      readonly sortAs: string;
      readonly ranks: readonly string[];
      readonly sortInState: boolean;
      readonly sortField: string | null;
      readonly sortDefault: string | null;
      readonly sortSight: string | null;
      readonly now: Date | string;
      readonly organizationId: string;
      readonly kind: string;
      readonly limit: number | string;
      readonly offset: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  sortRowsForwards: {
    readonly parameters: {
      readonly sortAs: string;
      readonly ranks: readonly string[];
      readonly sortInState: boolean;
      readonly sortField: string | null;
      readonly sortDefault: string | null;
      readonly sortSight: string | null;
      readonly now: Date | string;
      readonly organizationId: string;
      readonly kind: string;
      readonly limit: number | string;
      readonly offset: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
}

export const sql = readQueries<Queries>("lists", new URL("queries/", import.meta.url));
