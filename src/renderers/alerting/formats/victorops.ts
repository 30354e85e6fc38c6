/** Splunk On-Call's (VictorOps') REST endpoint: https://help.victorops.com/knowledge-base/rest-endpoint-integration-guide/ */
import type { AlertMessage } from "../../../kernel/alert-message.ts";
import { readBy } from "./answers.ts";
import { type Format, jsonHeaders, unset } from "./format.ts";
import { messageTypes, vendorWord } from "./severity.ts";
import { fitted, headline, plainText } from "./texts.ts";

const longest = { name: 255, message: 20_480 } as const;

export const victorops: Format = ({ message }, target) => {
  const { secret, url, recipient } = target;
  if (secret === undefined) return unset("secret is not set: it holds the API key of the REST endpoint");
  if (!recipient) return unset("recipient is not set: it holds the routing key");
  const base = (url ?? "https://alert.victorops.com/integrations/generic/20131114/alert").replace(/\/+$/, "");
  const ends = message.phase === "resolved";
  return {
    request: {
      method: "POST",
      url: `${base}/${encodeURIComponent(secret)}/${encodeURIComponent(recipient)}`,
      urlIsSecret: true,
      carriesSecret: true,
      headers: jsonHeaders,
      body: JSON.stringify({
        message_type: ends ? "RECOVERY" : vendorWord(messageTypes, message.severity, target.severity_map),
        entity_id: message.dedup_key,
        entity_display_name: fitted(headline(message), longest.name),
        state_message: plainText(message, target.severity_map, longest.message),
        state_start_time: startOf(message),
        monitoring_tool: "orgconfig",
      }),
    },
    read: readBy({
      target,
      taken: ends ? "Splunk On-Call took the end of the incident" : "Splunk On-Call took the incident",
    }),
  };
};

/** In seconds since 1970. */
function startOf({ alerts }: AlertMessage): number {
  return Math.floor(Math.min(...alerts.map(({ started_at }) => Date.parse(started_at))) / 1_000);
}
