/** Telegram's Bot API: https://core.telegram.org/bots/api#sendmessage. Without parse_mode a text is plain. */
import { readBy } from "./answers.ts";
import { type Format, jsonHeaders, unset } from "./format.ts";
import { plainText } from "./texts.ts";

/** Telegram takes 4,096 characters. */
const longest = 4_096;

export const telegram: Format = ({ message }, target) => {
  const { secret, url, recipient } = target;
  if (secret === undefined) return unset("secret is not set: it holds the bot's token");
  if (!recipient)
    return unset("recipient is not set: it holds the id of the chat, or @ and the channel's name");
  const base = (url ?? "https://api.telegram.org").replace(/\/+$/, "");
  return {
    request: {
      method: "POST",
      url: `${base}/bot${encodeURIComponent(secret).replaceAll("%3A", ":")}/sendMessage`,
      urlIsSecret: true,
      carriesSecret: true,
      headers: jsonHeaders,
      body: JSON.stringify({
        chat_id: recipient,
        text: plainText(message, target.severity_map, longest),
        link_preview_options: { is_disabled: true },
      }),
    },
    // An unknown token is an address that is not there.
    read: readBy({ target, taken: "Telegram took the message", kinds: () => ({ 404: "auth_invalid" }) }),
  };
};
