/**
 * What a phone gateway posts when somebody answers a text message or presses a key, in the shape of Twilio's, and how it
 * proves that it is the gateway (https://www.twilio.com/docs/usage/security).
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** The fields of a form, or of an address's query. A field that comes several times has a list. */
export type PhoneForm = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Where a gateway posts: what it is set to for texts to the number, and what each call names. */
export const phonePaths = { text: "/phone/text", call: "/phone/call" } as const;

/**
 * The value of X-Twilio-Signature: HMAC-SHA1, in base64, of the address and of each field's name and values behind it, in
 * the order of names, and of values where one has several.
 * @param url as the gateway was given it, with its query: of our public address, whatever proxies make of it
 * @param form the fields of a POST; none for a GET
 */
export function signatureOf(authToken: string, url: string, form: PhoneForm): string {
  const fields = Object.keys(form)
    .sort()
    .flatMap((name) => [...new Set([form[name] ?? []].flat())].sort().map((value) => name + value));
  return createHmac("sha1", authToken)
    .update(url + fields.join(""))
    .digest("base64");
}

/**
 * Whether the gateway signed it. Some sign the address with its port, some without the port that goes without saying.
 * What is compared takes the same time, however close a guess is.
 */
export function isSigned(authToken: string, url: string, form: PhoneForm, signature: string): boolean {
  const given = digest(signature);
  const signed = [...new Set([url, ...withAndWithoutPort(url)])].map((one) =>
    timingSafeEqual(digest(signatureOf(authToken, one, form)), given),
  );
  return signed.includes(true);
}

function withAndWithoutPort(url: string): readonly string[] {
  const [, start, host, port, rest] = /^(https?:\/\/)([^/?#]*?)(:\d+)?([/?#].*)?$/i.exec(url) ?? [];
  if (start === undefined || host === undefined) return [];
  const usual = /^https/i.test(start) ? ":443" : ":80";
  if (port !== undefined && port !== usual) return [];
  return ["", usual].map((one) => `${start}${host}${one}${rest ?? ""}`);
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** Who answered, and what. What did not come is null. */
export interface PhoneReply {
  /** The number that the message or call came from: with a text the person's, with a call that we made ours. */
  readonly from: string | null;
  readonly to: string | null;
  readonly text: string | null;
  readonly digits: string | null;
  readonly callSid: string | null;
  readonly messageSid: string | null;
}

export function parseReply(form: PhoneForm): PhoneReply {
  const field = (...names: readonly string[]) =>
    names.flatMap((name) => form[name] ?? []).find((value) => value !== "") ?? null;
  return {
    from: field("From"),
    to: field("To"),
    text: field("Body")?.trim() ?? null,
    digits: field("Digits"),
    callSid: field("CallSid"),
    messageSid: field("MessageSid", "SmsSid"),
  };
}

/** What somebody wants by a key or a word; undefined where it is neither of ours. */
export function wishOf({
  digits,
  text,
}: Pick<PhoneReply, "digits" | "text">): "acknowledge" | "pass_on" | undefined {
  const said = (digits ?? text ?? "")
    .toLowerCase()
    .replace(/[\s.!]+/g, " ")
    .trim();
  if (["1", "ack", "acknowledge", "ok"].includes(said)) return "acknowledge";
  return ["2", "pass", "pass on"].includes(said) ? "pass_on" : undefined;
}
