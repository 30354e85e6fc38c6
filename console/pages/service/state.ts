/** How a service is, in one sentence with a tone. Pure. */
import type { Tone } from "../../../src/kernel/field.ts";
import { counted } from "../../../src/kernel/readable.ts";
import { sightOf } from "../../../src/kernel/staleness.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import type { ServiceFacts } from "../../api/service-shapes.ts";
import { severityTones } from "../../parts/alerts/words.ts";
import { isOff, stateOf } from "../../parts/tones.ts";

interface ServiceState {
  readonly text: string;
  /** None of a service that nothing names. */
  readonly tone: Tone | undefined;
}

export function stateOfService(
  { known, alerts, gate, rows }: ServiceFacts,
  kinds: readonly Definition[],
): ServiceState {
  if (!known) return { text: "", tone: undefined };
  const tones = rows.flatMap(({ kind, data }) => {
    const fields = kinds.find((one) => one.kind === kind)?.fields;
    if (fields === undefined) return [];
    const states = data.flatMap((row) => (isOff(fields, row) ? [] : (stateOf(fields, row)?.tone ?? [])));
    // What is looked at again and again, and has no state, nobody has looked at of late.
    return sightOf(fields) === undefined ? states.filter((tone) => tone !== "quiet") : states;
  });
  const count = (tone: Tone) => tones.filter((one) => one === tone).length;
  const [bad, warning, measured, unknown] = [count("bad"), count("warning"), count("good"), count("quiet")];
  const parts = [
    ...(alerts.length > 0 ? [counted(alerts.length, "open alert")] : []),
    ...(bad > 0 ? [`${bad} failing`] : []),
    ...(warning > 0 ? [counted(warning, "warning")] : []),
    ...(gate.allowed ? [] : ["deploys are held"]),
    ...(unknown > 0 ? [`${unknown} not measured`] : []),
  ];
  const firing = alerts.some(({ severity }) => severityTones[severity ?? "unknown"] === "bad");
  if (parts.length === 0)
    return measured > 0
      ? { text: "Nothing is wrong.", tone: "good" }
      : { text: "Nothing measures it.", tone: "quiet" };
  const text = parts.join(", ");
  return {
    text: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
    tone: bad > 0 || firing ? "bad" : warning + alerts.length > 0 || !gate.allowed ? "warning" : "quiet",
  };
}
