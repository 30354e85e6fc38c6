/** Mutes that begin later, or again: each beginning is taken once, whichever node takes it. */
import { withTransaction } from "../../../engine/transaction.ts";
import { holdsAt } from "../../../kernel/mute-times.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { muteOf } from "../../reliability/index.ts";
import { type AlertDeps, alertsCall } from "./deps.ts";
import { beginMute, nextStart } from "./muting.ts";

/** Beginnings of one transaction: each is compared with all open alerts. */
const batch = 20;

/** Takes all beginnings that are due. */
export function createMuteStarts(deps: AlertDeps): () => Promise<void> {
  return async () => {
    if (!(await deps.withholding.in(deps.store).anyStart())) return;
    for (let taken = batch; taken === batch; )
      taken = await withTransaction(deps.store, [], async (writer) => {
        const withholding = deps.withholding.in(writer);
        const due = await withholding.claimStarts(batch);
        for (const { organizationId, muteId } of due) {
          const call = await alertsCall(deps, writer, organizationId);
          const row = await writer.find(organizationId, alertMutes.kind, muteId);
          const mute = row && muteOf(row.read());
          if (call !== undefined && mute !== undefined && holdsAt(mute.times, call.now))
            await beginMute(deps, writer, call, mute);
          const next = mute && call && nextStart(mute, call.now);
          await withholding.planStart(organizationId, muteId, next);
        }
        return due.length;
      });
  };
}
