/** Gotify: https://gotify.net/docs/pushmsg. A message without extras is plain text. */
import { type AlertMessage, isCalm } from "../../../kernel/alert-message.ts";
import { readBy } from "./answers.ts";
import { type Format, jsonHeaders, unset } from "./format.ts";
import { fitted, headline, plainText } from "./texts.ts";

/** Gotify names no bound; phones show this much. */
const longest = { title: 250, message: 4_000 } as const;

export const gotify: Format = ({ message }, target) => {
  const { secret, url } = target;
  if (secret === undefined) return unset("secret is not set: it holds the application's token");
  if (url === null) return unset("url is not set: it holds the address of the server");
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/+$/, "").replace(/\/message$/, "")}/message`;
  return {
    request: {
      method: "POST",
      url: address.href,
      carriesSecret: true,
      headers: { ...jsonHeaders, "x-gotify-key": secret },
      body: JSON.stringify({
        title: fitted(headline(message), longest.title),
        message: plainText(message, target.severity_map, longest.message),
        priority: priorityOf(message),
      }),
    },
    read: readBy({ target, taken: "Gotify took the message" }),
  };
};

/** Gotify's go from 0 to 10; from 8 on phones ring. */
function priorityOf({ phase, severity }: AlertMessage): number {
  if (isCalm(phase)) return 4;
  return { none: 1, info: 2, warning: 5, error: 8, critical: 10 }[severity ?? "critical"];
}
