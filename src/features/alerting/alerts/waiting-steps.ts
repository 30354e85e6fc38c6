/** Outbound targets that are off, and what waits for them: how much that is, and that it goes on when they are on again. */
import type { Call } from "../../../engine/context.ts";
import type { KindHooks, NeedsAttention, Written } from "../../../engine/feature.ts";
import type { WithExecutor } from "../../../engine/ports/executor.ts";
import type { Writer } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import { type AlertDeps, inhibitionsLockOf } from "./deps.ts";
import type { AlertingRows } from "./rows.ts";
import { channelOf } from "./targets.ts";

type Deps = Pick<AlertDeps, "withholding" | "rowsOf" | "store" | "wakeTarget">;

export function waitingForTargets(deps: Deps) {
  return {
    follows: isSwitchedOn,
    onWrite: (writer, call, written) => goOn(deps, writer, call, written),
  } satisfies KindHooks<typeof outboundConfigs>;
}

/** What a forecast says of a step that would be due while its target is off. */
export const stepsWait =
  "A step that is due is held, and is sent if the target is on again by the rule's next step, or within a day";

/** What follows "enabled", or the name of a target that is switched off. */
export function waitingText(alerts: number): string {
  const open = alerts === 1 ? "an open alert" : `${alerts} open alerts`;
  return `is off, and outbound rules have steps about ${open} to send to it: each waits until the target is on, and no longer than to the rule's next step, or a day`;
}

/** By target, how many alerts rules are yet to send to it, and how many of these steps are due already. */
export async function stepsFor(
  { withholding }: Pick<Deps, "withholding">,
  reader: WithExecutor,
  call: Call,
  { rules }: Pick<AlertingRows, "rules">,
  targetIds: readonly string[],
) {
  const naming = rules.flatMap(({ id, configuration: { enabled, outbound_config_id: targetId } }) =>
    enabled && targetId !== null && targetIds.includes(targetId) ? [{ id, targetId }] : [],
  );
  const counts = await withholding.in(reader).waitingSteps(
    call.caller.organization.id,
    naming.map(({ id }) => id),
  );
  const found = new Map<string, { readonly alerts: number; readonly held: number }>();
  for (const { id, targetId } of naming) {
    const one = counts.get(id);
    const sum = found.get(targetId) ?? { alerts: 0, held: 0 };
    if (one !== undefined)
      found.set(targetId, { alerts: sum.alerts + one.alerts, held: sum.held + one.held });
  }
  return found;
}

/** A target that is on again: the steps and the messages that waited for it are due. */
function isSwitchedOn({ before, after }: Written): boolean {
  return (
    before?.configuration.enabled === false && after !== undefined && after.configuration.enabled !== false
  );
}

async function goOn(deps: Deps, writer: Writer, call: Call, { after }: Written): Promise<void> {
  if (after === undefined) return;
  const is = completed(outboundConfigs, after.configuration);
  const { id: organizationId } = call.caller.organization;
  // A step that is being held now still sees the target off: it is held before this, or sees it on.
  await writer.lock(inhibitionsLockOf(organizationId));
  const { rules } = await deps.rowsOf(writer, organizationId, call.now);
  const naming = rules.filter(({ configuration }) => configuration.outbound_config_id === after.id);
  await deps.withholding.in(writer).freeSteps(
    organizationId,
    naming.map(({ id }) => id),
  );
  await deps.wakeTarget(writer, { organizationId, channel: channelOf(is), target: after.id });
}

/** Targets that are off while steps of rules wait for them. */
export function waitingTargets({ store, rowsOf, withholding }: Deps): NeedsAttention {
  return async (call, shown) => {
    const rows = await rowsOf(store, call.caller.organization.id, call.now);
    const off = [...rows.targets.values()].filter(({ configuration }) => !configuration.enabled);
    const ids = off.map(({ id }) => id);
    const waiting = await stepsFor({ withholding }, store, call, rows, ids);
    const held = off.filter(({ id }) => (waiting.get(id)?.held ?? 0) > 0);
    return {
      section: "decisions",
      resource: outboundConfigs.kind,
      total: held.length,
      data: held.slice(0, shown).map(({ id, configuration: { name } }) => ({
        resource: outboundConfigs.kind,
        id,
        name,
        tone: "bad",
        state: "off",
        why: `It ${waitingText(waiting.get(id)?.held ?? 0)}.`,
        since: null,
      })),
    };
  };
}
