/** ntfy: https://docs.ntfy.sh/publish/#publish-as-json. The topic is the last part of the address. */
import { type AlertMessage, isCalm } from "../../../kernel/alert-message.ts";
import { webAddress } from "../web-address.ts";
import { readBy } from "./answers.ts";
import { type Format, jsonHeaders, unset } from "./format.ts";
import { fitted, headline, plainText } from "./texts.ts";

/** ntfy takes 4,096 bytes as a message, and makes a file of a longer one; a UTF-16 unit is 3 bytes at most. */
const longest = { title: 250, message: 1_300 } as const;

export const ntfy: Format = ({ message }, target) => {
  const { secret, url } = target;
  if (url === null) return unset("url is not set: it holds the address of the topic");
  const address = new URL(url);
  const parts = address.pathname.split("/").filter((part) => part !== "");
  const topic = decodeURIComponent(parts.pop() ?? "");
  if (topic === "")
    return unset("url names no topic: it is the last part of the address, such as https://ntfy.sh/alerts");
  address.pathname = `/${parts.join("/")}`;
  return {
    request: {
      method: "POST",
      url: address.href,
      ...(secret === undefined ? {} : ({ carriesSecret: true } as const)),
      headers: { ...jsonHeaders, ...authorization(secret) },
      body: JSON.stringify({
        topic,
        title: fitted(headline(message), longest.title),
        message: plainText(message, target.severity_map, longest.message),
        priority: priorityOf(message),
        ...linkOf(message),
      }),
    },
    read: readBy({ target, taken: "ntfy took the message" }),
  };
};

/** An access token, or user:password. */
function authorization(secret: string | undefined): { readonly authorization?: string } {
  if (secret === undefined) return {};
  return secret.includes(":")
    ? { authorization: `Basic ${Buffer.from(secret).toString("base64")}` }
    : { authorization: `Bearer ${secret}` };
}

function linkOf({ link }: AlertMessage) {
  const click = webAddress(link);
  return click === undefined ? {} : { click };
}

/** ntfy's go from 1 to 5. */
function priorityOf({ phase, severity }: AlertMessage): number {
  if (isCalm(phase)) return 3;
  return { none: 2, info: 2, warning: 3, error: 4, critical: 5 }[severity ?? "critical"];
}
