/** At a new mute's form: the alerts that it would keep back, as soon as it says which. */
import { MutedAlerts } from "../../../parts/alerts/muted-alerts.tsx";
import type { FieldPartProps } from "../../part-props.ts";

export function MutePreview({ form }: FieldPartProps) {
  const { pattern, matchers } = form.whole;
  const written = Array.isArray(matchers) ? matchers.filter((matcher) => matcher !== "") : [];
  const named = typeof pattern === "string" && pattern !== "";
  // A mute that is there cannot be changed, and one with both is refused.
  if (form.base !== undefined || named === written.length > 0) return null;
  return <MutedAlerts mute={named ? { pattern } : { matchers: written }} />;
}
