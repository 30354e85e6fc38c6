/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { JsonText } from "../../../database/json-text.ts";
import { readQueries } from "../../../database/statement.ts";
import type { Columns } from "./column-types.ts";

interface Queries {
  deleteConnection: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: never;
  };
  deleteMarks: {
    readonly parameters: {
      readonly organizationId: string;
      readonly marks: readonly string[];
    };
    readonly row: never;
  };
  findOutsiders: {
    readonly parameters: {
      readonly organizationId: string;
      readonly addressFolded: string;
      readonly subject: string;
      readonly marks: readonly string[];
    };
    readonly row: {
      readonly waits: boolean;
    };
  };
  findPerson: {
    readonly parameters: {
      readonly issuer: string;
      readonly subject: string;
    };
    readonly row: {
      readonly userId: string;
    };
  };
  getConnection: {
    readonly parameters: {
      readonly organizationId: string;
    };
    readonly row: {
      readonly enabled: boolean;
      readonly requireSso: boolean;
      readonly breakGlassUserId: string | null;
      readonly settings: Columns["sso_connections.settings"];
      readonly sealedSecret: string | null;
      readonly revision: string;
    };
  };
  getIdentity: {
    readonly parameters: {
      readonly organizationId: string;
      readonly issuer: string;
      readonly subject: string;
    };
    readonly row: {
      readonly userId: string;
    };
  };
  getOnlyOrganization: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly id: string;
    };
  };
  getPending: {
    readonly parameters: {
      readonly hash: Buffer;
      readonly purpose: string;
      readonly now: Date | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly content: Columns["sso_pending.content"];
    };
  };
  getSignIn: {
    readonly parameters: {
      readonly sessionId: string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly sealedIdToken: string;
    };
  };
  insertIdentity: {
    readonly parameters: {
      readonly organizationId: string;
      readonly issuer: string;
      readonly subject: string;
      readonly userId: string;
      readonly linkedAt: Date | string;
    };
    readonly row: never;
  };
  insertMarks: {
    readonly parameters: {
      readonly organizationId: string;
      readonly scimUserId: string;
      readonly marks: readonly string[];
    };
    readonly row: never;
  };
  insertMarksOfMember: {
    readonly parameters: {
      readonly marks: readonly string[];
      readonly organizationId: string;
      readonly userId: string;
    };
    readonly row: never;
  };
  insertPending: {
    readonly parameters: {
      readonly now: Date | string;
      readonly hash: Buffer;
      readonly organizationId: string;
      readonly purpose: string;
      readonly content: JsonText;
      readonly expiresAt: Date | string;
    };
    readonly row: never;
  };
  insertSignIn: {
    readonly parameters: {
      readonly organizationId: string;
      readonly sealedIdToken: string;
      readonly sessionHash: Buffer;
    };
    readonly row: never;
  };
  listIdentitiesOfMember: {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
    };
    readonly row: {
      readonly issuer: string;
      readonly subject: string;
    };
  };
  listProvisionedGroups: {
    readonly parameters: {
      readonly organizationId: string;
      readonly userId: string;
    };
    readonly row: {
      readonly displayName: string;
      readonly externalId: string | null;
    };
  };
  listSealedSignIns: {
    readonly parameters: {
      readonly afterHash: Buffer;
      readonly limit: number | string;
    };
    readonly row: {
      readonly sessionHash: Buffer;
      readonly organizationId: string;
      readonly sealedIdToken: string;
    };
  };
  listSealedSso: {
    readonly parameters: {
      readonly afterOrganizationId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organization_id: string;
      readonly sealed_secret: string;
    };
  };
  putConnection: {
    readonly parameters: {
      readonly organizationId: string;
      readonly enabled: boolean;
      readonly requireSso: boolean;
      readonly breakGlassUserId: string | null;
      readonly settings: JsonText;
      readonly sealedSecret: string | null;
    };
    readonly row: never;
  };
  replaceSealedSignIn: {
    readonly parameters: {
      readonly after: string;
      readonly sessionHash: Buffer;
      readonly before: string;
    };
    readonly row: {
      readonly session_hash: Buffer;
    };
  };
  replaceSealedSso: {
    readonly parameters: {
      readonly after: string;
      readonly organizationId: string;
      readonly before: string;
    };
    readonly row: {
      readonly organization_id: string;
    };
  };
  takePending: {
    readonly parameters: {
      readonly hash: Buffer;
      readonly purpose: string;
      readonly now: Date | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly content: Columns["sso_pending.content"];
    };
  };
  updatePending: {
    readonly parameters: {
      readonly content: JsonText;
      readonly hash: Buffer;
      readonly purpose: string;
    };
    readonly row: {
      readonly hash: Buffer;
    };
  };
}

export const sql = readQueries<Queries>("sso", new URL("queries/", import.meta.url));
