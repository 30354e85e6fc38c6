/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import { readQueries } from "../../../database/statement.ts";

interface Queries {
  crowdedDeliveries: {
    readonly parameters: {
      readonly kept: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly beyond: number;
    };
  };
  crowdedDrills: {
    readonly parameters: {
      readonly kept: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly beyond: number;
    };
  };
  crowdedEvents: {
    readonly parameters: {
      readonly kept: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly beyond: number;
    };
  };
  endWaitingOauthGrants: {
    readonly parameters: {
      readonly now: Date | string;
    };
    readonly row: never;
  };
  forgetAnswers: {
    readonly parameters: Record<never, never>;
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
  fullestAlertHistory: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly holder: string;
      readonly count: number;
    };
  };
  fullestDeliveries: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly holder: string;
      readonly count: number;
    };
  };
  fullestDrills: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly holder: string;
      readonly count: number;
    };
  };
  fullestEvents: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly holder: string;
      readonly count: number;
    };
  };
  fullestGateVerdicts: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly holder: string;
      readonly count: number;
    };
  };
  fullestSessions: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly holder: string;
      readonly count: number;
    };
  };
  fullestSloDays: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly holder: string;
      readonly count: number;
    };
  };
  trimDeliveries: {
    readonly parameters: {
      readonly organizationId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  trimDrills: {
    readonly parameters: {
      readonly organizationId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  trimEvents: {
    readonly parameters: {
      readonly organizationId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  trimSessions: {
    readonly parameters: {
      readonly kept: number | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
}

export const sql = readQueries<Queries>("upkeep", new URL("queries/", import.meta.url));
