/** What calls with an Idempotency-Key were answered, on PostgreSQL. */
import type { Database } from "../../../database/database.ts";
import { connectionOf } from "../../../database/executor.ts";
import type { InTransaction } from "../../../engine/ports/executor.ts";
import { sql } from "./queries.generated.ts";

/** The sender of the key. */
export interface Holder {
  readonly organizationId: string | undefined;
  readonly credential: string;
  readonly key: string;
}

/** One request's attempt at what the key stands for. */
export interface Attempt extends Holder {
  readonly attempt: string;
}

/** What is done, proved by a code, and where. */
interface By {
  readonly act: string;
  readonly node: string;
  readonly aliveSeconds: number;
}

export type Known = Awaited<ReturnType<ReturnType<typeof createKeptAnswers>["begin"]>>;

export function createKeptAnswers(database: Database) {
  return {
    /** False where another attempt has taken its place. */
    async keep({ attempt }: Attempt, answer: string, transaction?: InTransaction): Promise<boolean> {
      const connection = transaction === undefined ? database : connectionOf(transaction);
      return (await connection.query(sql.keepAnswer, { attempt, answer })).length > 0;
    },
    /** Puts the attempt on record, and answers it; or answers what is there. */
    async begin({ organizationId, credential, key, attempt }: Attempt, by: By) {
      const own = { organizationId: organizationId ?? null, credential, key, attempt, ...by };
      const [known] = await database.query(sql.beginAttempt, own);
      if (known === undefined) throw new Error("an attempt is put on record, or there is one");
      return known;
    },
    async renew({ attempt }: Attempt, aliveSeconds: number): Promise<void> {
      await database.query(sql.renewAttempt, { attempt, aliveSeconds });
    },
    async drop({ attempt }: Attempt): Promise<void> {
      await database.query(sql.dropAttempt, { attempt });
    },
    /** False where somebody was faster. */
    spend: async ({ attempt }: Attempt) => (await database.query(sql.spendAnswer, { attempt })).length > 0,
    /** The row that a request has on record first; undefined where it changed nothing. */
    async recordOf(organizationId: string, requestId: string, since: Date) {
      const [found] = await database.query(sql.findRecordOfRequest, { organizationId, requestId, since });
      return found?.row_id;
    },
  };
}
