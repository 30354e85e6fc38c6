/** The RenderStore on PostgreSQL. */
import type { RenderStore, RenderWriter } from "../engine/ports/renders.ts";
import type { SignRecord } from "../engine/ports/rows.ts";
import { staleAfterMinutes } from "../kernel/staleness.ts";
import type { Connection } from "./database.ts";
import { connectionOf } from "./executor.ts";
import { jsonText } from "./json-text.ts";
import { auditParameters } from "./store.ts";

const silentMinutes = staleAfterMinutes;

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
      const found = await database.query("list-render-acknowledgements", { organizationId, silentMinutes });
      return new Map(
        found.map(({ connector_id, running_digest, silence_told, ...rest }) => [
          connector_id,
          { ...rest, runningDigest: running_digest, silenceTold: silence_told },
        ]),
      );
    },
    silent: (limit) => database.query("list-silent-agents", { silentMinutes, limit }),
    async acknowledgedTargets(organizationId, connectorId) {
      const [found] = await database.query("list-acknowledged-targets", { organizationId, connectorId });
      return found?.targets ?? [];
    },
    async acknowledge(organizationId, connectorId, acknowledgement, targets, record) {
      const { digest, ok, message, version, runningDigest, at } = acknowledgement;
      await database.query("put-render-acknowledgement", {
        organizationId,
        connectorId,
        targets: jsonText(targets),
        ...{ digest, ok, message, version, runningDigest, at },
      });
      if (record !== undefined)
        await database.query("insert-audit-record", auditParameters(organizationId, record, signRecord));
    },
    async silenceTold(organizationId, connectorId) {
      await database.query("set-silence-told", { organizationId, connectorId });
    },
    async listen(organizationId, connectorId) {
      await database.query("touch-render-acknowledgement", { organizationId, connectorId });
    },
    async forget(organizationId, connectorId) {
      await database.query("delete-render-acknowledgement", { organizationId, connectorId });
    },
  };
}
