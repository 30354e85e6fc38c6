/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import { readQueries } from "../../../database/statement.ts";

interface Queries {
  claimHostedConnectors: {
    readonly parameters: {
      readonly holder: string;
      readonly limit: number | string;
      readonly leaseMs: number;
    };
    readonly row: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
  };
  deleteHostedConnector: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: never;
  };
  holdersOfHostedConnectors: {
    readonly parameters: {
      readonly organizationIds: readonly string[];
      readonly connectorIds: readonly string[];
    };
    readonly row: {
      readonly organizationId: string;
      readonly connectorId: string;
      readonly holder: string | null | null;
    };
  };
  putHostedConnector: {
    readonly parameters: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
    readonly row: never;
  };
  releaseHostedConnectors: {
    readonly parameters: {
      readonly holder: string;
    };
    readonly row: never;
  };
  renewHostedConnectors: {
    readonly parameters: {
      readonly holder: string;
      readonly leaseMs: number;
    };
    readonly row: {
      readonly organizationId: string;
      readonly connectorId: string;
    };
  };
}

export const sql = readQueries<Queries>("hosting", new URL("queries/", import.meta.url));
