/** What the engines' agents said last, and whether anything is new for them. */

import { recordAudit } from "../../../database/audit-trail.ts";
import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import { jsonText } from "../../../database/json-text.ts";
import type { RowOf } from "../../../database/statement.ts";
import type { AuditEntry, SignRecord } from "../../../engine/ports/rows.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { staleAfterMinutes } from "../../../kernel/staleness.ts";
import type { AcknowledgedTarget } from "./column-types.ts";
import { sql } from "./queries.generated.ts";

const silentMinutes = staleAfterMinutes;
/** A day: a machine that comes back after a night has its place still. */
const expiredMinutes = 24 * 60;

/** What an agent said of its engine. How long ago it was said the database knows. */
export interface NewAcknowledgement {
  /** Which of the connector's agents it is; empty for one that gives no name. */
  readonly instance: string;
  /** The rendering that it is about. */
  readonly digest: string;
  /** Whether the engine runs it. */
  readonly ok: boolean;
  /** Whether the engine runs it and cannot evaluate all of it. */
  readonly degraded: boolean;
  readonly message: string | null;
  /** The engine's version, where the agent could see it. */
  readonly version: string | null;
  /** The rendering that took last: what the engine runs. */
  readonly runningDigest: string | null;
  /** When it first said so of that rendering. */
  readonly runningSince: Date | null;
  readonly at: Date;
  /** Whether the agent ended and said so: who speaks next takes its place. */
  readonly departed: boolean;
  /** What measures nothing any more. */
  readonly lost: "engine" | "probes" | null;
  /** Since when the agent says so, or that nothing is lost; null where that was so from the start. */
  readonly lostSince: Date | null;
  /** How often it says something; null where nobody knows. */
  readonly everySeconds: number | null;
}

export interface Acknowledgement extends NewAcknowledgement {
  /**
   * Whether the agent has said nothing for a minute longer than it said, or for longer than figures hold where it said
   * nothing of that, by the database's clock.
   */
  readonly silent: boolean;
  /** Whether it is silent for so long that it is forgotten once another one speaks. */
  readonly expired: boolean;
  /** Whether that was reported already. */
  readonly absenceNotified: boolean;
}

/** A connector that is on, and has an agent that is silent. */
export type SilentConnector = RowOf<typeof sql.listAbsentAgents>;

export type RenderStore = ReturnType<typeof createRenderStore>;
type RenderWriter = ReturnType<typeof rendersOver>;
type RenderReader = Pick<
  RenderWriter,
  "stamp" | "silent" | "late" | "losing" | "acknowledgements" | "acknowledgedTargets"
>;

export function createRenderStore(database: Database, signRecord: SignRecord) {
  return bindable<RenderReader, RenderWriter>(database, (connection) => rendersOver(connection, signRecord));
}

function rendersOver(database: Connection, signRecord: SignRecord) {
  return {
    /** Differs after every write and every delete of a row of these kinds. */
    async stamp(organizationId: string, kinds: readonly string[]) {
      const [found] = await database.query(sql.stampRows, { organizationId, kinds });
      return found?.stamp ?? "";
    },
    /** By connector: what each of its agents said last, in the order of their names. */
    async acknowledgements(organizationId: string): Promise<ReadonlyMap<string, readonly Acknowledgement[]>> {
      const which = { organizationId, silentMinutes, expiredMinutes };
      const found = await database.query(sql.listRenderAcknowledgements, which);
      const said = found.map(
        ({ running_digest, running_since, silence_told, lost_since, every_seconds, ...rest }) => ({
          ...rest,
          runningDigest: running_digest,
          runningSince: running_since,
          absenceNotified: silence_told,
          lostSince: lost_since,
          everySeconds: every_seconds,
        }),
      );
      return grouped(said, ({ connector_id }) => connector_id);
    },
    /** Agents that have reported nothing for longer than that. */
    late: (organizationId: string, lateSeconds: number) =>
      database.query(sql.listLateAgents, { organizationId, lateSeconds }),
    /** Organizations of which an engine may measure nothing any more. */
    losing: async () =>
      (await database.query(sql.listLosingOrganizations, { silentMinutes })).map(
        ({ organizationId }) => organizationId,
      ),
    /** Connectors with absent agents of which nobody was notified, as many as the limit says. */
    silent: (limit: number) => database.query(sql.listAbsentAgents, { silentMinutes, limit }),
    /** What the engine of each of the connector's agents may be asked for. */
    acknowledgedTargets: (organizationId: string, connectorId: string) =>
      database.query(sql.listAcknowledgedTargets, { organizationId, connectorId, silentMinutes }),
    /** Takes the place of the instance's last one. `record` goes with it where it is new. */
    async acknowledge(
      organizationId: string,
      connectorId: string,
      acknowledgement: NewAcknowledgement,
      acknowledged: readonly AcknowledgedTarget[],
      record: AuditEntry | undefined,
    ) {
      const values = { organizationId, connectorId, targets: jsonText(acknowledged), ...acknowledgement };
      await database.query(sql.putRenderAcknowledgement, values);
      if (record !== undefined) await recordAudit(database, signRecord, organizationId, record);
    },
    /** Notes that people were notified that these agents are absent: once, until they say something again. */
    setAbsenceNotified: (organizationId: string, connectorId: string, instances: readonly string[]) =>
      database.query(sql.setAbsenceNotified, { organizationId, connectorId, instances }),
    /** For agents that another one takes the place of, or that nobody learnt of for long. */
    async forgetInstances(organizationId: string, connectorId: string, instances: readonly string[]) {
      if (instances.length === 0) return;
      await database.query(sql.deleteAgentInstances, { organizationId, connectorId, instances });
    },
    /** Nobody waits for this agent any more: who speaks next takes its place. */
    depart: (organizationId: string, connectorId: string, instance: string) =>
      database.query(sql.setAgentDeparted, { organizationId, connectorId, instance }),
    /** Its agents' silence counts from now on: a connector that is off has nothing to say. */
    listen: (organizationId: string, connectorId: string) =>
      database.query(sql.touchRenderAcknowledgement, { organizationId, connectorId }),
    /** For a connector that is gone. */
    forget: (organizationId: string, connectorId: string) =>
      database.query(sql.deleteRenderAcknowledgement, { organizationId, connectorId }),
  };
}
