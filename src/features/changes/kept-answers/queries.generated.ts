/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import { readQueries } from "../../../database/statement.ts";

interface Queries {
  beginAttempt: {
    readonly parameters: {
      readonly organizationId: string | null;
      readonly credential: string;
      readonly key: string;
      readonly act: string;
      readonly attempt: string;
      readonly node: string;
      readonly aliveSeconds: number;
    };
    readonly row: {
      readonly attempt: string;
      readonly act: string;
      readonly node: string;
      readonly answer: string | null;
      readonly spent: boolean;
      readonly begun_at: Date;
      readonly old: boolean;
      readonly alive: boolean;
    };
  };
  dropAttempt: {
    readonly parameters: {
      readonly attempt: string;
    };
    readonly row: {
      readonly key: string;
    };
  };
  findRecordOfRequest: {
    readonly parameters: {
      readonly organizationId: string;
      readonly since: Date | string;
      readonly requestId: string;
    };
    readonly row: {
      readonly row_id: string;
      readonly action: string;
    };
  };
  keepAnswer: {
    readonly parameters: {
      readonly answer: string;
      readonly attempt: string;
    };
    readonly row: {
      readonly key: string;
    };
  };
  listSealedAnswers: {
    readonly parameters: {
      readonly after: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organization_id: string | null;
      readonly credential: string;
      readonly key: string;
      readonly attempt: string;
      readonly answer: string;
    };
  };
  renewAttempt: {
    readonly parameters: {
      readonly aliveSeconds: number;
      readonly attempt: string;
    };
    readonly row: never;
  };
  replaceSealedAnswer: {
    readonly parameters: {
      readonly after: string;
      readonly attempt: string;
      readonly before: string;
    };
    readonly row: {
      readonly key: string;
    };
  };
  spendAnswer: {
    readonly parameters: {
      readonly attempt: string;
    };
    readonly row: {
      readonly key: string;
    };
  };
}

export const sql = readQueries<Queries>("kept-answers", new URL("queries/", import.meta.url));
