/**
 * An alert ends by a measurement that says so, and never by the loss of what measures. Alertmanager ends what nobody
 * repeats: while the engine is away whose rules an alert is of, such an end says nothing, and the alert goes on.
 */
import { connectorLabel } from "../../../renderers/prometheus/slo-records.ts";
import { aboutRows, rowOfAlert, unmeasuredIn } from "../../reliability/index.ts";
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

type Deps = Pick<AlertDeps, "rendersOf" | "heldEnds">;

/** Of which labels, of all these, nothing measures what a connector's alert is about, or did not until a moment ago. */
export async function unmeasured(
  { rendersOf, heldEnds }: Deps,
  { organizationId, call, writer }: Scene,
  connectorId: string,
  all: readonly { readonly labels: Labels }[],
): Promise<(labels: Labels) => boolean> {
  const renders = await rendersOf(organizationId, call.now, writer);
  const isUnmeasured = unmeasuredIn(renders, call.now, settlingMs);
  const isOfNone = (one: Labels) => rowOfAlert(one) === undefined && isUnmeasured(one, true);
  // An Alertmanager without an agent is known to get our engines' alerts by having sent some.
  const fed =
    all.some(({ labels }) => isOfNone(labels)) &&
    (renders.acknowledgements.has(connectorId) ||
      (await heldEnds.in(writer).hasSent(organizationId, connectorId, ownLabels)));
  return (labels) => isUnmeasured(labels, fed);
}

/** The labels by which an alert is of a rule that is rendered here. */
const ownLabels = [...aboutRows.map(({ label }) => label), connectorLabel];

/** The ids of alerts that may end now, and of those that nothing measures. */
export async function endable(
  deps: Deps,
  scene: Scene,
  connectorId: string,
  endings: readonly Ending[],
): Promise<{ readonly measured: readonly string[]; readonly unmeasured: readonly string[] }> {
  if (endings.length === 0) return { measured: [], unmeasured: [] };
  const isUnmeasured = await unmeasured(deps, scene, connectorId, endings);
  const ids = (wanted: boolean) =>
    endings.filter(({ labels }) => isUnmeasured(labels) === wanted).map(({ id }) => id);
  return { measured: ids(false), unmeasured: ids(true) };
}

/** What changes without the ends that are held. A firing alert is a measurement, whatever it ends, and ends the waiting. */
export async function withoutUnmeasuredEnds(
  deps: Deps,
  scene: Scene,
  connectorId: string,
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
  const { unmeasured: unsure } = await endable(deps, scene, connectorId, endings);
  if (unsure.length === 0) return changes;
  await heldEnds.hold(organizationId, unsure);
  const held = new Set(unsure);
  return { ...changes, ends: changes.ends.filter(({ id }) => !held.has(id)) };
}
