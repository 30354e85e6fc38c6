/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { JsonText } from "../../../database/json-text.ts";
import { readQueries } from "../../../database/statement.ts";
import type { Changes, Columns } from "./column-types.ts";

interface Queries {
  listAlertsBetween: {
    readonly parameters: {
      readonly organizationId: string;
      readonly until: Date | string;
      readonly since: Date | string;
      readonly service: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly title: string;
      readonly service: string | null;
      readonly severity: Columns["alerts.severity"] | null;
      readonly startedAt: Date;
      readonly resolvedAt: Date | null;
      readonly acknowledgedBy: string | null;
      readonly total: number;
    };
  };
  listChangesBetween: {
    readonly parameters: {
      readonly organizationId: string;
      readonly since: Date | string;
      readonly until: Date | string;
      readonly kinds: readonly string[];
      readonly service: string;
      readonly naming: readonly string[];
      readonly matches: readonly JsonText[];
      readonly befores: readonly JsonText[];
      readonly afters: readonly JsonText[];
      readonly components: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly sequence: string;
      readonly at: Date;
      readonly actor_kind: Columns["audit_records.actor_kind"];
      readonly actor_id: string;
      readonly actor_name: string;
      readonly door: Columns["audit_records.door"];
      readonly action: string;
      readonly resource: string;
      readonly row_id: string;
      readonly changes: Changes | null;
      readonly plan_id: string | null;
      readonly run: string | null;
      readonly configuration: Columns["rows.configuration"] | null;
      readonly total: number;
    };
  };
  listDeploysBetween: {
    readonly parameters: {
      readonly organizationId: string;
      readonly since: Date | string;
      readonly until: Date | string;
      readonly service: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly service: string;
      readonly askedAt: Date;
      readonly allowed: boolean;
      readonly count: number;
      readonly total: number;
    };
  };
  listIncidentsBetween: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly service: string;
      readonly components: string;
      readonly until: Date | string;
      readonly since: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly configuration: Columns["rows.configuration"];
      readonly began: Date;
      readonly ended: Date | null;
    };
  };
  listMoments: {
    readonly parameters: {
      readonly kinds: readonly string[];
      readonly fields: readonly string[];
      readonly whats: readonly string[];
      readonly organizationId: string;
      readonly service: string;
      readonly mutes: string;
      readonly naming: readonly string[];
      readonly matches: readonly JsonText[];
      readonly components: string;
      readonly now: Date | string;
      readonly until: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly what: string;
      readonly configuration: Columns["rows.configuration"];
      readonly at: Date;
    };
  };
}

export const sql = readQueries<Queries>("timeline", new URL("queries/", import.meta.url));
