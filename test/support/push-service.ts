/**
 * A push service with devices: it takes what RFC 8030 and RFC 8292 let it take, and each device reads its messages by
 * RFC 8291 and RFC 8188. Nothing in here is shared with what sends.
 */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { type StandIn, type StandInAnswer, type StandInRequest, startStandIn } from "./http-stand-in.ts";

/** As a browser gives it to the page that subscribes. */
export interface Subscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface PushMessage {
  /** What the device decrypted. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what was sent
  readonly json: any;
  readonly ttl: number;
  readonly urgency: string | undefined;
  readonly topic: string | undefined;
  /** Of the encrypted body. */
  readonly bytes: number;
  /** The claims of the sender (RFC 8292). */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
}

export interface Device {
  readonly subscription: Subscription;
  readonly messages: PushMessage[];
  /** From then on the push service answers 410 for it. */
  unsubscribe(): void;
}

export interface PushService extends Pick<StandIn, "url" | "script" | "requests" | "close"> {
  /** What was not as the RFCs want it, in the order in which it came. */
  readonly faults: string[];
  /** @param applicationServerKey the sender's public key, in base64url: the only one that reaches the device */
  subscribe(applicationServerKey: string): Device;
}

/** RFC 8030 §7.2: a push service takes at least so much; this one takes no more. */
const mostBytes = 4_096;

interface Subscribed extends Device {
  readonly key: string;
  readonly ecdh: ECDH;
  readonly auth: Buffer;
  isOver: boolean;
}

export async function startPushService(port = 0): Promise<PushService> {
  const devices = new Map<string, Subscribed>();
  const faults: string[] = [];
  const refused = (status: number, reason: string): StandInAnswer => {
    faults.push(reason);
    return { status, body: { reason } };
  };
  const standIn = await startStandIn((request) => {
    const device = devices.get(request.url.pathname);
    if (device === undefined) return { status: 404, body: { reason: "no such subscription" } };
    if (device.isOver) return { status: 410, body: { reason: "unsubscribed" } };
    const message = read(request, device);
    if ("reason" in message) return refused(message.status, message.reason);
    device.messages.push(message);
    return { status: 201, headers: { location: `${standIn.url}/message/${randomBytes(8).toString("hex")}` } };
  }, port);

  return {
    url: standIn.url,
    script: standIn.script,
    requests: standIn.requests,
    close: standIn.close,
    faults,
    subscribe(key) {
      const ecdh = createECDH("prime256v1");
      const auth = randomBytes(16);
      const keys = { p256dh: ecdh.generateKeys("base64url"), auth: auth.toString("base64url") };
      const path = `/push/${randomBytes(16).toString("base64url")}`;
      const subscription = { endpoint: `${standIn.url}${path}`, keys };
      const device: Subscribed = {
        ...{ subscription, messages: [], key, ecdh, auth, isOver: false },
        unsubscribe: () => {
          device.isOver = true;
        },
      };
      devices.set(path, device);
      return device;
    },
  };
}

interface Refused {
  readonly status: number;
  readonly reason: string;
}

function read({ method, headers, body, url }: StandInRequest, device: Subscribed): PushMessage | Refused {
  if (method !== "POST") return { status: 405, reason: "only POST is taken" };
  const { ttl, urgency, topic, authorization } = headers as Record<string, string | undefined>;
  if (ttl === undefined || !/^\d+$/.test(ttl)) return { status: 400, reason: "no TTL (RFC 8030 §5.2)" };
  if (urgency !== undefined && !["very-low", "low", "normal", "high"].includes(urgency))
    return { status: 400, reason: "no such Urgency (RFC 8030 §5.3)" };
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic))
    return { status: 400, reason: "no Topic of RFC 8030 §5.4" };
  const claims = claimsOf(authorization, device.key, url.origin);
  if ("reason" in claims) return claims;
  if (headers["content-encoding"] !== "aes128gcm")
    return { status: 400, reason: "no aes128gcm (RFC 8291 §4)" };
  if (body.length > mostBytes) return { status: 413, reason: `${body.length} bytes are too many` };
  const text = decrypted(body, device.ecdh, device.auth);
  return { text, json: JSON.parse(text), ttl: Number(ttl), urgency, topic, bytes: body.length, claims };
}

/** RFC 8292 §2 and §3, and the subscription's own key (§4). */
function claimsOf(header: string | undefined, key: string, origin: string): PushMessage["claims"] | Refused {
  const [, token, sender] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/i.exec(header ?? "") ?? [];
  if (token === undefined || sender === undefined) return { status: 401, reason: "no vapid (RFC 8292 §3)" };
  if (sender !== key)
    return { status: 403, reason: "the key is not that of the subscription (RFC 8292 §4.2)" };
  const [head = "", claims = "", signature = ""] = token.split(".");
  const raw = Buffer.from(sender, "base64url");
  const [x, y] = [raw.subarray(1, 33), raw.subarray(33)].map((part) => part.toString("base64url"));
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y } as never, format: "jwk" });
  const signed = Buffer.from(`${head}.${claims}`);
  const isSigned = verify(
    "sha256",
    signed,
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const { alg } = JSON.parse(Buffer.from(head, "base64url").toString());
  if (!isSigned || alg !== "ES256") return { status: 401, reason: "the signature is not the sender's" };
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString());
  if (aud !== origin) return { status: 401, reason: `made for ${aud}` };
  const left = exp - Date.now() / 1_000;
  if (!(left > 0 && left <= 24 * 3_600)) return { status: 401, reason: "its end is not within 24 hours" };
  if (!/^(https:\/\/|mailto:.+@)/.test(sub)) return { status: 401, reason: `no contact: ${sub}` };
  return { aud, exp, sub };
}

/** RFC 8188 §2, with the keys of RFC 8291 §3.4. @throws where it is not for this device */
export function decrypted(body: Buffer, ecdh: ECDH, auth: Buffer): string {
  const [salt, size, idLength] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + idLength);
  const derived = (secret: Buffer, from: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, from, info, length));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), sender]);
  const secret = derived(ecdh.computeSecret(sender), auth, info, 32);
  const key = derived(secret, salt, "Content-Encoding: aes128gcm\0", 16);
  const base = derived(secret, salt, "Content-Encoding: nonce\0", 12);
  const records = body.subarray(21 + idLength);
  const texts: Buffer[] = [];
  for (let at = 0; at < records.length; at += size) {
    const record = records.subarray(at, at + size);
    const nonce = Buffer.from(base);
    nonce.writeUInt32BE((nonce.readUInt32BE(8) ^ (at / size)) >>> 0, 8);
    const cipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(record.subarray(-16));
    const plain = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
    const end = plain.findLastIndex((byte) => byte !== 0);
    const isLast = at + size >= records.length;
    if (plain[end] !== (isLast ? 2 : 1)) throw new Error("the record does not end as RFC 8188 §2 says");
    texts.push(plain.subarray(0, end));
  }
  return Buffer.concat(texts).toString();
}
