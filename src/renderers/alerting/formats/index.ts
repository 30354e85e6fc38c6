/** The formats of the kinds of targets that are notified over HTTP. */
import type { Format, HttpKind } from "./format.ts";
import { opsgenie } from "./opsgenie.ts";
import { pagerduty } from "./pagerduty.ts";
import { servicenow } from "./servicenow.ts";
import { slack } from "./slack.ts";
import { teams } from "./teams.ts";
import { webhook } from "./webhook.ts";

export const formats: Readonly<Record<HttpKind, Format>> = {
  opsgenie,
  pagerduty,
  servicenow,
  slack,
  teams,
  webhook,
};
