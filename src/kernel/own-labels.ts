/** Labels that people give a row for the alerts that are made of it: which they may be, and which of others' fit. Pure. */
import type { Problem } from "./problem.ts";

export const mostOwnLabels = 20;
const longestValue = 1_000;

/** What alerts of every kind say of themselves. `drill` marks a drill. */
const reserved: ReadonlySet<string> = new Set([
  "alertname",
  "service",
  "severity",
  "kind",
  "name",
  "heartbeat",
  "drill",
]);
const reservedBeginnings = ["orgconfig_", "sloth_", "__"];

/** As Prometheus and every version of Alertmanager take it (prometheus.io/docs/concepts/data_model). */
const nameForm = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/** What is wrong with a label, to be read after its name; undefined where nothing is. */
function problemOf(name: string, value: string): string | undefined {
  if (reserved.has(name) || reservedBeginnings.some((beginning) => name.startsWith(beginning)))
    return "is a label that the alerts give themselves: choose another name";
  if (!nameForm.test(name))
    return "is no name of a label: it takes letters, digits and _, and begins with no digit";
  if (value === "") return "must not be empty, because a label without a value is no label: leave it out";
  return undefined;
}

/** @param field the map's name */
export function ownLabelProblems(labels: Readonly<Record<string, string>>, field = "labels"): Problem[] {
  return Object.entries(labels).flatMap(([name, value]) => {
    const message = problemOf(name, value);
    return message === undefined ? [] : [{ field: `${field}.${name}`, message }];
  });
}

export interface FittingLabels {
  readonly labels: Readonly<Record<string, string>>;
  /** Of each that is not there as it was: what became of it, to be read after its name. */
  readonly notes: readonly { readonly name: string; readonly message: string; readonly isLost: boolean }[];
}

/**
 * Another tool's labels, as far as a row can have them.
 * @param known what the alerts say by themselves: of a label that says the same nothing needs to be said
 */
export function fittingLabels(
  given: readonly (readonly [name: string, value: string])[],
  known: Readonly<Record<string, string>> = {},
): FittingLabels {
  const labels: Record<string, string> = {};
  const notes: FittingLabels["notes"][number][] = [];
  const lost = (name: string, message: string) => notes.push({ name, message, isLost: true });
  for (const [name, value] of given) {
    if (value === "" || known[name] === value) continue;
    const fitting = name.replace(/[^a-zA-Z0-9_]/g, "_").replace(/^(?=\d)/, "_");
    const problem = problemOf(fitting, value);
    if (value.includes("{{"))
      lost(name, "is left out: its value is a template, and labels here have fixed values");
    else if (problem !== undefined) lost(name, `is left out: it ${problem}`);
    else if (value.length > longestValue)
      lost(name, `is left out: it has more than ${longestValue} characters`);
    else if (labels[fitting] !== undefined && labels[fitting] !== value)
      lost(name, `is left out: ${fitting} has another value already`);
    else if (Object.keys(labels).length >= mostOwnLabels && labels[fitting] === undefined)
      lost(name, `is left out: a row has ${mostOwnLabels} labels at most`);
    else {
      labels[fitting] = value;
      if (fitting !== name) notes.push({ name, message: `is called ${fitting} here`, isLost: false });
    }
  }
  return { labels, notes };
}
