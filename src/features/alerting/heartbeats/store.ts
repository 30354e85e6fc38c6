/** What has to send signals, and when it did. Times are the database's own. */

import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import type { RowOf } from "../../../database/statement.ts";
import { currentTime } from "../../../engine/clock.ts";
import { nextRun } from "../../../kernel/cron.ts";
import { sql } from "./queries.generated.ts";

/** How often it is written that a node is there; a gap of a minute means that the service was down (`service_up`). */
const watchSeconds = 20;
/** How often receivers of what is missing are looked at: their routes say when they are notified again. */
const repeatSeconds = 60;

/** As it is decided about; `upSince`: since when the service has been up without a gap. */
export type HeartbeatState = RowOf<typeof sql.getHeartbeatLocked>;
export type HeartbeatKey = RowOf<typeof sql.findHeartbeat>;

export type HeartbeatStore = ReturnType<typeof createHeartbeatStore>;

export function createHeartbeatStore(database: Database) {
  const over = bindable<ReturnType<typeof heartbeatsOver>, ReturnType<typeof heartbeatsOver>>(
    database,
    heartbeatsOver,
  );
  return over;
}

/** How many with a schedule are planned in one go. */
const mostPlanned = 500;

function heartbeatsOver(database: Connection) {
  /** Works out the next runs of schedules: of all whose time is not known, or only of these. */
  async function plan(some: { readonly organizationId: string; readonly ids: readonly string[] } | "all") {
    const of = some === "all" ? { organizationId: null, ids: null } : some;
    const unplanned = await database.query(sql.listUnplannedHeartbeats, { ...of, limit: mostPlanned });
    for (const { cron, timeZone, signalAt, ...key } of unplanned) {
      const next = nextRun({ cron, time_zone: timeZone }, signalAt);
      await database.query(sql.planHeartbeat, { ...key, cron, timeZone, signalAt, nextRun: next });
    }
  }

  return {
    plan: () => plan("all"),
    hasUrl: async (organizationId: string, id: string) =>
      (await database.query(sql.findHeartbeatWithUrl, { organizationId, id })).length > 0,
    /** Whose URL has the secret with this hash. */
    find: async (tokenHash: string): Promise<HeartbeatKey | undefined> =>
      (await database.query(sql.findHeartbeat, { tokenHash }))[0],
    /** Takes over what the row says. @returns whether it has a URL */
    async put(
      organizationId: string,
      id: string,
      row: {
        readonly enabled: boolean;
        readonly everyMinutes: number | null;
        readonly graceMinutes: number;
        readonly expectFrom: Date | null;
        readonly cron: string | null;
        readonly timeZone: string | null;
        /** The next run of its schedule. */
        readonly nextRun: Date | null;
      },
    ): Promise<boolean> {
      const [put] = await database.query(sql.putHeartbeat, { organizationId, id, ...row });
      return put?.hasUrl === true;
    },
    /** Gives it the secret of a URL, or none. @returns whether it is there */
    async setToken(
      organizationId: string,
      id: string,
      token: { readonly hash: string; sealed: string } | null,
    ) {
      const values = { tokenHash: token?.hash ?? null, sealedToken: token?.sealed ?? null };
      return (await database.query(sql.setHeartbeatToken, { organizationId, id, ...values })).length > 0;
    },
    /** For a row that is gone: one that is missing stays until its alert is ended. */
    async drop(organizationId: string, id: string) {
      await database.query(sql.dropHeartbeat, { organizationId, id });
      await database.query(sql.deleteQuietHeartbeat, { organizationId, id });
    },
    remove: (organizationId: string, id: string) =>
      database.query(sql.deleteHeartbeat, { organizationId, id }),
    /** They sent a signal. @returns those that were missing */
    async receive(organizationId: string, ids: readonly string[]): Promise<readonly string[]> {
      const received = await database.query(sql.receiveSignals, { organizationId, ids });
      const scheduled = received.flatMap(({ id, cron }) => (cron === null ? [] : [id]));
      if (scheduled.length > 0) await plan({ organizationId, ids: scheduled });
      return received.flatMap(({ id, changes }) => (changes ? [id] : []));
    },
    start: (organizationId: string, id: string) => database.query(sql.startHeartbeat, { organizationId, id }),
    /** @returns whether that is anything to raise an alert for */
    async fail(organizationId: string, id: string): Promise<boolean> {
      return (await database.query(sql.failHeartbeat, { organizationId, id }))[0]?.changes === true;
    },
    /** Says that a node is there. Where a clock was set back, a signal of later than now counts as one of now. */
    async watch() {
      const [watched] = await database.query(sql.watchHeartbeats, { everySeconds: watchSeconds });
      if (watched?.interrupted === true) await database.query(sql.renewHeartbeats, {});
    },
    /** Since when the service has been up without a gap: what was sent before that could not come in. */
    upSince: async () => (await database.query(sql.getUpSince, {}))[0]?.upSince ?? currentTime(),
    /** Those of which something may have to be said now. */
    due: (limit: number) => database.query(sql.listDueHeartbeats, { limit, repeatSeconds }),
    /** Held to the transaction's end. */
    locked: async (organizationId: string, id: string): Promise<HeartbeatState | undefined> =>
      (await database.query(sql.getHeartbeatLocked, { organizationId, id }))[0],
    setMissing: (organizationId: string, id: string, missingSince: Date | null, misses: number) =>
      database.query(sql.setHeartbeatMissing, { organizationId, id, missingSince, misses }),
  };
}

/** What the secret of a heartbeat's URL is bound to. */
export function tokenIdentity(organizationId: string, id: string): string {
  return JSON.stringify(["heartbeat", organizationId, id]);
}
