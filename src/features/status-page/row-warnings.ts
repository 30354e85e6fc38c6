/** What is said to whoever stores a row of the page that does not do what it seems to. */
import { judgeEach } from "../../engine/judging.ts";
import { completed } from "../../engine/render.ts";
import { over } from "../../resources/incident-updates.ts";
import { statusPageComponents } from "../../resources/status-page-components.ts";
import { statusPageIncidents } from "../../resources/status-page-incidents.ts";
import type { ObservedOf } from "./observing.ts";

/** A status that what is observed replaces, and one that nothing observes. */
export function componentWarnings(observedOf: ObservedOf) {
  return judgeEach(statusPageComponents, async (reader, { caller: { organization }, now }, component) => {
    const { status_source, status, service, synthetic_check_id, slo_id } = component.configuration;
    if (status_source !== "observed") return [];
    const field = "status_source";
    if (service === null && synthetic_check_id === null && slo_id === null)
      return [
        {
          field,
          reason: "not_observed",
          message: "is observed, and nothing observes it: write service, a check or an SLO",
        },
      ];
    const seen = (await observedOf(reader, organization.id, [component], now)).get(component.id)?.status;
    if (seen == null || seen === status || status === "under_maintenance") return [];
    const message = `will be ${seen}, as it is observed: to set it yourself, set ${field} to manual`;
    return [{ field: "status", reason: "observed", message }];
  });
}

/** A history that does not say how the incident is, and a maintenance that is to mute alerts and mutes none. */
export const incidentWarnings = judgeEach(
  statusPageIncidents,
  async (
    reader,
    { caller: { organization } },
    { configuration: { mute_alerts, status, draft, component_ids, updates } },
  ) => {
    const last = updates?.at(-1);
    const unsaid =
      last === undefined || last.status === status
        ? []
        : [
            {
              field: "updates",
              reason: "body_not_shown" as const,
              message: `end with ${last.status}, and the incident is ${status}: its body is shown nowhere; give it as the last update`,
            },
          ];
    if (!mute_alerts || over.includes(status)) return unsaid;
    const field = "mute_alerts";
    const reason = "mutes_nothing";
    const draftNote = "mutes nothing while it is a draft: publish it (draft: false)";
    if (draft) return [...unsaid, { field, reason, message: draftNote }];
    const { kind } = statusPageComponents;
    const rows = await Promise.all(component_ids.map((id) => reader.row(organization.id, kind, id)));
    const serviceOf = (row: (typeof rows)[number]) =>
      row === undefined ? null : completed(statusPageComponents, row.configuration).service;
    return rows.some((row) => serviceOf(row) !== null)
      ? unsaid
      : [...unsaid, { field, reason, message: "mutes nothing: none of its components names a service" }];
  },
);
