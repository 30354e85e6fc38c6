/** The formats of the kinds of targets that are notified over HTTP. */
import { discord } from "./discord.ts";
import type { Format, HttpKind } from "./format.ts";
import { google_chat } from "./google-chat.ts";
import { gotify } from "./gotify.ts";
import { incident_io } from "./incident-io.ts";
import { jira } from "./jira.ts";
import { mattermost } from "./mattermost.ts";
import { ntfy } from "./ntfy.ts";
import { opsgenie } from "./opsgenie.ts";
import { pagerduty } from "./pagerduty.ts";
import { pushover } from "./pushover.ts";
import { rocketchat } from "./rocketchat.ts";
import { servicenow } from "./servicenow.ts";
import { slack } from "./slack.ts";
import { sns } from "./sns.ts";
import { teams } from "./teams.ts";
import { telegram } from "./telegram.ts";
import { victorops } from "./victorops.ts";
import { webex } from "./webex.ts";
import { webhook } from "./webhook.ts";

export const formats: Readonly<Record<HttpKind, Format>> = {
  discord,
  google_chat,
  gotify,
  incident_io,
  jira,
  mattermost,
  ntfy,
  opsgenie,
  pagerduty,
  pushover,
  rocketchat,
  servicenow,
  slack,
  sns,
  teams,
  telegram,
  victorops,
  webex,
  webhook,
};
