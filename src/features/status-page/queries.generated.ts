/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { RowColumns } from "../../database/column-types.ts";
import { readQueries } from "../../database/statement.ts";
import type { Columns } from "./column-types.ts";

interface Queries {
  beginComponentStatus: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
      readonly at: Date | string;
      readonly status: string;
    };
    readonly row: never;
  };
  countComponentDays: {
    readonly parameters: {
      readonly at: Date | string;
      readonly id: string | null;
      readonly organizationId: string | null;
    };
    readonly row: {
      readonly components: number;
    };
  };
  deleteMaintainedComponent: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
    };
    readonly row: never;
  };
  endComponentStatus: {
    readonly parameters: {
      readonly at: Date | string;
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
    };
    readonly row: {
      readonly until: Date | null;
    };
  };
  findPageByDomain: {
    readonly parameters: {
      readonly domain: string;
    };
    readonly row: {
      readonly organization_id: string;
    };
  };
  forgetComponentDays: {
    readonly parameters: {
      readonly before: Date | string;
    };
    readonly row: never;
  };
  forgetFormerPageNames: {
    readonly parameters: {
      readonly now: Date | string;
    };
    readonly row: never;
  };
  listComponentDays: {
    readonly parameters: {
      readonly organizationId: string;
      readonly since: Date | string;
    };
    readonly row: {
      readonly id: string;
      readonly day: string;
      readonly operational: number;
      readonly degraded_performance: number;
      readonly partial_outage: number;
      readonly major_outage: number;
      readonly under_maintenance: number;
    };
  };
  listComponentStatuses: {
    readonly parameters: {
      readonly organizationId: string;
      readonly since: Date | string;
    };
    readonly row: {
      readonly id: string;
      readonly since: Date;
      readonly until: Date | null;
      readonly status: Columns["component_statuses.status"];
      readonly counted_at: Date;
    };
  };
  listFormerPageNames: {
    readonly parameters: {
      readonly organizationId: string;
      readonly now: Date | string;
    };
    readonly row: {
      readonly name: string;
      readonly until: Date;
    };
  };
  listMaintainedComponents: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly id: string;
      readonly status_before: Columns["maintained_components.status_before"];
    };
  };
  listObservingRows: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kinds: readonly string[];
      readonly services: readonly string[];
      readonly ids: readonly string[];
    };
    readonly row: {
      readonly kind: string;
      readonly id: string;
      readonly configuration: RowColumns["rows.configuration"];
      readonly state: RowColumns["rows.state"];
      readonly secrets: RowColumns["rows.secrets"];
      readonly revision: string;
      readonly managed_by: string | null;
      readonly natural_key: string | null;
      readonly created_at: Date;
      readonly updated_at: Date;
    };
  };
  listPageVersions: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly organization_id: string;
      readonly version: string;
    };
  };
  listUnsettledPages: {
    readonly parameters: {
      readonly now: Date | string;
    };
    readonly row: {
      readonly organization_id: string;
    };
  };
  lockUnsettledPage: {
    readonly parameters: {
      readonly organizationId: string;
      readonly now: Date | string;
    };
    readonly row: {
      readonly version: string;
    };
  };
  movePageVersion: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: never;
  };
  putFormerPageName: {
    readonly parameters: {
      readonly name: string;
      readonly organizationId: string;
      readonly until: Date | string;
    };
    readonly row: never;
  };
  putMaintainedComponent: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
      readonly statusBefore: string;
    };
    readonly row: never;
  };
  putPageDomain: {
    readonly parameters: {
      readonly domain: string | null;
      readonly organizationId: string;
    };
    readonly row: never;
  };
  settlePage: {
    readonly parameters: {
      readonly dueAt: Date | string | null;
      readonly organizationId: string;
    };
    readonly row: never;
  };
}

export const sql = readQueries<Queries>("status-page", new URL("queries/", import.meta.url));
