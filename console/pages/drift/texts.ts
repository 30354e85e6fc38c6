/** The texts of this folder. */

export const driftOf = (set: string) => `Drift of ${set}`;
export const applied = "Applied {link}.";
export const noDriftEveryRow = "No drift: every row is as the set says.";
export const thisIsWhatPlanning =
  "This is what planning the set's bundle again would do. To keep what was changed, change the bundle.";
