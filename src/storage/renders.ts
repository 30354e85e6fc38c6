/** The RenderStore on PostgreSQL. */
import type { RenderStore, RenderWriter } from "../engine/ports/renders.ts";
import type { SignRecord } from "../engine/ports/rows.ts";
import type { Connection } from "./database.ts";
import { connectionOf } from "./executor.ts";
import { jsonText } from "./json-text.ts";
import { auditParameters } from "./store.ts";

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
      const found = await database.query("list-render-acknowledgements", { organizationId });
      return new Map(
        found.map(({ connector_id, running_digest, ...rest }) => [
          connector_id,
          { ...rest, runningDigest: running_digest },
        ]),
      );
    },
    async acknowledgedTargets(organizationId, connectorId) {
      const [found] = await database.query("list-acknowledged-targets", { organizationId, connectorId });
      return found?.targets ?? [];
    },
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
    async forget(organizationId, connectorId) {
      await database.query("delete-render-acknowledgement", { organizationId, connectorId });
    },
  };
}
