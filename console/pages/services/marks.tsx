/** What is wrong with a service, in one line. */
import { counted, figure } from "../../../src/kernel/readable.ts";
import type { ListedService } from "../../api/service-shapes.ts";
import { severityTones } from "../../parts/alerts/words.ts";
import { Status } from "../../parts/status.tsx";

export function Marks({ service }: { readonly service: ListedService }) {
  const { tone, parts } = troubleOf(service);
  return <Status tone={tone} label={parts.join(" · ")} />;
}

/** Well is only what was measured of late: of a service that nobody measures nothing is known. */
export function troubleOf({ open_alerts, worst_severity, bad, warning, good, unknown }: ListedService) {
  const firing = open_alerts === 0 ? "quiet" : severityTones[worst_severity ?? "unknown"];
  const measured = good > 0 && unknown === 0;
  const tone =
    bad > 0 || firing === "bad"
      ? "bad"
      : warning > 0 || open_alerts > 0
        ? "warning"
        : measured
          ? "good"
          : "quiet";
  const parts = [
    ...(open_alerts > 0 ? [counted(open_alerts, "open alert")] : []),
    ...(bad > 0 ? [`${figure(bad)} failing`] : []),
    ...(warning > 0 ? [counted(warning, "warning")] : []),
    ...(unknown > 0 ? [`${figure(unknown)} not measured`] : []),
  ];
  if (parts.length === 0) parts.push(measured ? "Nothing wrong" : "Nothing measures it");
  return { tone, parts } as const;
}
