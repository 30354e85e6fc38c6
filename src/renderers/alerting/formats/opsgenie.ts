/** Opsgenie's Alert API: https://docs.opsgenie.com/docs/alert-api */
import type { AlertMessage } from "../../../kernel/alert-message.ts";
import { readBy } from "./answers.ts";
import { type Format, jsonHeaders, type Target, unset } from "./format.ts";
import { priorities, vendorWord, wordOf } from "./severity.ts";
import { endedBecause, fitted, headline, isReadable, plainText, senderOf, servicesIn } from "./texts.ts";

const path = "/v2/alerts";
/** What each field takes. */
const longest = {
  message: 130,
  description: 15_000,
  entity: 512,
  tag: 50,
  details: 8_000,
  note: 25_000,
} as const;

/** Where the API is: the row's address is that of the EU region, or of a proxy, with or without the path. */
export function apiAddress(url: string | null): URL {
  const address = new URL(url ?? "https://api.opsgenie.com");
  address.pathname = address.pathname.replace(/\/+$/, "").replace(/\/v2\/alerts$/, "");
  return address;
}

export const opsgenie: Format = ({ message }, target) => {
  const { secret, url } = target;
  if (secret === undefined) return unset("secret is not set: it holds the key of an API integration");
  const ends = message.phase === "resolved";
  const address = apiAddress(url);
  const base = address.pathname.replace(/\/$/, "");
  address.pathname = `${base}${path}${ends ? `/${encodeURIComponent(message.dedup_key)}/close` : ""}`;
  if (ends) address.searchParams.set("identifierType", "alias");
  return {
    request: {
      method: "POST",
      url: address.href,
      carriesSecret: true,
      headers: { ...jsonHeaders, authorization: `GenieKey ${secret}` },
      body: JSON.stringify(ends ? endOf(message) : alertOf(message, target)),
    },
    read: readBy({
      target,
      taken: ends ? "Opsgenie took the end of the alert" : "Opsgenie took the alert",
      kinds: ({ text }) => (/key/i.test(text) ? { 422: "auth_invalid", 403: "auth_invalid" } : {}),
    }),
  };
};

function alertOf(message: AlertMessage, { severity_map }: Target) {
  const { title, dedup_key, severity, alerts } = message;
  const services = servicesIn(alerts);
  const word = wordOf(severity, severity_map);
  return {
    message: fitted(title, longest.message),
    alias: dedup_key,
    description: plainText(message, severity_map, longest.description),
    entity: fitted(services.join(", "), longest.entity),
    source: "orgconfig",
    priority: vendorWord(priorities, severity, severity_map),
    tags: [word ?? "", ...services.slice(0, 18)].filter(isReadable).map((tag) => fitted(tag, longest.tag)),
    details: detailsOf(message),
  };
}

/** As many labels as Opsgenie takes. */
function detailsOf({ link, group_labels, alerts, count }: AlertMessage): Record<string, string> {
  const labels = { link, ...group_labels, ...(count === 1 ? alerts[0]?.labels : {}) };
  let room = longest.details;
  const fitting = Object.entries(labels).filter(([name, value]) => {
    room -= name.length + value.length;
    return room >= 0;
  });
  return Object.fromEntries(fitting);
}

function endOf(message: AlertMessage) {
  const because = endedBecause(message);
  const what = [headline(message), ...(because === "" ? [] : [because])].join(": ");
  return { source: "orgconfig", note: fitted(`${what} (${senderOf(message)})`, longest.note) };
}
