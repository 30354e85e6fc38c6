/** Pushover's message API: https://pushover.net/api */
import { type AlertMessage, isCalm } from "../../../kernel/alert-message.ts";
import { webAddress } from "../web-address.ts";
import { readBy } from "./answers.ts";
import { endpoint, type Format, jsonHeaders, unset } from "./format.ts";
import { fitted, headline, plainText } from "./texts.ts";

const longest = { title: 250, message: 1_024, url: 512 } as const;

export const pushover: Format = ({ message }, target) => {
  const { secret, url } = target;
  const at = secret?.indexOf(":") ?? -1;
  if (secret === undefined || at < 1)
    return unset(
      "secret is not set, or not user:token: it holds the user's or group's key, a colon, and the application's token",
    );
  return {
    request: {
      method: "POST",
      url: endpoint(url, "https://api.pushover.net", "/1/messages.json"),
      carriesSecret: true,
      headers: jsonHeaders,
      body: JSON.stringify({
        token: secret.slice(at + 1),
        user: secret.slice(0, at),
        title: fitted(headline(message), longest.title),
        message: plainText(message, target.severity_map, longest.message),
        priority: priorityOf(message),
        ...linkOf(message),
      }),
    },
    read: readBy({
      target,
      taken: "Pushover took the message",
      kinds: ({ text }) => (/token|user/i.test(text) ? { 400: "auth_invalid" } : {}),
    }),
  };
};

function linkOf({ link }: AlertMessage) {
  const address = webAddress(link, longest.url);
  return address === undefined ? {} : { url: address, url_title: "The alert" };
}

/** High passes quiet hours. Emergency rings until somebody acknowledges it in Pushover, which nobody here would learn. */
function priorityOf({ phase, severity }: AlertMessage): -1 | 0 | 1 {
  if (isCalm(phase)) return 0;
  if (severity === "info" || severity === "none") return -1;
  return severity === "warning" ? 0 : 1;
}
