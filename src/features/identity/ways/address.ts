/** Where a way leads: what people send of it, read and judged; how it is stored; and what its owner is shown of it. */
import { createHash, createPublicKey } from "node:crypto";
import parsePhoneNumber from "libphonenumber-js/max";
import { formatOf } from "../../../kernel/format.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { type Problem, unprocessable } from "../../../kernel/problem.ts";
import type { WayAddress, WayKind } from "../../../transports/reach.ts";

/** As it is stored: a push without the keys of the installation, which stand by themselves. */
export type StoredAddress = Exclude<WayAddress, { kind: "push" }> | StoredPush;
type StoredPush = Omit<Extract<WayAddress, { kind: "push" }>, "vapid">;

/** What a body has of it. */
export interface SentAddress {
  readonly kind: WayKind;
  readonly email: string | null;
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { p256dh: string; auth: string };
  } | null;
  readonly url: string | null;
  readonly token: string | null;
  readonly number: string | null;
}

/** By kind, the fields of a body that it takes. */
const fieldsOf: Readonly<Record<WayKind, readonly (keyof SentAddress)[]>> = {
  mail: ["email"],
  push: ["subscription"],
  ntfy: ["url", "token"],
  sms: ["number"],
  call: ["number"],
};

/**
 * The address that a body names.
 * @param mayBePlain whether a host may be reached without encryption
 * @throws Refusal 422 that names each field that is wrong
 */
export function readAddress(sent: SentAddress, mayBePlain: (host: string) => boolean): StoredAddress {
  const { kind } = sent;
  const own = fieldsOf[kind];
  const others = (["email", "subscription", "url", "token", "number"] as const).filter(
    (field) => sent[field] !== null && !own.includes(field),
  );
  const foreign = others.map((field) => ({
    field,
    message: `is not for a way of kind ${kind}, which takes ${own.join(" and ")}; leave it out`,
  }));
  const [needed = ""] = own;
  const missing =
    sent[needed as keyof SentAddress] === null ? [{ field: needed, message: `is missing` }] : [];
  const problems: Problem[] = [...foreign, ...missing];
  if (problems.length > 0) throw unprocessable(problems);
  return addressOf(sent, mayBePlain);
}

function addressOf(sent: SentAddress, mayBePlain: (host: string) => boolean): StoredAddress {
  const { kind, email, subscription, url, token, number } = sent;
  switch (kind) {
    case "mail":
      return { kind, address: checked("email", email ?? "", formatOf("email").check) };
    case "push":
      return readSubscription(subscription as NonNullable<typeof subscription>, mayBePlain);
    case "ntfy":
      return { kind, url: readTopic(url ?? "", mayBePlain), token };
    case "sms":
    case "call":
      return { kind, number: readNumber(number ?? "") };
  }
}

function checked(field: string, value: string, problemOf: (value: string) => string | undefined): string {
  const message = problemOf(value);
  if (message !== undefined) throw unprocessable([{ field, message }]);
  return value;
}

/** Of a public key on P-256 as it is sent: one byte 4, then both coordinates (RFC 8291 §2.1, SEC 1 §2.3.3). */
const publicKeyBytes = 65;
/** RFC 8291 §2.1. */
const authBytes = 16;

function readSubscription(
  { endpoint, keys: { p256dh, auth } }: NonNullable<SentAddress["subscription"]>,
  mayBePlain: (host: string) => boolean,
): StoredAddress {
  checked("subscription.endpoint", endpoint, (value) => addressProblem(value, mayBePlain));
  const point = Buffer.from(p256dh, "base64url");
  checked("subscription.keys.p256dh", p256dh, () =>
    isOnCurve(point) ? undefined : "must be the browser's public key, a point on P-256 in base64url",
  );
  const secret = Buffer.from(auth, "base64url");
  checked("subscription.keys.auth", auth, () =>
    secret.length === authBytes ? undefined : "must be the browser's secret, 16 bytes in base64url",
  );
  const keys = { p256dh: point.toString("base64url"), auth: secret.toString("base64url") };
  return { kind: "push", endpoint, keys };
}

function isOnCurve(point: Buffer): boolean {
  if (point.length !== publicKeyBytes || point[0] !== 4) return false;
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  try {
    createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
    return true;
  } catch {
    return false;
  }
}

/** Names of ntfy's topics. */
const topic = /^[-_A-Za-z0-9]{1,64}$/;

function readTopic(url: string, mayBePlain: (host: string) => boolean): string {
  return checked("url", url, (value) => {
    const problem = addressProblem(value, mayBePlain);
    if (problem !== undefined) return problem;
    const { pathname, search, hash } = new URL(value);
    if (topic.test(pathname.split("/").at(-1) ?? "") && search === "" && hash === "") return undefined;
    return "must end with the topic, such as https://ntfy.example.com/ada-pages";
  });
}

/** Addresses of private networks are judged when a connection is made, by the address that a name has then. */
function addressProblem(url: string, mayBePlain: (host: string) => boolean): string | undefined {
  const problem = formatOf("link").check(url);
  if (problem !== undefined) return problem;
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== "" || password !== "") return "must have no user name and no password in it";
  if (protocol === "https:" || mayBePlain(hostname.replace(/^\[|\]$/g, ""))) return undefined;
  return "must begin with https: http is only for hosts that the operator has allowed (ORGCONFIG_OUTBOUND_ALLOW)";
}

/** Numbers that cost whoever calls them more than a call. */
const dear = ["PREMIUM_RATE", "SHARED_COST"];

function readNumber(text: string): string {
  const parsed = parsePhoneNumber(text);
  checked("number", text, () => {
    if (!text.trim().startsWith("+") || parsed === undefined || !parsed.isPossible())
      return "must be a number with its country, such as +49 151 23456789 (E.164)";
    return dear.includes(parsed.getType() ?? "")
      ? "is a number that costs its callers more than a call; give the number of a phone of yours"
      : undefined;
  });
  return parsed?.number ?? text;
}

/** The part of an address that says whether two are the same. */
export function sameAs(address: StoredAddress): string {
  switch (address.kind) {
    case "mail":
      return foldEmail(address.address);
    case "push":
      return address.endpoint;
    case "ntfy":
      return address.url;
    case "sms":
    case "call":
      return address.number;
  }
}

/** Of 4,096 buckets: an address is looked for among few, and its bucket says next to nothing of it. */
export function bucketOf(address: StoredAddress): number {
  return createHash("sha256").update(sameAs(address)).digest().readUInt16BE() & 0xfff;
}

/** What its owner knows it by. */
export function hintOf(address: StoredAddress): string {
  switch (address.kind) {
    case "mail":
      return address.address.replace(/^(.)[^@]*/, "$1…");
    case "push":
      return new URL(address.endpoint).host;
    case "ntfy":
      return new URL(address.url).host;
    case "sms":
    case "call":
      return `…${address.number.slice(-3)}`;
  }
}
