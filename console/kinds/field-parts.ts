/** What stands below a field of a kind's form. */
import { later } from "../parts/in-time.ts";
import type { FieldParts } from "./part-props.ts";

const IncidentTemplates = later(
  async () => (await import("./special/status-page-incidents/new-incident.tsx")).IncidentTemplates,
);
const TryQuery = later(async () => (await import("./special/slis/try-query.tsx")).TryQuery);
const MutePreview = later(async () => (await import("./special/alert-mutes/mute-preview.tsx")).MutePreview);
const RoutePlace = later(async () => (await import("./special/alert-routes/place.tsx")).RoutePlace);

export const fieldParts: Readonly<Record<string, FieldParts>> = {
  alert_mutes: { matchers: MutePreview },
  alert_routes: { position: RoutePlace },
  slis: { good_query: TryQuery, bad_query: TryQuery, total_query: TryQuery, threshold_query: TryQuery },
  status_page_incidents: { body: IncidentTemplates },
};
