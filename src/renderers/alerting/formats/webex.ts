/** Webex' messages: https://developer.webex.com/docs/api/v1/messages/create-a-message. `text` is plain. */
import { readBy } from "./answers.ts";
import { endpoint, type Format, jsonHeaders, unset } from "./format.ts";
import { plainText } from "./texts.ts";

/** Webex takes 7,439 bytes; a UTF-16 unit is 3 of them at most. */
const longest = 2_400;

export const webex: Format = ({ message }, target) => {
  const { secret, url, recipient } = target;
  if (secret === undefined) return unset("secret is not set: it holds the bot's access token");
  if (!recipient) return unset("recipient is not set: it holds the id of the room");
  return {
    request: {
      method: "POST",
      url: endpoint(url, "https://webexapis.com", "/v1/messages"),
      carriesSecret: true,
      headers: { ...jsonHeaders, authorization: `Bearer ${secret}` },
      body: JSON.stringify({ roomId: recipient, text: plainText(message, target.severity_map, longest) }),
    },
    read: readBy({ target, taken: "Webex took the message" }),
  };
};
