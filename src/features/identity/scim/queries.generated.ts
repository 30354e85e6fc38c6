/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { JsonText } from "../../../database/json-text.ts";
import { readQueries } from "../../../database/statement.ts";
import type { Columns, Content } from "./column-types.ts";

interface Queries {
  addMembers: {
    readonly parameters: {
      readonly organizationId: string;
      readonly groupId: string;
      readonly ids: readonly string[];
    };
    readonly row: never;
  };
  countGroups: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly count: number;
    };
  };
  countUsers: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly count: number;
    };
  };
  deleteEveryToken: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly organization_id: string;
      readonly id: string;
      readonly name: string;
    };
  };
  deleteGroup: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: never;
  };
  deleteToken: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: {
      readonly name: string;
    };
  };
  deleteUser: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: never;
  };
  findSameGroup: {
    readonly parameters: {
      readonly organizationId: string;
      readonly displayName: string;
      readonly externalId: string | null;
    };
    readonly row: {
      readonly id: string;
    };
  };
  findScimToken: {
    readonly parameters: {
      readonly hash: Buffer;
      readonly now: Date | string;
    };
    readonly row: {
      readonly id: string;
      readonly name: string;
      readonly lastUsedAt: Date | null;
      readonly organizationId: string;
    };
  };
  getGroup: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
      readonly displayName: string;
      readonly externalId: string | null;
      readonly createdAt: Date;
      readonly changedAt: Date;
    };
  };
  getScimUser: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
      readonly userId: string | null;
      readonly waits: boolean;
      readonly content: Columns["scim_users.content"];
      readonly createdAt: Date;
      readonly changedAt: Date;
    };
  };
  getUserByName: {
    readonly parameters: {
      readonly organizationId: string;
      readonly userNameFolded: string;
    };
    readonly row: {
      readonly id: string;
      readonly userId: string | null;
      readonly waits: boolean;
      readonly content: Columns["scim_users.content"];
      readonly createdAt: Date;
      readonly changedAt: Date;
    };
  };
  getUserOfMember: {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  insertScimToken: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
      readonly hash: Buffer;
      readonly name: string;
      readonly prefix: string;
      readonly createdBy: string;
      readonly createdAt: Date | string;
      readonly expiresAt: Date | string | null;
    };
    readonly row: never;
  };
  listGroups: {
    readonly parameters: {
      readonly organizationId: string;
      readonly limit: number | string;
      readonly offset: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly displayName: string;
      readonly externalId: string | null;
      readonly createdAt: Date;
      readonly changedAt: Date;
    };
  };
  listGroupsOfUsers: {
    readonly parameters: {
      readonly organizationId: string;
      readonly ids: readonly string[];
    };
    readonly row: {
      readonly scimUserId: string;
      readonly id: string;
      readonly displayName: string;
      readonly externalId: string | null;
    };
  };
  listKnownUsers: {
    readonly parameters: {
      readonly organizationId: string;
      readonly ids: readonly string[];
    };
    readonly row: {
      readonly id: string;
    };
  };
  listMemberIds: {
    readonly parameters: {
      readonly organizationId: string;
      readonly groupId: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  listMembersOfGroups: {
    readonly parameters: {
      readonly organizationId: string;
      readonly ids: readonly string[];
    };
    readonly row: {
      readonly groupId: string;
      readonly scimUserId: string;
      readonly content: Columns["scim_users.content"];
    };
  };
  listScimTokens: {
    readonly parameters: {
      readonly organizationId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly name: string;
      readonly prefix: string;
      readonly createdBy: string;
      readonly createdAt: Date;
      readonly expiresAt: Date | null;
      readonly lastUsedAt: Date | null;
      readonly lastUsedAddress: string | null;
    };
  };
  listUsers: {
    readonly parameters: {
      readonly organizationId: string;
      readonly limit: number | string;
      readonly offset: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly userId: string | null | null;
      readonly waits: boolean;
      readonly content: Content;
      readonly createdAt: Date;
      readonly changedAt: Date;
      readonly memberEmail: string | null | null;
      readonly memberName: string | null | null;
    };
  };
  listUsersByExternalId: {
    readonly parameters: {
      readonly organizationId: string;
      readonly externalId: string;
    };
    readonly row: {
      readonly id: string;
      readonly userId: string | null;
      readonly waits: boolean;
      readonly content: Columns["scim_users.content"];
      readonly createdAt: Date;
      readonly changedAt: Date;
    };
  };
  putGroup: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
      readonly displayName: string;
      readonly externalId: string | null;
      readonly changedAt: Date | string;
    };
    readonly row: never;
  };
  putUser: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
      readonly userId: string | null;
      readonly waits: boolean;
      readonly userNameFolded: string;
      readonly externalId: string | null;
      readonly content: JsonText;
      readonly changedAt: Date | string;
    };
    readonly row: never;
  };
  removeMembers: {
    readonly parameters: {
      readonly organizationId: string;
      readonly groupId: string;
      readonly ids: readonly string[];
    };
    readonly row: never;
  };
  setMembership: {
    readonly parameters: {
      readonly userId: string | null;
      readonly waits: boolean;
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: never;
  };
  touchToken: {
    readonly parameters: {
      readonly now: Date | string;
      readonly address: string | null;
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: never;
  };
}

export const sql = readQueries<Queries>("scim", new URL("queries/", import.meta.url));
