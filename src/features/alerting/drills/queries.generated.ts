/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { JsonText } from "../../../database/json-text.ts";
import { readQueries } from "../../../database/statement.ts";
import type { Columns } from "./column-types.ts";

interface Queries {
  acceptDrills: {
    readonly parameters: {
      readonly ids: readonly string[];
      readonly problems: readonly string[];
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: never;
  };
  askForDrills: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: never;
  };
  countRunningDrills: {
    readonly parameters: {
      readonly routeId: string | null;
      readonly targetId: string | null;
      readonly service: string | null;
      readonly organizationId: string;
    };
    readonly row: {
      readonly all: number;
      readonly scheduled: number;
      readonly same: string | null;
    };
  };
  deleteDrillRoute: {
    readonly parameters: {
      readonly organizationId: string;
      readonly routeId: string;
    };
    readonly row: never;
  };
  endDrill: {
    readonly parameters: {
      readonly status: string;
      readonly hops: JsonText;
      readonly message: string | null;
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  findDrillAgent: {
    readonly parameters: {
      readonly organizationId: string;
      readonly withinSeconds: number;
      readonly kind: string;
    };
    readonly row: {
      readonly connectorId: string;
    };
  };
  forgetDrillAgents: {
    readonly parameters: {
      readonly before: Date | string;
    };
    readonly row: never;
  };
  forgetDrills: {
    readonly parameters: {
      readonly before: Date | string;
    };
    readonly row: never;
  };
  getDrill: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly id: string;
      readonly routeId: string | null;
      readonly targetId: string | null;
      readonly service: string | null;
      readonly until: Columns["drills.until"];
      readonly labels: Columns["drills.labels"];
      readonly annotations: Columns["drills.annotations"];
      readonly connectorId: string | null;
      readonly begunBy: string;
      readonly scheduled: boolean;
      readonly createdAt: Date;
      readonly deadline: Date;
      readonly handedAt: Date | null;
      readonly acceptedAt: Date | null;
      readonly problem: string | null;
      readonly alertId: string | null;
      readonly takenInAt: Date | null;
      readonly status: Columns["drills.status"];
      readonly endedAt: Date | null;
      readonly hops: Columns["drills.hops"] | null;
      readonly message: string | null;
      readonly runId: string;
      readonly foretold: Columns["drills.foretold"] | null;
      readonly now: Date;
    };
  };
  handDrills: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: {
      readonly id: string;
      readonly labels: Columns["drills.labels"];
      readonly annotations: Columns["drills.annotations"];
      readonly createdAt: Date;
      readonly deadline: Date;
      readonly isOver: boolean;
      readonly endedAt: Date | null;
    };
  };
  insertDrill: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
      readonly routeId: string | null;
      readonly targetId: string | null;
      readonly service: string | null;
      readonly until: string;
      readonly labels: JsonText;
      readonly annotations: JsonText;
      readonly connectorId: string | null;
      readonly begunBy: string;
      readonly scheduled: boolean;
      readonly runId: string;
      readonly foretold: JsonText | null;
      readonly seconds: number;
    };
    readonly row: never;
  };
  listDrills: {
    readonly parameters: {
      readonly organizationId: string;
      readonly routeId: string | null;
      readonly targetId: string | null;
      readonly service: string | null;
      readonly status: string | null;
      readonly before: string | null;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly id: string;
      readonly routeId: string | null;
      readonly targetId: string | null;
      readonly service: string | null;
      readonly until: Columns["drills.until"];
      readonly labels: Columns["drills.labels"];
      readonly annotations: Columns["drills.annotations"];
      readonly connectorId: string | null;
      readonly begunBy: string;
      readonly scheduled: boolean;
      readonly createdAt: Date;
      readonly deadline: Date;
      readonly handedAt: Date | null;
      readonly acceptedAt: Date | null;
      readonly problem: string | null;
      readonly alertId: string | null;
      readonly takenInAt: Date | null;
      readonly status: Columns["drills.status"];
      readonly endedAt: Date | null;
      readonly hops: Columns["drills.hops"] | null;
      readonly message: string | null;
      readonly runId: string;
      readonly foretold: Columns["drills.foretold"] | null;
      readonly now: Date;
    };
  };
  listDueSchedules: {
    readonly parameters: {
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly routeId: string;
      readonly schedule: Columns["drill_routes.schedule"];
      readonly week: string | null;
      readonly now: Date;
    };
  };
  listProofs: {
    readonly parameters: {
      readonly organizationId: string;
      readonly routeIds: readonly string[];
    };
    readonly row: {
      readonly routeId: string;
      readonly provedAt: Date | null;
    };
  };
  listRunningDrills: {
    readonly parameters: {
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly id: string;
    };
  };
  listUnprovedRoutes: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly routeId: string;
      readonly proveEveryDays: number | null;
      readonly provedAt: Date | null;
      readonly changedAt: Date | null;
      readonly failedAt: Date | null;
      readonly failure: string | null | null;
    };
  };
  lookAgainAtSchedule: {
    readonly parameters: {
      readonly nextAt: Date | string;
      readonly organizationId: string;
      readonly routeId: string;
    };
    readonly row: never;
  };
  noteChangedRoute: {
    readonly parameters: {
      readonly organizationId: string;
      readonly routeId: string;
    };
    readonly row: never;
  };
  noteChangedTarget: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly targetKind: string;
      readonly targetId: string;
    };
    readonly row: never;
  };
  noteFailure: {
    readonly parameters: {
      readonly drillId: string;
      readonly organizationId: string;
      readonly kind: string;
      readonly routeId: string;
    };
    readonly row: never;
  };
  noteProof: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly routeIds: readonly string[];
      readonly begunAt: Date | string;
    };
    readonly row: never;
  };
  putDrillRoute: {
    readonly parameters: {
      readonly organizationId: string;
      readonly routeId: string;
      readonly schedule: JsonText | null;
      readonly proveEveryDays: number | null;
    };
    readonly row: never;
  };
  takeInDrills: {
    readonly parameters: {
      readonly drillIds: readonly string[];
      readonly alertIds: readonly string[];
      readonly organizationId: string;
    };
    readonly row: {
      readonly drillId: string;
      readonly alertId: string;
    };
  };
  takeWeek: {
    readonly parameters: {
      readonly week: string;
      readonly nextAt: Date | string;
      readonly organizationId: string;
      readonly routeId: string;
    };
    readonly row: {
      readonly routeId: string;
    };
  };
}

export const sql = readQueries<Queries>("drills", new URL("queries/", import.meta.url));
