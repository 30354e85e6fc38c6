/** Text messages and calls by Twilio's API, or a gateway that speaks it (https://www.twilio.com/docs/usage/api). */
import { oneLine } from "../kernel/one-line.ts";
import { phonePaths } from "../kernel/phone-replies.ts";
import { textMessage } from "../kernel/text-message.ts";
import { callCode, callNotice, callPage } from "../kernel/twiml.ts";
import { type HttpRequests, type Reply, SendFailure } from "./port.ts";
import type { WayAddress, WayMessage } from "./reach.ts";
import { failureOfAnswer, posted } from "./way-answers.ts";

type PhoneAddress = Extract<WayAddress, { kind: "sms" | "call" }>;

/** What the operator has of a gateway. */
export interface PhoneGateway {
  /** Without a slash at the end, such as https://api.twilio.com. */
  readonly url: string;
  readonly account: string;
  readonly token: string;
  /** Our number, as of E.164, or the name that stands for it with the gateway. */
  readonly from: string;
}

const titleLength = 160;
/** A longer address leaves no room for words. */
const urlLength = 120;
/** How long it rings, in seconds: before most mailboxes pick up. */
const ringSeconds = 25;

/** @returns the HTTP status @throws SendFailure */
export async function sendByPhone(
  http: Pick<HttpRequests, "request">,
  gateway: PhoneGateway,
  siteUrl: string,
  { kind, number }: PhoneAddress,
  message: WayMessage,
): Promise<number> {
  const [resource, content]: readonly [string, Record<string, string>] =
    kind === "sms"
      ? ["Messages", { Body: smsText(message) }]
      : ["Calls", { Twiml: spokenMessage(siteUrl, message), Timeout: String(ringSeconds) }];
  const { url, headers } = requestOf(gateway, `/${resource}`);
  const reply = await posted(http, {
    url,
    headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ To: number, From: gateway.from, ...content }).toString(),
  });
  if (reply.status >= 200 && reply.status < 300) return reply.status;
  throw failureOf(reply);
}

/** Asks for the operator's account, and sends nothing. @throws SendFailure */
export async function checkPhoneGateway(
  http: Pick<HttpRequests, "request">,
  gateway: PhoneGateway,
): Promise<void> {
  const reply = await http.request({
    method: "GET",
    ...requestOf(gateway, ""),
    max_bytes: 64 * 1024,
    cut: true,
  });
  if (reply.status < 200 || reply.status >= 300) throw failureOf(reply);
}

function requestOf({ url, account, token }: PhoneGateway, resource: string) {
  return {
    url: `${url}/2010-04-01/Accounts/${encodeURIComponent(account)}${resource}.json`,
    headers: {
      authorization: `Basic ${Buffer.from(`${account}:${token}`).toString("base64")}`,
      accept: "application/json",
    },
  };
}

function smsText({ title, body, url, alertId, acknowledge, code }: WayMessage): string {
  if (code !== null) return `Your orgconfig code is ${code}.`;
  const link = url !== null && url.length <= urlLength ? url : "";
  const keys = alertId === null || acknowledge === null ? "" : "Reply 1 to acknowledge, 2 to pass on.";
  const last = [link, keys].filter((part) => part !== "").join("\n");
  return textMessage(oneLine(title, titleLength), oneLine(body, 1_000), last);
}

function spokenMessage(siteUrl: string, { title, body, alertId, acknowledge, code }: WayMessage): string {
  if (code !== null) return callCode(code);
  if (alertId === null || acknowledge === null) return callNotice(title, body);
  // The number that was called says which alert is meant; the signature shows that the gateway sent it.
  return callPage(title, body, `${siteUrl}${phonePaths.call}?alert_id=${encodeURIComponent(alertId)}`);
}

/** The gateway's own codes (https://www.twilio.com/docs/api/errors). Its sentences hold the number, and are not passed on. */
const reasons: Readonly<Record<number, string>> = {
  13224: "there is no such number",
  21211: "there is no such number",
  21214: "the number cannot be called",
  21215: "the operator's account may not call this country",
  21216: "the operator's account may not call this number",
  21217: "there is no such number",
  21408: "the operator's account may not send text messages to this country",
  21610: "who has the number wrote STOP: they have to write START to our number first",
  21612: "no text message can reach the number from ours",
  21614: "the number takes no text messages",
};

function failureOf(reply: Reply): SendFailure {
  const { status } = reply;
  // The operator's to put right; nothing is wrong with the number.
  if (status === 401 || status === 403)
    return new SendFailure(
      "unreachable",
      `the phone gateway: it does not take ORGCONFIG_PHONE_ACCOUNT and ORGCONFIG_PHONE_TOKEN (HTTP ${status})`,
      { status },
    );
  const code = codeOf(reply.text);
  const why = code === undefined ? undefined : `${reasons[code] ?? "it refused it"}, error ${code}`;
  return failureOfAnswer(reply, "the phone gateway", {
    404: "there is no such account at ORGCONFIG_PHONE_URL",
    ...(why === undefined || status >= 500 || status === 429 ? {} : { [status]: why }),
  });
}

function codeOf(text: string): number | undefined {
  try {
    const { code } = Object(JSON.parse(text));
    return typeof code === "number" && Number.isInteger(code) ? code : undefined;
  } catch {
    return undefined;
  }
}
