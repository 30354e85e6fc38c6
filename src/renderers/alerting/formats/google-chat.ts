/** Google Chat's incoming webhooks: https://developers.google.com/workspace/chat/quickstart/webhooks */
import { readBy } from "./answers.ts";
import { fenced } from "./fenced.ts";
import { chatRequest, type Format, unset } from "./format.ts";

/** Google Chat takes 32,000 bytes; one character of a text is 4 bytes at most. */
const longest = 7_500;

export const google_chat: Format = ({ message }, target) => {
  const text = () => fenced(message, target.severity_map, longest);
  const request = chatRequest(target, () => JSON.stringify({ text: text() }));
  if (request === undefined)
    return unset("secret is not set, or no web address: it holds the URL of the incoming webhook");
  return { request, read: readBy({ target, taken: "Google Chat took the message" }) };
};
