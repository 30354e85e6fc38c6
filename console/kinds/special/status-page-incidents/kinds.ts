/** The kinds that an incident on the status page is about, for the desk that it is told from. */
import { alertingKinds } from "../../../parts/alerts/kinds.ts";

export const incidentKinds = {
  component: "status_page_components",
  page: "status_page_settings",
  mute: alertingKinds.mute,
} as const;
