/**
 * A phone gateway with telephones behind it, in the shape of Twilio's (https://www.twilio.com/docs/usage/api): it refuses
 * what Twilio refuses, with its codes, and signs what it posts with code of its own.
 */
import { createHmac, randomBytes } from "node:crypto";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { type StandIn, type StandInAnswer, startStandIn } from "./http-stand-in.ts";

export interface SentText {
  readonly sid: string;
  readonly to: string;
  readonly body: string;
}

export interface SentCall {
  readonly sid: string;
  readonly to: string;
  readonly twiml: string;
  /** What is said, in order, also while it waits for a key. */
  readonly said: readonly string[];
  /** Where the first key is posted to; undefined where none is waited for. */
  readonly action: string | undefined;
}

export interface PhoneGatewayStandIn extends Pick<StandIn, "url" | "script" | "requests" | "close"> {
  readonly settings: { readonly account: string; readonly token: string; readonly from: string };
  /** The same as variables of the environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly texts: SentText[];
  readonly calls: SentCall[];
  readonly faults: string[];
  /** Answers a text from a number. @param url what the gateway is set to. @returns the answer's status and TwiML */
  reply(url: string, from: string, text: string): Promise<{ status: number; twiml: string }>;
  /** Presses a key within a call. */
  press(call: SentCall, digits: string): Promise<{ status: number; twiml: string }>;
}

const settings = {
  account: `AC${"0123456789abcdef".repeat(2)}`,
  token: "phone-token-of-the-tests",
  from: "+15005550006",
};

/** What Twilio says of a number that nobody has, and of one that wrote STOP. */
export const badNumbers = { invalid: "+15005550001", stopped: "+15005550004" };

export async function startPhoneGateway(port = 0): Promise<PhoneGatewayStandIn> {
  const [texts, calls, faults]: [SentText[], SentCall[], string[]] = [[], [], []];
  const refused = (status: number, code: number, message: string): StandInAnswer => {
    faults.push(message);
    return {
      status,
      body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
    };
  };
  const standIn = await startStandIn(({ method, url, headers, body }) => {
    const [, account, resource] =
      /^\/2010-04-01\/Accounts\/([^/.]+)(?:\/(Messages|Calls))?\.json$/.exec(url.pathname) ?? [];
    const basic = Buffer.from(`${settings.account}:${settings.token}`).toString("base64");
    if (headers.authorization !== `Basic ${basic}`) return refused(401, 20003, "Authenticate");
    if (method === "GET" && account === settings.account && resource === undefined)
      return { status: 200, body: { sid: account, status: "active" } };
    if (method !== "POST" || resource === undefined || account !== settings.account)
      return refused(404, 20404, "not found");
    const form = new URLSearchParams(body.toString());
    const fault = faultOf(form, resource === "Calls");
    if (fault !== undefined) return refused(400, ...fault);
    const to = form.get("To") as string;
    const sid = `${resource === "Calls" ? "CA" : "SM"}${randomBytes(16).toString("hex")}`;
    if (resource === "Messages") texts.push({ sid, to, body: form.get("Body") as string });
    else calls.push(callOf(sid, to, form.get("Twiml") as string));
    return { status: 201, body: { sid, status: "queued", to, from: settings.from } };
  }, port);
  const post = async (url: string, fields: Record<string, string>) => {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "x-twilio-signature": signed(url, fields) },
      body: new URLSearchParams(fields),
    });
    return { status: answer.status, twiml: await answer.text() };
  };
  return {
    url: standIn.url,
    script: standIn.script,
    requests: standIn.requests,
    close: standIn.close,
    ...{ settings, texts, calls, faults },
    environment: {
      ORGCONFIG_PHONE_URL: standIn.url,
      ORGCONFIG_PHONE_ACCOUNT: settings.account,
      ORGCONFIG_PHONE_TOKEN: settings.token,
      ORGCONFIG_PHONE_FROM: settings.from,
    },
    reply: (url, from, text) => {
      const sid = `SM${randomBytes(16).toString("hex")}`;
      return post(url, { From: from, To: settings.from, Body: text, MessageSid: sid, NumMedia: "0" });
    },
    press: ({ sid, to, action }, digits) => {
      if (action === undefined) throw new Error("nobody waits for a key");
      const own = { From: settings.from, To: to, CallSid: sid, CallStatus: "in-progress" };
      return post(action, { ...own, Digits: digits, Direction: "outbound-api" });
    },
  };
}

function faultOf(form: URLSearchParams, isCall: boolean): [number, string] | undefined {
  const [to, from] = [form.get("To") ?? "", form.get("From")];
  if (!/^\+[1-9]\d{6,14}$/.test(to) || to === badNumbers.invalid)
    return [21211, `The 'To' number ${to} is not a valid phone number.`];
  if (from !== settings.from) return [isCall ? 21210 : 21606, `'From' ${from} is not yours`];
  if (isCall) {
    const twiml = form.get("Twiml");
    if (twiml === null) return [21205, "Url or Twiml is required"];
    if (twiml.length > 4_000) return [21219, "Twiml is longer than 4000 characters"];
    return XMLValidator.validate(twiml) === true ? undefined : [12100, "Document parse failure"];
  }
  if (to === badNumbers.stopped) return [21610, `Attempt to send to unsubscribed recipient ${to}`];
  const body = form.get("Body") ?? "";
  if (body === "") return [21602, "Message body is required."];
  return body.length > 1_600
    ? [21617, "The concatenated message body exceeds the 1600 character limit"]
    : undefined;
}

interface Element {
  readonly [name: string]: readonly Element[] | Readonly<Record<string, string>> | string;
}

function callOf(sid: string, to: string, twiml: string): SentCall {
  const parser = new XMLParser({ preserveOrder: true, ignoreAttributes: false, attributeNamePrefix: "" });
  const elements = (nodes: readonly Element[]): readonly Element[] =>
    nodes.flatMap((node) => [
      node,
      ...Object.values(node).flatMap((inner) => (Array.isArray(inner) ? elements(inner) : [])),
    ]);
  const all = elements(parser.parse(twiml) as Element[]);
  const said = all.flatMap((node) => {
    const [text] = (node.Say ?? []) as readonly Element[];
    return text === undefined ? [] : [String(text["#text"])];
  });
  const gather = all.find((node) => "Gather" in node);
  return { sid, to, twiml, said, action: (gather?.[":@"] as Record<string, string> | undefined)?.action };
}

/** https://www.twilio.com/docs/usage/security, "Validating requests". */
function signed(url: string, fields: Readonly<Record<string, string>>): string {
  const text = Object.entries(fields)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .reduce((sum, [name, value]) => `${sum}${name}${value}`, url);
  return createHmac("sha1", settings.token).update(text).digest("base64");
}
