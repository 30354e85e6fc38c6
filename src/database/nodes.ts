/** The nodes that run on one server database: each says every few seconds that it is there. */
import { randomUUID } from "node:crypto";
import type { Connection } from "./database.ts";
import { sql } from "./queries.generated.ts";

/** A node that said nothing for so long has ended. */
export const goneAfterSeconds = 30;
export const renewEveryMs = 10_000;

export interface RunningNode {
  /** Host and port. */
  readonly place: string;
  /** The ids of its sealing keys; the first seals. */
  readonly keyIds: readonly string[];
  /** Since it was seen. */
  readonly seconds: number;
  /** Seconds by which its own clock is ahead of the database's; negative where it is behind, null where it does not say. */
  readonly aheadSeconds: number | null;
}

export type OwnNode = ReturnType<typeof createNode>;

export async function runningNodes(connection: Pick<Connection, "query">): Promise<RunningNode[]> {
  const found = await connection.query(sql.listRunningNodes, { withinSeconds: goneAfterSeconds });
  return found.map(({ place, key_ids: keyIds, seconds, ahead_seconds: aheadSeconds }) => ({
    ...{ place, keyIds, seconds, aheadSeconds },
  }));
}

/** @param aheadMs by how much the own clock is ahead of the database's, as far as that is known */
export function createNode(
  database: Pick<Connection, "query">,
  place: string,
  aheadMs: () => number | undefined = () => undefined,
) {
  const id = randomUUID();
  let keys: readonly string[] = [];
  const put = (connection: Pick<Connection, "query">) => {
    const ahead = aheadMs();
    const aheadSeconds = ahead === undefined ? null : ahead / 1_000;
    return connection.query(sql.putNode, { id, place, keyIds: [...keys], aheadSeconds });
  };
  return {
    id,
    place,
    /** Puts it among those that run, in the transaction that looked at the others. */
    async join(connection: Pick<Connection, "query">, keyIds: readonly string[]): Promise<void> {
      keys = keyIds;
      await connection.query(sql.deleteNode, { id });
      await put(connection);
    },
    /** Says that it is there; to be done every `renewEveryMs`. */
    async renew(): Promise<void> {
      // A database that is away is met, and said, by whoever needs it.
      await put(database).catch(() => {});
    },
    async leave(): Promise<void> {
      await database.query(sql.deleteNode, { id }).catch(() => {});
    },
  };
}
