/** The RenderStore on PostgreSQL. */

import type { Connection } from "../../database/database.ts";
import { connectionOf } from "../../database/executor.ts";
import { jsonText } from "../../database/json-text.ts";
import { auditParameters } from "../../database/store.ts";
import type { SignRecord } from "../../engine/ports/rows.ts";
import { staleAfterMinutes } from "../../kernel/staleness.ts";
import type { Acknowledgement, RenderStore, RenderWriter } from "./port.ts";

const silentMinutes = staleAfterMinutes;
/** A day: a machine that comes back after a night has its place still. */
const expiredMinutes = 24 * 60;

export function createRenderStore(signRecord: SignRecord): RenderStore {
  return { in: (scoped) => rendersOver(connectionOf(scoped), signRecord) };
}

function rendersOver(database: Connection, signRecord: SignRecord): RenderWriter {
  return {
    async stamp(organizationId, kinds) {
      const [found] = await database.query("stamp-rows", { organizationId, kinds });
      return found?.stamp ?? "";
    },
    async acknowledgements(organizationId) {
      const found = await database.query("list-render-acknowledgements", {
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
          silenceTold: silence_told,
        };
        const known = byConnector.get(connector_id);
        if (known === undefined) byConnector.set(connector_id, [said]);
        else known.push(said);
      }
      return byConnector;
    },
    silent: (limit) => database.query("list-silent-agents", { silentMinutes, limit }),
    acknowledgedTargets: (organizationId, connectorId) =>
      database.query("list-acknowledged-targets", { organizationId, connectorId, silentMinutes }),
    async acknowledge(organizationId, connectorId, acknowledgement, targets, record) {
      await database.query("put-render-acknowledgement", {
        organizationId,
        connectorId,
        targets: jsonText(targets),
        ...acknowledgement,
      });
      if (record !== undefined)
        await database.query("insert-audit-record", auditParameters(organizationId, record, signRecord));
    },
    async silenceTold(organizationId, connectorId, instances) {
      await database.query("set-silence-told", { organizationId, connectorId, instances });
    },
    async forgetInstances(organizationId, connectorId, instances) {
      if (instances.length === 0) return;
      await database.query("delete-agent-instances", { organizationId, connectorId, instances });
    },
    async depart(organizationId, connectorId, instance) {
      await database.query("set-agent-departed", { organizationId, connectorId, instance });
    },
    async listen(organizationId, connectorId) {
      await database.query("touch-render-acknowledgement", { organizationId, connectorId });
    },
    async forget(organizationId, connectorId) {
      await database.query("delete-render-acknowledgement", { organizationId, connectorId });
    },
  };
}
