/** Mattermost's incoming webhooks: https://developers.mattermost.com/integrate/webhooks/incoming/ */
import { readBy } from "./answers.ts";
import { fenced } from "./fenced.ts";
import { chatRequest, type Format, unset } from "./format.ts";

/** Mattermost takes 16,383 characters in a post. */
const longest = 16_000;

export const mattermost: Format = ({ message }, target) => {
  const text = () => fenced(message, target.severity_map, longest);
  const request = chatRequest(target, () => JSON.stringify({ text: text() }));
  if (request === undefined)
    return unset("secret is not set, or no web address: it holds the URL of the incoming webhook");
  return { request, read: readBy({ target, taken: "Mattermost took the message" }) };
};
