/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import { readQueries } from "../../database/statement.ts";

interface Queries {
  endWaitingOauthGrants: {
    readonly parameters: {
      readonly now: Date | string;
    };
    readonly row: never;
  };
  forgetKeys: {
    readonly parameters: {
      readonly revokedBefore: Date | string;
    };
    readonly row: never;
  };
  forgetOauthClients: {
    readonly parameters: {
      readonly before: Date | string;
    };
    readonly row: never;
  };
  forgetOauthGrants: {
    readonly parameters: {
      readonly before: Date | string;
    };
    readonly row: never;
  };
  forgetPlans: {
    readonly parameters: {
      readonly appliedBefore: Date | string;
      readonly expiredBefore: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  forgetSessions: {
    readonly parameters: Record<never, never>;
    readonly row: never;
  };
  forgetTokens: {
    readonly parameters: {
      readonly revokedBefore: Date | string;
    };
    readonly row: never;
  };
}

export const sql = readQueries<Queries>("upkeep", new URL("queries/", import.meta.url));
