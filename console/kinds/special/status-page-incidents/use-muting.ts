import { useState } from "react";
import { equalTo } from "../../../parts/alerts/words.ts";
import type { Edit } from "../../../parts/plans/edit.ts";
import { exactMinute, useTimeZone } from "../../../parts/time.tsx";
import { kindNames } from "../../names.ts";
import * as texts from "./texts.ts";
import { useComponents, useMutes } from "./use-incident.ts";
import { type IncidentRow, isOver, minutesLeft, muteReason } from "./words.ts";

interface Muting {
  readonly label: string | undefined;
  readonly chosen: boolean;
  readonly choose: (chosen: boolean) => void;
  /** Undefined until it is known what there is to mute. */
  readonly edits: readonly Edit[] | undefined;
}

/** A maintenance mutes the alerts of the services it is about while it lasts. */
export function useMuting(incident: IncidentRow, status: string | undefined): Muting {
  const zone = useTimeZone();
  const [chosen, choose] = useState(true);
  const mutes = useMutes(incident);
  const components = useComponents(incident);
  const [now] = useState(Date.now);
  const shared = { chosen, choose };
  if (mutes === undefined || components === undefined)
    return { ...shared, label: undefined, edits: undefined };
  if (status !== undefined && isOver(status) && mutes.length > 0) {
    const edits = mutes.map(({ id }): Edit => ({ op: "delete", resource: kindNames.mute, id }));
    return { ...shared, label: texts.unmuteItsAlerts, edits };
  }
  const minutes = minutesLeft(incident, now);
  const muted = new Set(mutes.flatMap(({ matchers }) => matchers));
  const services = [...new Set(components.flatMap(({ service }) => service ?? []))].filter(
    (service) => !muted.has(equalTo("service", service)),
  );
  if (status !== "in_progress" || minutes === undefined || services.length === 0)
    return { ...shared, label: undefined, edits: [] };
  const until = exactMinute(new Date(now + minutes * 60_000).toISOString(), zone);
  return {
    ...shared,
    label: texts.muteAlertsOfUntil(services.join(", "), until),
    edits: services.map(
      (service): Edit => ({
        op: "create",
        resource: kindNames.mute,
        fields: {
          matchers: [equalTo("service", service)],
          reason: muteReason(incident),
          duration_minutes: minutes,
        },
      }),
    ),
  };
}
