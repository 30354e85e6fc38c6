/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { JsonText } from "../../../database/json-text.ts";
import { readQueries } from "../../../database/statement.ts";
import type { Columns } from "./column-types.ts";

interface Queries {
  deleteAgentInstances: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly instances: readonly string[];
    };
    readonly row: never;
  };
  deleteRenderAcknowledgement: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: never;
  };
  listAbsentAgents: {
    readonly parameters: {
      readonly silentMinutes: number;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
  };
  listAcknowledgedTargets: {
    readonly parameters: {
      readonly silentMinutes: number;
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: {
      readonly instance: string;
      readonly targets: Columns["render_acknowledgements.targets"];
      readonly silent: boolean;
    };
  };
  listLateAgents: {
    readonly parameters: {
      readonly organizationId: string;
      readonly lateSeconds: number;
    };
    readonly row: {
      readonly connectorId: string;
      readonly instance: string;
      readonly reportedAt: Date;
    };
  };
  listLosingOrganizations: {
    readonly parameters: {
      readonly silentMinutes: number;
    };
    readonly row: {
      readonly organizationId: string;
    };
  };
  listRenderAcknowledgements: {
    readonly parameters: {
      readonly silentMinutes: number;
      readonly expiredMinutes: number;
      readonly organizationId: string;
    };
    readonly row: {
      readonly connector_id: string;
      readonly instance: string;
      readonly digest: string;
      readonly ok: boolean;
      readonly degraded: boolean;
      readonly message: string | null;
      readonly version: string | null;
      readonly running_digest: string | null;
      readonly running_since: Date | null;
      readonly at: Date;
      readonly departed: boolean;
      readonly silence_told: boolean;
      readonly lost: Columns["render_acknowledgements.lost"] | null;
      readonly lost_since: Date | null;
      readonly every_seconds: number | null;
      readonly silent: boolean;
      readonly expired: boolean;
    };
  };
  putRenderAcknowledgement: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly instance: string;
      readonly digest: string;
      readonly ok: boolean;
      readonly degraded: boolean;
      readonly message: string | null;
      readonly version: string | null;
      readonly runningDigest: string | null;
      readonly runningSince: Date | string | null;
      readonly targets: JsonText;
      readonly departed: boolean;
      readonly lost: string | null;
      readonly lostSince: Date | string | null;
      readonly everySeconds: number | null;
      readonly at: Date | string;
    };
    readonly row: never;
  };
  setAbsenceNotified: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly instances: readonly string[];
    };
    readonly row: never;
  };
  setAgentDeparted: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly instance: string;
    };
    readonly row: never;
  };
  stampRows: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kinds: readonly string[];
    };
    readonly row: {
      readonly stamp: string;
    };
  };
  touchRenderAcknowledgement: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: never;
  };
}

export const sql = readQueries<Queries>("rendering", new URL("queries/", import.meta.url));
