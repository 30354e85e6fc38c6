/** Rocket.Chat's incoming integrations: https://docs.rocket.chat/docs/integrations */
import { readBy } from "./answers.ts";
import { fenced } from "./fenced.ts";
import { chatRequest, type Format, unset } from "./format.ts";

/** Rocket.Chat takes 5,000 characters in a message, where nobody changed Message_MaxAllowedSize. */
const longest = 4_900;

export const rocketchat: Format = ({ message }, target) => {
  const text = () => fenced(message, target.severity_map, longest);
  const request = chatRequest(target, () => JSON.stringify({ text: text() }));
  if (request === undefined)
    return unset("secret is not set, or no web address: it holds the URL of the incoming webhook");
  return { request, read: readBy({ target, taken: "Rocket.Chat took the message" }) };
};
