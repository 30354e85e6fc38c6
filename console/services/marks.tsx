/** What is wrong with a service, in one line. */
import { severityTones } from "../alerts/words.ts";
import { Status } from "../parts/status.tsx";
import type { ListedService } from "./shapes.ts";

const figure = new Intl.NumberFormat("en");

export function Marks({ service }: { readonly service: ListedService }) {
  const { tone, parts } = troubleOf(service);
  return <Status tone={tone} label={parts.length === 0 ? "Nothing wrong" : parts.join(" · ")} />;
}

export function troubleOf({ open_alerts, worst_severity, bad, warning }: ListedService) {
  const firing = open_alerts === 0 ? "quiet" : severityTones[worst_severity ?? "unknown"];
  const tone: "bad" | "warning" | "good" =
    bad > 0 || firing === "bad" ? "bad" : warning > 0 || open_alerts > 0 ? "warning" : "good";
  const parts = [
    ...(open_alerts > 0 ? [counted(open_alerts, "open alert", "open alerts")] : []),
    ...(bad > 0 ? [`${figure.format(bad)} failing`] : []),
    ...(warning > 0 ? [counted(warning, "warning", "warnings")] : []),
  ];
  return { tone, parts };
}

function counted(count: number, one: string, many: string): string {
  return `${figure.format(count)} ${count === 1 ? one : many}`;
}
