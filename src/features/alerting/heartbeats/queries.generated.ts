/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import { readQueries } from "../../../database/statement.ts";

interface Queries {
  deleteHeartbeat: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: never;
  };
  deleteQuietHeartbeat: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: never;
  };
  dropHeartbeat: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: never;
  };
  failHeartbeat: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: {
      readonly changes: boolean;
    };
  };
  findHeartbeat: {
    readonly parameters: {
      readonly tokenHash: string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly id: string;
    };
  };
  findHeartbeatWithUrl: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  getHeartbeatLocked: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: {
      readonly enabled: boolean;
      readonly graceMinutes: number;
      readonly everyMinutes: number | null;
      readonly cron: string | null;
      readonly timeZone: string | null;
      readonly signalAt: Date | null;
      readonly failed: boolean;
      readonly dueAt: Date | null;
      readonly missingSince: Date | null;
      readonly misses: number;
      readonly upSince: Date;
      readonly now: Date;
    };
  };
  getUpSince: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly upSince: Date | null;
    };
  };
  listDueHeartbeats: {
    readonly parameters: {
      readonly limit: number | string;
      readonly repeatSeconds: number;
    };
    readonly row: {
      readonly organizationId: string;
      readonly id: string;
    };
  };
  listSealedHeartbeats: {
    readonly parameters: {
      readonly afterOrganizationId: string;
      readonly afterId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organization_id: string;
      readonly id: string;
      readonly sealed_token: string;
    };
  };
  listUnplannedHeartbeats: {
    readonly parameters: {
      readonly organizationId: string | null;
      readonly ids: readonly string[] | null;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly id: string;
      readonly cron: string;
      readonly timeZone: string;
      readonly signalAt: Date;
    };
  };
  planHeartbeat: {
    readonly parameters: {
      readonly nextRun: Date | string;
      readonly organizationId: string;
      readonly id: string;
      readonly cron: string;
      readonly timeZone: string;
      readonly signalAt: Date | string;
    };
    readonly row: never;
  };
  putHeartbeat: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
      readonly enabled: boolean;
      readonly everyMinutes: number | null;
      readonly graceMinutes: number;
      readonly cron: string | null;
      readonly timeZone: string | null;
      readonly expectFrom: Date | string | null;
      readonly nextRun: Date | string | null;
    };
    readonly row: {
      readonly hasUrl: boolean | null;
    };
  };
  receiveSignals: {
    readonly parameters: {
      readonly organizationId: string;
      readonly ids: readonly string[];
    };
    readonly row: {
      readonly id: string;
      readonly changes: boolean;
      readonly cron: string | null;
    };
  };
  renewHeartbeats: {
    readonly parameters: Record<never, never>;
    readonly row: never;
  };
  replaceSealedHeartbeat: {
    readonly parameters: {
      readonly after: string;
      readonly organizationId: string;
      readonly id: string;
      readonly before: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  setHeartbeatMissing: {
    readonly parameters: {
      readonly missingSince: Date | string | null;
      readonly misses: number;
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: never;
  };
  setHeartbeatToken: {
    readonly parameters: {
      readonly tokenHash: string | null;
      readonly sealedToken: string | null;
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  startHeartbeat: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: never;
  };
  watchHeartbeats: {
    readonly parameters: {
      readonly everySeconds: number;
    };
    readonly row: {
      readonly interrupted: boolean;
    };
  };
}

export const sql = readQueries<Queries>("heartbeats", new URL("queries/", import.meta.url));
