/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { JsonText } from "../../../database/json-text.ts";
import { readQueries } from "../../../database/statement.ts";
import type { Columns, Depth } from "./column-types.ts";

interface Queries {
  claimDeliveries: {
    readonly parameters: {
      readonly channels: readonly string[];
      readonly passOver: readonly string[];
      readonly limit: number | string;
      readonly lease: string;
      readonly leaseMs: number;
    };
    readonly row: {
      readonly organizationId: string;
      readonly id: string;
      readonly channel: Columns["deliveries.channel"];
      readonly target: string;
      readonly source: string;
      readonly subject: string;
      readonly payload: Columns["deliveries.payload"];
      readonly attempts: number;
      readonly tryingSince: Date;
    };
  };
  countDeliveries: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly channel: Depth["channel"];
      readonly status: Depth["status"];
      readonly count: number;
      readonly oldestSeconds: number;
    };
  };
  countNotRetried: {
    readonly parameters: {
      readonly noMore: string;
    };
    readonly row: {
      readonly count: number;
    };
  };
  deferDelivery: {
    readonly parameters: {
      readonly until: Date | string;
      readonly organizationId: string;
      readonly id: string;
      readonly lease: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  dropDeliveries: {
    readonly parameters: {
      readonly statuses: readonly string[];
      readonly before: Date | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  findDueDelivery: {
    readonly parameters: {
      readonly channels: readonly string[];
    };
    readonly row: {
      readonly id: string;
    };
  };
  findSentEnd: {
    readonly parameters: {
      readonly organizationId: string;
      readonly dedupKey: string;
      readonly id: string;
      readonly neverNotified: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  finishDelivery: {
    readonly parameters: {
      readonly status: number | null;
      readonly forget: boolean;
      readonly organizationId: string;
      readonly ids: readonly string[];
    };
    readonly row: {
      readonly id: string;
    };
  };
  forgetDeliveries: {
    readonly parameters: {
      readonly sentBefore: Date | string;
      readonly parkedBefore: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  forgetHeldDeliveries: {
    readonly parameters: {
      readonly before: Date | string;
      readonly most: number | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  hastenDeliveries: {
    readonly parameters: {
      readonly channels: readonly string[];
    };
    readonly row: never;
  };
  insertDeliveries: {
    readonly parameters: {
      readonly deliveries: JsonText;
    };
    readonly row: never;
  };
  joinDeliveries: {
    readonly parameters: {
      readonly organizationId: string;
      readonly channel: string;
      readonly partition: string;
      readonly sourceEnd: string;
      readonly limit: number | string;
      readonly lease: string;
      readonly leaseMs: number;
    };
    readonly row: {
      readonly organizationId: string;
      readonly id: string;
      readonly channel: Columns["deliveries.channel"];
      readonly target: string;
      readonly source: string;
      readonly subject: string;
      readonly payload: Columns["deliveries.payload"];
      readonly attempts: number;
      readonly tryingSince: Date;
    };
  };
  listBeginnings: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
      readonly incident: string | null;
    };
    readonly row: {
      readonly status: Columns["deliveries.status"];
      readonly maybeArrived: boolean;
      readonly reminds: boolean;
      readonly dueAt: Date;
    };
  };
  listDeliveries: {
    readonly parameters: {
      readonly statuses: readonly string[];
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly organizationId: string;
      readonly channel: Columns["deliveries.channel"];
      readonly target: string;
      readonly subject: string;
      readonly status: Columns["deliveries.status"];
      readonly attempts: number;
      readonly createdAt: Date;
      readonly nextAttemptAt: Date | null;
      readonly lastError: string | null;
    };
  };
  listExpiringKeys: {
    readonly parameters: {
      readonly from: Date | string;
      readonly until: Date | string;
      readonly days: number;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly organizationName: string;
      readonly kind: "key";
      readonly id: string;
      readonly name: string;
      readonly prefix: string;
      readonly expiresAt: Date;
      readonly email: string | null;
    };
  };
  listExpiringScimTokens: {
    readonly parameters: {
      readonly from: Date | string;
      readonly until: Date | string;
      readonly days: number;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly organizationName: string;
      readonly kind: "scim";
      readonly id: string;
      readonly name: string;
      readonly prefix: string;
      readonly expiresAt: Date;
      readonly email: string | null;
    };
  };
  listExpiringTokens: {
    readonly parameters: {
      readonly from: Date | string;
      readonly until: Date | string;
      readonly days: number;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly organizationName: string;
      readonly kind: "token";
      readonly id: string;
      readonly name: string;
      readonly prefix: string;
      readonly expiresAt: Date;
      readonly email: string;
    };
  };
  listNotificationDeliveries: {
    readonly parameters: {
      readonly organizationId: string;
      readonly notificationId: string;
      readonly below: number | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly ordinal: string;
      readonly source: string;
      readonly channel: Columns["deliveries.channel"];
      readonly target: string;
      readonly subject: string;
      readonly status: Columns["deliveries.status"];
      readonly attempts: number;
      readonly answerStatus: number | null;
      readonly createdAt: Date;
      readonly triedAt: Date | null;
      readonly endedAt: Date | null;
      readonly nextAttemptAt: Date | null;
      readonly lastError: string | null;
    };
  };
  listReceiverFacts: {
    readonly parameters: {
      readonly channels: readonly string[];
      readonly partitions: readonly string[];
      readonly organizationId: string;
      readonly noMore: string;
    };
    readonly row: {
      readonly channel: Depth["channel"];
      readonly partition: string;
      readonly sentAt: Date | null;
      readonly parked: number;
      readonly parkedSince: Date | null;
      readonly parkedAt: Date | null;
      readonly parkedError: string | null;
      readonly heldSince: Date | null;
      readonly failingSince: Date | null;
      readonly failingError: string | null;
    };
  };
  listSealedDeliveries: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly organization_id: string;
      readonly id: string;
      readonly sealed: string;
    };
  };
  parkDelivery: {
    readonly parameters: {
      readonly error: string;
      readonly status: number | null;
      readonly maybeArrived: boolean;
      readonly organizationId: string;
      readonly id: string;
      readonly lease: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  parkTarget: {
    readonly parameters: {
      readonly error: string;
      readonly organizationId: string;
      readonly channel: string;
      readonly partition: string;
      readonly sourceEnd: string;
    };
    readonly row: never;
  };
  postponeDelivery: {
    readonly parameters: {
      readonly pauseMs: number;
      readonly error: string;
      readonly status: number | null;
      readonly yields: boolean;
      readonly maybeArrived: boolean;
      readonly organizationId: string;
      readonly id: string;
      readonly lease: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  releaseDeliveries: {
    readonly parameters: {
      readonly lease: string;
      readonly ids: readonly string[];
    };
    readonly row: never;
  };
  releaseHeldDeliveries: {
    readonly parameters: {
      readonly since: Date | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  renewLeases: {
    readonly parameters: {
      readonly leaseMs: number;
      readonly lease: string;
    };
    readonly row: never;
  };
  replaceSealedDelivery: {
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
  retryDeliveries: {
    readonly parameters: {
      readonly ids: readonly string[] | null;
      readonly noMore: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  wakeTarget: {
    readonly parameters: {
      readonly organizationId: string;
      readonly channel: string;
      readonly partition: string;
    };
    readonly row: never;
  };
}

export const sql = readQueries<Queries>("delivery", new URL("queries/", import.meta.url));
