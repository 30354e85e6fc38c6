/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import { readQueries } from "../../../database/statement.ts";

interface Queries {
  deleteAccountFeed: {
    readonly parameters: {
      readonly userId: string;
    };
    readonly row: {
      readonly user_id: string;
    };
  };
  deleteRotaFeed: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
      readonly owner: string;
    };
    readonly row: {
      readonly owner: string;
    };
  };
  findFeed: {
    readonly parameters: {
      readonly tokenHash: Buffer;
    };
    readonly row: {
      readonly organizationId: string | null;
      readonly id: string | null;
      readonly owner: string;
    };
  };
  listAccountFeedEvents: {
    readonly parameters: {
      readonly userId: string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly events: string;
      readonly readAt: Date | null;
    };
  };
  lockAccountFeed: {
    readonly parameters: {
      readonly userId: string;
    };
    readonly row: {
      readonly user_id: string;
    };
  };
  lockRotaFeed: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
      readonly owner: string;
    };
    readonly row: {
      readonly events: string;
      readonly readAt: Date | null;
    };
  };
  putAccountFeed: {
    readonly parameters: {
      readonly userId: string;
      readonly tokenHash: Buffer;
    };
    readonly row: never;
  };
  putRotaFeed: {
    readonly parameters: {
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
      readonly owner: string;
      readonly userId: string | null;
      readonly tokenHash: Buffer;
    };
    readonly row: never;
  };
  saveAccountFeedEvents: {
    readonly parameters: {
      readonly userId: string;
      readonly organizationId: string;
      readonly events: string;
      readonly readAt: Date | string;
    };
    readonly row: never;
  };
  saveRotaFeed: {
    readonly parameters: {
      readonly events: string;
      readonly readAt: Date | string;
      readonly organizationId: string;
      readonly kind: string;
      readonly id: string;
      readonly owner: string;
    };
    readonly row: never;
  };
}

export const sql = readQueries<Queries>("feeds", new URL("queries/", import.meta.url));
