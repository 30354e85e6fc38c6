/**
 * An alert ends by a measurement that says so, and never by the loss of what measures. Alertmanager ends what nobody
 * repeats: while the engine is away whose rules an alert is of, such an end says nothing, and the alert goes on.
 */
import { unmeasuredIn } from "../rendering/index.ts";
import type { Labels } from "./column-types.ts";
import type { AlertDeps, Scene } from "./deps.ts";
import type { StateChanges } from "./states.ts";
import type { KnownAlert } from "./store.ts";

/** An engine that starts again has evaluated each rule within this, and what is on is reported again. */
const settlingMs = 120_000;

interface Ending {
  readonly id: string;
  readonly labels: Labels;
}

/** Of which labels nothing measures what an alert is about, or did not until a moment ago. */
export async function unmeasured(
  { rendersOf }: Pick<AlertDeps, "rendersOf">,
  { organizationId, call, writer }: Scene,
): Promise<(labels: Labels) => boolean> {
  return unmeasuredIn(await rendersOf(organizationId, call.now, writer), call.now, settlingMs);
}

/** The ids of alerts that may end now, and of those that nothing measures. */
export async function endable(
  deps: Pick<AlertDeps, "rendersOf">,
  scene: Scene,
  endings: readonly Ending[],
): Promise<{ readonly measured: readonly string[]; readonly unmeasured: readonly string[] }> {
  if (endings.length === 0) return { measured: [], unmeasured: [] };
  const isUnmeasured = await unmeasured(deps, scene);
  const ids = (wanted: boolean) =>
    endings.filter(({ labels }) => isUnmeasured(labels) === wanted).map(({ id }) => id);
  return { measured: ids(false), unmeasured: ids(true) };
}

/** What changes without the ends that are held. A firing alert is a measurement, whatever it ends, and ends the waiting. */
export async function withoutUnmeasuredEnds(
  deps: Pick<AlertDeps, "rendersOf" | "heldEnds">,
  scene: Scene,
  known: ReadonlyMap<string, KnownAlert>,
  changes: StateChanges,
): Promise<StateChanges> {
  const { writer, organizationId } = scene;
  const heldEnds = deps.heldEnds.in(writer);
  const firing = changes.received.filter(({ report }) => report.endedAt === null);
  const goOn = firing.flatMap(({ id }) => (known.get(id)?.endHeld ? [id] : []));
  await heldEnds.forget(organizationId, goOn);
  const fire = new Set(firing.map(({ report }) => report.fingerprint));
  const labels = new Map(changes.received.map(({ report }) => [report.fingerprint, report.labels]));
  const endings = changes.ends.flatMap(({ id }) => {
    const { fingerprint } = known.get(id) as KnownAlert;
    return fire.has(fingerprint) ? [] : [{ id, labels: labels.get(fingerprint) ?? {} }];
  });
  const { unmeasured: unsure } = await endable(deps, scene, endings);
  if (unsure.length === 0) return changes;
  await heldEnds.hold(organizationId, unsure);
  const held = new Set(unsure);
  return { ...changes, ends: changes.ends.filter(({ id }) => !held.has(id)) };
}
