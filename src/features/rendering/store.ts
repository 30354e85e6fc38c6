/** The RenderStore on PostgreSQL. */

import { recordAudit } from "../../database/audit-trail.ts";
import type { Connection, Database } from "../../database/database.ts";
import { bindable } from "../../database/executor.ts";
import { jsonText } from "../../database/json-text.ts";
import type { SignRecord } from "../../engine/ports/rows.ts";
import { staleAfterMinutes } from "../../kernel/staleness.ts";
import type { Acknowledgement, RenderReader, RenderStore, RenderWriter } from "./port.ts";
import { sql } from "./queries.generated.ts";

const silentMinutes = staleAfterMinutes;
/** A day: a machine that comes back after a night has its place still. */
const expiredMinutes = 24 * 60;

export function createRenderStore(database: Database, signRecord: SignRecord): RenderStore {
  return bindable<RenderReader, RenderWriter>(database, (connection) => rendersOver(connection, signRecord));
}

function rendersOver(database: Connection, signRecord: SignRecord): RenderWriter {
  return {
    async stamp(organizationId, kinds) {
      const [found] = await database.query(sql.stampRows, { organizationId, kinds });
      return found?.stamp ?? "";
    },
    async acknowledgements(organizationId) {
      const found = await database.query(sql.listRenderAcknowledgements, {
        organizationId,
        silentMinutes,
        expiredMinutes,
      });
      const byConnector = new Map<string, Acknowledgement[]>();
      for (const { connector_id, running_digest, running_since, silence_told, ...rest } of found) {
        const said = {
          ...rest,
          runningDigest: running_digest,
          runningSince: running_since,
          absenceNotified: silence_told,
        };
        const known = byConnector.get(connector_id);
        if (known === undefined) byConnector.set(connector_id, [said]);
        else known.push(said);
      }
      return byConnector;
    },
    silent: (limit) => database.query(sql.listAbsentAgents, { silentMinutes, limit }),
    acknowledgedTargets: (organizationId, connectorId) =>
      database.query(sql.listAcknowledgedTargets, { organizationId, connectorId, silentMinutes }),
    async acknowledge(organizationId, connectorId, acknowledgement, targets, record) {
      await database.query(sql.putRenderAcknowledgement, {
        organizationId,
        connectorId,
        targets: jsonText(targets),
        ...acknowledgement,
      });
      if (record !== undefined) await recordAudit(database, signRecord, organizationId, record);
    },
    async setAbsenceNotified(organizationId, connectorId, instances) {
      await database.query(sql.setAbsenceNotified, { organizationId, connectorId, instances });
    },
    async forgetInstances(organizationId, connectorId, instances) {
      if (instances.length === 0) return;
      await database.query(sql.deleteAgentInstances, { organizationId, connectorId, instances });
    },
    async depart(organizationId, connectorId, instance) {
      await database.query(sql.setAgentDeparted, { organizationId, connectorId, instance });
    },
    async listen(organizationId, connectorId) {
      await database.query(sql.touchRenderAcknowledgement, { organizationId, connectorId });
    },
    async forget(organizationId, connectorId) {
      await database.query(sql.deleteRenderAcknowledgement, { organizationId, connectorId });
    },
  };
}
