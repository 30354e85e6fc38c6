/** Discord's webhooks: https://discord.com/developers/docs/resources/webhook#execute-webhook */
import { readBy } from "./answers.ts";
import { fenced } from "./fenced.ts";
import { chatRequest, type Format, unset } from "./format.ts";

/** Discord takes 2,000 characters of content. */
const longest = 2_000;

export const discord: Format = ({ message }, target) => {
  const text = () => fenced(message, target.severity_map, longest);
  const request = chatRequest(target, () =>
    JSON.stringify({ content: text(), allowed_mentions: { parse: [] } }),
  );
  if (request === undefined)
    return unset("secret is not set, or no web address: it holds the URL of the incoming webhook");
  return { request, read: readBy({ target, taken: "Discord took the message" }) };
};
