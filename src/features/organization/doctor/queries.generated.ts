/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import { readQueries } from "../../../database/statement.ts";
import type { AgentAge } from "./column-types.ts";

interface Queries {
  countAgents: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly age: AgentAge;
      readonly count: number;
      readonly oldestSeconds: number;
    };
  };
  getDatabaseFacts: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly version: string;
      readonly versionNumber: number;
      readonly maxConnections: number;
      readonly reservedConnections: number;
      readonly usedConnections: number;
      readonly fsync: boolean;
      readonly fullPageWrites: boolean;
      readonly synchronousCommit: string;
      readonly readOnly: boolean;
      readonly encoding: string;
      readonly now: Date;
      readonly bytes: number;
    };
  };
  getWorkWaiting: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly records: number;
      readonly recordSeconds: number;
      readonly timers: number;
      readonly timerSeconds: number;
    };
  };
  listBloatedTables: {
    readonly parameters: {
      readonly least: number | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly name: string;
      readonly dead: number;
      readonly live: number;
    };
  };
  listBlockers: {
    readonly parameters: {
      readonly seconds: number;
    };
    readonly row: {
      readonly pid: number;
      readonly user: string;
      readonly program: string;
      readonly address: string;
      readonly since: Date | null;
      readonly state: string;
      readonly statement: string;
      readonly waiting: number;
      readonly seconds: number;
      readonly locked: readonly string[];
    };
  };
  listExtensions: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly name: string;
    };
  };
  listFailingEngines: {
    readonly parameters: {
      readonly silentMinutes: number;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly ok: boolean;
      readonly silent: boolean;
    };
  };
}

export const sql = readQueries<Queries>("doctor", new URL("queries/", import.meta.url));
