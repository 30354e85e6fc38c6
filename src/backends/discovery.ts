/** Which targets an engine can be asked for, by the rendering that it is known to run. */
import type { ProbedTarget, TargetGroup } from "./backend.ts";

/**
 * The targets of the present rows whose modules the engine has. A row whose new module it does not have yet goes on
 * with the target that the engine has for it, so that an edit silences nothing. There is one exception: where the row
 * has credentials and another address, the old address would be sent the new credentials.
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
    if (modules.has(moduleOf(target))) return [target.group];
    const old = before.get(target.probe);
    if (old === undefined || (target.authorized && addressOf(old) !== addressOf(target))) return [];
    return [old.group];
  });
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

function addressOf({ group }: ProbedTarget): string | undefined {
  return group.targets[0];
}
