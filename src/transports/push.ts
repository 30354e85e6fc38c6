/**
 * Push messages to browsers and installed consoles, without a vendor in between: each device names its own push service
 * (RFC 8030), which forwards what only that device can read (RFC 8291), from a sender that it knows (RFC 8292).
 */
import { createHash } from "node:crypto";
import { longestFitting } from "../kernel/longest-fitting.ts";
import { oneLine } from "../kernel/one-line.ts";
import { type HttpRequests, type Reply, SendFailure } from "./port.ts";
import type { WayAddress, WayMessage } from "./reach.ts";
import { failureOfAnswer, posted } from "./way-answers.ts";

type PushAddress = Extract<WayAddress, { kind: "push" }>;

/** RFC 8291 §4: what 4,096 bytes hold next to the header, the mark of the last record and the tag. */
const mostBytes = 3_993;
/** For a push service that takes less than RFC 8030 §7.2 wants of it. */
const fewerBytes = 2_000;
const titleLength = 200;
/** RFC 8030 §5.4. */
const topicLength = 32;

/** How long the push service keeps it for a device that is off: a code is soon good for nothing, and a page soon somebody else's. */
const seconds = { code: 900, urgent: 6 * 3_600, other: 24 * 3_600 };

/**
 * @param contact whom the push service may turn to (RFC 8292 §2.1): an `https:` or `mailto:` address
 * @returns the HTTP status
 * @throws SendFailure `gone` where the device is subscribed no more
 */
export async function sendPush(
  http: Pick<HttpRequests, "request">,
  contact: string,
  to: PushAddress,
  message: WayMessage,
): Promise<number> {
  const send = (bytes: number) => attempt(http, contact, to, message, pushText(message, bytes));
  let reply = await send(mostBytes);
  if (reply.status === 413) reply = await send(fewerBytes);
  const { status } = reply;
  if (status >= 200 && status < 300) return status;
  if (status === 404 || status === 410)
    throw new SendFailure("gone", `the push service: this device is subscribed no more (HTTP ${status})`, {
      status,
    });
  throw failureOfAnswer(reply, "the push service", {
    401: "it does not take the key of this installation",
    403: "the device was subscribed with another key of this installation",
    413: "it takes no message as long as this, shortened as it is",
  });
}

async function attempt(
  http: Pick<HttpRequests, "request">,
  contact: string,
  { endpoint, keys, vapid }: PushAddress,
  { alertId, code, urgent }: WayMessage,
  text: string,
): Promise<Reply> {
  // Loaded with the first push: it brings 16 packages along.
  const { default: webPush } = await import("web-push");
  const details = () =>
    webPush.generateRequestDetails({ endpoint, keys }, text, {
      vapidDetails: { subject: contact, ...vapid },
      TTL: code === null ? seconds[urgent ? "urgent" : "other"] : seconds.code,
      urgency: urgent ? "high" : "normal",
      ...(alertId === null ? {} : { topic: topicOf(alertId) }),
    });
  const { headers, body } = made(details);
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return posted(http, { url: endpoint, headers: Object.fromEntries(named), body: body ?? undefined });
}

/** What it cannot encrypt for, or sign with, it says in words that quote it. */
function made<T>(make: () => T): T {
  try {
    return make();
  } catch {
    throw new SendFailure(
      "refused",
      "no push can be made for this device: its keys are not those of a browser",
    );
  }
}

/** The same for each message about one alert, and nothing that the push service could learn its id from. */
function topicOf(alertId: string): string {
  return createHash("sha256").update(alertId).digest("base64url").slice(0, topicLength);
}

/**
 * What the service worker reads. Title and body are cut to what there is room for, never the token, nor the code.
 * @throws SendFailure where there is no room for those
 */
export function pushText(message: WayMessage, maxBytes: number): string {
  const { body, alertId, acknowledge, code } = message;
  const text = (title: string, rest: string, url: string | null) =>
    JSON.stringify({ title, body: rest, url, alert_id: alertId, acknowledge, code });
  const fits = (json: string) => Buffer.byteLength(json) <= maxBytes;
  const url = fits(text("", "", message.url)) ? message.url : null;
  if (!fits(text("", "", url)))
    throw new SendFailure("refused", "what has to be in a push is longer than a push may be");
  const title = longestFitting(oneLine(message.title, titleLength), (cut) => fits(text(cut, "", url)));
  return text(
    title,
    longestFitting(body, (cut) => fits(text(title, cut, url))),
    url,
  );
}
