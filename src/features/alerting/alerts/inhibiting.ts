/**
 * Alerts that others keep back: decided when somebody would be notified of them, and again when what kept them back has
 * ended. Alerts of all connectors of an organization keep each other back, and so do those that the service raises.
 */
import { turnOf } from "../../../engine/context.ts";
import type { WithExecutor } from "../../../engine/ports/executor.ts";
import { inPieces, type Pieces } from "../../../kernel/time-slices.ts";
import { createInhibiting, type Sides } from "../../../renderers/alerting/inhibitions.ts";
import type { Labels } from "./column-types.ts";
import type { AlertDeps, Scene } from "./deps.ts";
import { sourceOf } from "./rules.ts";

export interface Looked {
  readonly id: string;
  readonly labels: Labels;
}

/** What keeps an alert back. */
export interface Source {
  readonly ruleId: string;
  readonly sourceId: string;
}

/** Where open alerts are looked for, and by which inhibitions. */
interface Reading extends Pick<Scene, "organizationId" | "rows"> {
  readonly writer: WithExecutor;
}

/** What the inhibitions say of each alert; nothing where there are none. */
export async function sidesOf(
  { rows, call }: Pick<Scene, "rows" | "call">,
  alerts: readonly Looked[],
): Promise<ReadonlyMap<string, Sides>> {
  const rules = rows.inhibitions.filter(({ configuration }) => configuration.enabled);
  if (rules.length === 0 || alerts.length === 0) return new Map();
  return inPieces(allSides(createInhibiting(rules), alerts), turnOf(call));
}

function* allSides(
  sides: ReturnType<typeof createInhibiting>,
  alerts: readonly Looked[],
): Pieces<Map<string, Sides>> {
  const found = new Map<string, Sides>();
  for (const { id, labels } of alerts) found.set(id, yield* sides(labels));
  return found;
}

/**
 * Of these alerts those that an open one keeps back, with what does.
 * @param fresh alerts that are about to be stored as open, with their sides
 */
export async function inhibitedBy(
  { withholding }: Pick<AlertDeps, "withholding">,
  { writer, organizationId, rows }: Reading,
  sides: ReadonlyMap<string, Pick<Sides, "targetKeys">>,
  fresh: ReadonlyMap<string, Sides> = new Map(),
): Promise<ReadonlyMap<string, Source>> {
  const keys = [...new Set([...sides.values()].flatMap(({ targetKeys }) => targetKeys))];
  const stored = await withholding.in(writer).sources(organizationId, keys);
  const coming = [...fresh].flatMap(([id, one]) => one.sourceKeys.map((key) => [key, id] as const));
  const open = new Map([...coming, ...stored]);
  const found = new Map<string, Source>();
  for (const [id, { targetKeys }] of sides) {
    const source = sourceOf(rows.inhibitions, targetKeys, open);
    if (source !== undefined) found.set(id, { ruleId: source.rule.id, sourceId: source.sourceId });
  }
  return found;
}

/**
 * Puts on record which of these open alerts are kept back by others.
 * @param announced whether rules and mails know of them already
 * @returns the ids of those
 */
export async function holdBack(
  deps: Pick<AlertDeps, "withholding">,
  scene: Scene,
  alerts: readonly Looked[],
  announced: boolean,
): Promise<ReadonlySet<string>> {
  const found = await inhibitedBy(deps, scene, await sidesOf(scene, alerts));
  await deps.withholding.in(scene.writer).inhibit(
    scene.organizationId,
    [...found].map(([id, source]) => ({ id, announced, ...source })),
  );
  return new Set(found.keys());
}
