/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { JsonText } from "../../../database/json-text.ts";
import { readQueries } from "../../../database/statement.ts";
import type { ServiceRows } from "./column-types.ts";

interface Queries {
  listRowsNaming: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kinds: readonly string[];
      readonly matches: readonly JsonText[];
      readonly now: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly managed_by: string | null;
      readonly revision: string;
      readonly version: string;
      readonly text: string;
      readonly total: number;
    };
  };
  listRowsNear: {
    readonly parameters: {
      readonly kinds: readonly string[];
      readonly ids: readonly string[];
      readonly organizationId: string;
      readonly now: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly managed_by: string | null;
      readonly revision: string;
      readonly version: string;
      readonly text: string;
      readonly total: number;
    };
  };
  listRowsOfServices: {
    readonly parameters: {
      readonly kinds: readonly string[];
      readonly members: readonly string[];
      readonly organizationId: string;
      readonly services: readonly string[];
      readonly now: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly managed_by: string | null;
      readonly revision: string;
      readonly version: string;
      readonly text: string;
      readonly service: string;
    };
  };
  listServices: {
    readonly parameters: {
      readonly kinds: readonly string[];
      readonly members: readonly string[];
      readonly paths: readonly string[];
      readonly isOff: readonly string[];
      readonly badSettings: readonly string[];
      readonly badState: readonly string[];
      readonly warningSettings: readonly string[];
      readonly warningState: readonly string[];
      readonly goodState: readonly string[];
      readonly stateField: readonly string[];
      readonly sights: readonly string[];
      readonly organizationId: string;
      readonly now: Date | string;
      readonly q: string;
      readonly severities: readonly string[];
      readonly inTrouble: boolean;
      readonly worstFirst: boolean;
      readonly badFrom: number;
      readonly limit: number | string;
      readonly offset: number | string;
    };
    readonly row: {
      readonly service: string;
      readonly rows: ServiceRows;
      readonly bad: number;
      readonly warning: number;
      readonly good: number;
      readonly unknown: number;
      readonly openAlerts: number;
      readonly severity: number | null;
      readonly total: number;
    };
  };
}

export const sql = readQueries<Queries>("services", new URL("queries/", import.meta.url));
