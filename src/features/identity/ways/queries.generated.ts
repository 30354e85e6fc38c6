/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import { readQueries } from "../../../database/statement.ts";
import type { Columns } from "./column-types.ts";

interface Queries {
  deleteGoneWay: {
    readonly parameters: {
      readonly id: string;
    };
    readonly row: {
      readonly userId: string;
      readonly kind: Columns["ways.kind"];
      readonly name: string;
    };
  };
  deleteUnusedPushKeys: {
    readonly parameters: {
      readonly before: Date | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  deleteUnverifiedWays: {
    readonly parameters: {
      readonly before: Date | string;
    };
    readonly row: never;
  };
  deleteWay: {
    readonly parameters: {
      readonly userId: string;
      readonly id: string;
    };
    readonly row: {
      readonly kind: Columns["ways.kind"];
    };
  };
  deleteWays: {
    readonly parameters: {
      readonly userId: string;
    };
    readonly row: {
      readonly kind: Columns["ways.kind"];
    };
  };
  findPushKey: {
    readonly parameters: {
      readonly publicKey: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  getAddress: {
    readonly parameters: {
      readonly id: string;
    };
    readonly row: {
      readonly kind: Columns["ways.kind"];
      readonly userId: string;
      readonly sealedAddress: string;
      readonly keyId: string | null;
      readonly publicKey: string | null;
      readonly sealedPrivateKey: string | null;
    };
  };
  getNewestPushKey: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly id: string;
      readonly publicKey: string;
      readonly sealedPrivateKey: string;
    };
  };
  getPushKey: {
    readonly parameters: {
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
      readonly publicKey: string;
      readonly sealedPrivateKey: string;
    };
  };
  getWay: {
    readonly parameters: {
      readonly userId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
      readonly kind: Columns["ways.kind"];
      readonly name: string;
      readonly sealedAddress: string;
      readonly createdAt: Date;
      readonly verifiedAt: Date | null;
      readonly takenAt: Date | null;
      readonly failedAt: Date | null;
      readonly failure: string | null;
      readonly answeredAt: Date | null;
      readonly pushKeyId: string | null;
      readonly codeUntil: Date | null;
    };
  };
  insertPushKey: {
    readonly parameters: {
      readonly id: string;
      readonly publicKey: string;
      readonly sealedPrivateKey: string;
      readonly madeAt: Date | string;
    };
    readonly row: never;
  };
  insertWay: {
    readonly parameters: {
      readonly id: string;
      readonly userId: string;
      readonly kind: string;
      readonly name: string;
      readonly sealedAddress: string;
      readonly bucket: number;
      readonly pushKeyId: string | null;
      readonly createdAt: Date | string;
    };
    readonly row: never;
  };
  listInBucket: {
    readonly parameters: {
      readonly kind: string;
      readonly bucket: number;
    };
    readonly row: {
      readonly id: string;
      readonly userId: string;
      readonly sealedAddress: string;
      readonly email: string;
    };
  };
  listSealedPushKeys: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly id: string;
      readonly sealedPrivateKey: string;
    };
  };
  listSealedWays: {
    readonly parameters: {
      readonly afterId: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
      readonly userId: string;
      readonly sealedAddress: string;
    };
  };
  listSteps: {
    readonly parameters: {
      readonly userId: string;
    };
    readonly row: {
      readonly urgency: Columns["way_steps.urgency"];
      readonly wayId: string | null;
      readonly afterSeconds: number;
    };
  };
  listStepsOf: {
    readonly parameters: {
      readonly emailsFolded: readonly string[];
      readonly urgency: string;
    };
    readonly row: {
      readonly emailFolded: string;
      readonly wayId: string | null;
      readonly afterSeconds: number;
    };
  };
  listVerifiedWays: {
    readonly parameters: {
      readonly emailsFolded: readonly string[];
    };
    readonly row: {
      readonly emailFolded: string;
      readonly id: string;
      readonly kind: Columns["ways.kind"];
      readonly name: string;
      readonly verifiedAt: Date | null;
      readonly takenAt: Date | null;
      readonly failedAt: Date | null;
      readonly answeredAt: Date | null;
    };
  };
  listWays: {
    readonly parameters: {
      readonly userId: string;
    };
    readonly row: {
      readonly id: string;
      readonly kind: Columns["ways.kind"];
      readonly name: string;
      readonly sealedAddress: string;
      readonly createdAt: Date;
      readonly verifiedAt: Date | null;
      readonly takenAt: Date | null;
      readonly failedAt: Date | null;
      readonly failure: string | null;
      readonly answeredAt: Date | null;
    };
  };
  noteAnswered: {
    readonly parameters: {
      readonly at: Date | string;
      readonly id: string;
    };
    readonly row: never;
  };
  noteFailed: {
    readonly parameters: {
      readonly at: Date | string;
      readonly failure: string;
      readonly id: string;
    };
    readonly row: never;
  };
  noteTaken: {
    readonly parameters: {
      readonly at: Date | string;
      readonly id: string;
    };
    readonly row: never;
  };
  putCode: {
    readonly parameters: {
      readonly code: string;
      readonly codeUntil: Date | string;
      readonly userId: string;
      readonly id: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  replaceSealedPushKey: {
    readonly parameters: {
      readonly after: string;
      readonly id: string;
      readonly before: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  replaceSealedWay: {
    readonly parameters: {
      readonly after: string;
      readonly id: string;
      readonly before: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  replaceSteps: {
    readonly parameters: {
      readonly userId: string;
      readonly urgency: string;
      readonly afterSeconds: readonly number[];
      readonly wayIds: readonly string[];
    };
    readonly row: never;
  };
  takeCode: {
    readonly parameters: {
      readonly now: Date | string;
      readonly userId: string;
      readonly id: string;
      readonly code: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  tryCode: {
    readonly parameters: {
      readonly userId: string;
      readonly id: string;
      readonly now: Date | string;
      readonly most: number;
    };
    readonly row: {
      readonly code: string;
    };
  };
}

export const sql = readQueries<Queries>("ways", new URL("queries/", import.meta.url));
