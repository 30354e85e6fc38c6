/** Which targets an engine can probe, by the rendering that it is known to run. */
import type { ProbedTarget, TargetGroup } from "./renderer.ts";

/**
 * The targets of the present rows whose modules the engine has. A row whose new module it does not have yet goes on
 * with the target that the engine has for it, so that an edit silences nothing. There is one exception: a row with
 * credentials and another address waits for the next acknowledgement, which comes after the credentials were written.
 * Before it, the old credentials would be sent to the new address, or the new ones to the old address.
 *
 * @param acknowledged the targets of the rendering that the engine runs
 */
export function targetsInReach(
  present: readonly ProbedTarget[],
  acknowledged: readonly ProbedTarget[],
): TargetGroup[] {
  const modules = new Set(acknowledged.map(moduleOf));
  const before = new Map(acknowledged.map((target) => [target.probe, target]));
  return present.flatMap((target) => {
    const old = before.get(target.probe);
    if (target.authorized && old !== undefined && addressOf(old) !== addressOf(target)) return [];
    if (modules.has(moduleOf(target))) return [target.group];
    return old === undefined ? [] : [old.group];
  });
}

/**
 * The targets that every engine of a connector has, for whoever asks does not choose among them. One whose agent is
 * silent has no say, unless all of them are.
 */
export function commonTargets(
  engines: readonly { readonly silent: boolean; readonly targets: readonly ProbedTarget[] }[],
): readonly ProbedTarget[] {
  const live = engines.filter(({ silent }) => !silent);
  const [first, ...others] = (live.length === 0 ? engines : live).map(({ targets }) => targets);
  const placed = others.map((targets) => new Set(targets.map(placeOf)));
  return (first ?? []).filter((target) => placed.every((places) => places.has(placeOf(target))));
}

/** The acknowledged targets that an engine surely has, whichever rendering it went on to: their modules did not change. */
export function lastingTargets(
  present: readonly ProbedTarget[],
  acknowledged: readonly ProbedTarget[],
): readonly ProbedTarget[] {
  const modules = new Set(present.map(moduleOf));
  return acknowledged.filter((target) => modules.has(moduleOf(target)));
}

function moduleOf({ group }: ProbedTarget): string | undefined {
  return group.labels.__param_module;
}

/** What is probed, by which module and where. */
function placeOf(target: ProbedTarget): string {
  return JSON.stringify([target.probe, moduleOf(target), addressOf(target)]);
}

function addressOf({ group }: ProbedTarget): string | undefined {
  return group.targets[0];
}
