/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import { readQueries } from "../../../database/statement.ts";
import type { Columns } from "./column-types.ts";

interface Queries {
  getClient: {
    readonly parameters: {
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
      readonly name: string;
      readonly redirectUris: readonly string[];
      readonly freshUntil: Date | null;
    };
  };
  insertGrant: {
    readonly parameters: {
      readonly now: Date | string;
      readonly clientId: string;
      readonly tokenId: string;
      readonly redirectUri: string;
      readonly codeHash: Buffer;
      readonly codeChallenge: string;
      readonly codeExpiresAt: Date | string;
    };
    readonly row: never;
  };
  lockGrantOfCode: {
    readonly parameters: {
      readonly now: Date | string;
      readonly hash: Buffer;
    };
    readonly row: {
      readonly tokenId: string;
      readonly clientId: string;
      readonly redirectUri: string;
      readonly codeChallenge: string;
      readonly codeExpiresAt: Date;
      readonly redeemedAt: Date | null;
      readonly refreshHash: Buffer | null;
      readonly userId: string;
      readonly name: string;
      readonly organizations: readonly string[];
      readonly maxRole: Columns["tokens.max_role"] | null;
      readonly expiresAt: Date | null;
      readonly email: string;
      readonly alive: boolean;
    };
  };
  lockGrantOfFamily: {
    readonly parameters: {
      readonly now: Date | string;
      readonly hash: Buffer;
    };
    readonly row: {
      readonly tokenId: string;
      readonly clientId: string;
      readonly redirectUri: string;
      readonly codeChallenge: string;
      readonly codeExpiresAt: Date;
      readonly redeemedAt: Date | null;
      readonly refreshHash: Buffer | null;
      readonly userId: string;
      readonly name: string;
      readonly organizations: readonly string[];
      readonly maxRole: Columns["tokens.max_role"] | null;
      readonly expiresAt: Date | null;
      readonly email: string;
      readonly alive: boolean;
    };
  };
  lockGrantOfToken: {
    readonly parameters: {
      readonly now: Date | string;
      readonly hash: Buffer;
    };
    readonly row: {
      readonly tokenId: string;
      readonly clientId: string;
      readonly redirectUri: string;
      readonly codeChallenge: string;
      readonly codeExpiresAt: Date;
      readonly redeemedAt: Date | null;
      readonly refreshHash: Buffer | null;
      readonly userId: string;
      readonly name: string;
      readonly organizations: readonly string[];
      readonly maxRole: Columns["tokens.max_role"] | null;
      readonly expiresAt: Date | null;
      readonly email: string;
      readonly alive: boolean;
    };
  };
  putClient: {
    readonly parameters: {
      readonly id: string;
      readonly most: number | string;
      readonly name: string;
      readonly redirectUris: readonly string[];
      readonly freshUntil: Date | string | null;
      readonly now: Date | string;
    };
    readonly row: never;
  };
  renewGrant: {
    readonly parameters: {
      readonly now: Date | string;
      readonly familyHash: Buffer;
      readonly refreshHash: Buffer;
      readonly tokenId: string;
      readonly hash: Buffer;
      readonly prefix: string;
      readonly accessUntil: Date | string;
    };
    readonly row: never;
  };
}

export const sql = readQueries<Queries>("oauth", new URL("queries/", import.meta.url));
