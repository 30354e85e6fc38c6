/** Messages to a topic of an ntfy server, published as JSON (https://docs.ntfy.sh/publish/#publish-as-json). */
import { longestFitting } from "../kernel/longest-fitting.ts";
import { oneLine } from "../kernel/one-line.ts";
import { type HttpRequests, SendFailure } from "./port.ts";
import type { WayAddress, WayMessage } from "./reach.ts";
import { failureOfAnswer, posted } from "./way-answers.ts";

type NtfyAddress = Extract<WayAddress, { kind: "ntfy" }>;

/** From 4,096 bytes on the server takes a message for a file, and from twice as many on it does not take the JSON. */
const most = { message: 4_095, json: 8_191 };
/** For a server whose operator allows less (`message-size-limit`). */
const fewer = { message: 1_000, json: 2_047 };
const titleLength = 200;
/** Its scale goes from 1 to 5, which rings longer. */
const priorities = { urgent: 5, other: 3 };

/** @returns the HTTP status @throws SendFailure */
export async function sendNtfy(
  http: Pick<HttpRequests, "request">,
  { url, token }: NtfyAddress,
  message: WayMessage,
): Promise<number> {
  const { root, topic } = topicOf(url);
  const headers = {
    "content-type": "application/json",
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  const send = (limits: typeof most) =>
    posted(http, { url: root, headers, body: ntfyText(topic, message, limits) });
  let reply = await send(most);
  if (reply.status === 413) reply = await send(fewer);
  if (reply.status >= 200 && reply.status < 300) return reply.status;
  throw failureOfAnswer(reply, "the ntfy server", {
    401: "it does not take the token",
    403: "who has this token, or none, may not publish to this topic",
    404: "there is no ntfy server at this address",
    413: "it takes no message as long as this, shortened as it is",
    429: "too much was published to it",
  });
}

/** @throws SendFailure for an address without a topic */
function topicOf(address: string): { readonly root: string; readonly topic: string } {
  const [, root, topic] = /^(https?:\/\/[^?#]*\/)([\w-]{1,64})\/?$/.exec(address) ?? [];
  if (root === undefined || topic === undefined)
    throw new SendFailure(
      "refused",
      "the address is not that of a server and a topic, such as https://ntfy.sh/my-topic",
    );
  return { root, topic };
}

/**
 * The message as JSON; title and text are cut to what there is room for.
 * @throws SendFailure where there is no room for what has to be in it
 */
function ntfyText(topic: string, message: WayMessage, limits: typeof most): string {
  const { alertId, code, urgent, url } = message;
  const tail = code === null || message.body.includes(code) ? "" : `\n\nCode: ${code}`;
  const text = (title: string, rest: string) =>
    JSON.stringify({
      topic,
      title,
      message: `${rest}${tail}`.trim(),
      priority: priorities[urgent ? "urgent" : "other"],
      tags: [code === null ? (urgent ? "rotating_light" : "bell") : "key"],
      ...(url === null ? {} : { click: url }),
      actions: actionsOf(message),
      // A later message with the same one takes the place of the earlier; older servers pass over it.
      ...(alertId === null ? {} : { sequence_id: alertId.replace(/[^\w-]/g, "_").slice(0, 64) }),
    });
  const fits = (title: string, rest: string) =>
    Buffer.byteLength(`${rest}${tail}`) <= limits.message &&
    Buffer.byteLength(text(title, rest)) <= limits.json;
  if (!fits("", ""))
    throw new SendFailure("refused", "what has to be in a message is longer than an ntfy server takes");
  const title = longestFitting(oneLine(message.title, titleLength), (cut) => fits(cut, ""));
  return text(
    title,
    longestFitting(message.body, (cut) => fits(title, cut)),
  );
}

function actionsOf({ acknowledge, url }: WayMessage): readonly object[] {
  const actions: object[] = [];
  // Done in the background, without a page that opens; the message goes away with it.
  if (acknowledge !== null)
    actions.push({
      action: "http",
      label: "Acknowledge",
      url: acknowledge.url,
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ token: acknowledge.token }),
      clear: true,
    });
  if (url !== null) actions.push({ action: "view", label: "Open", url });
  return actions;
}
