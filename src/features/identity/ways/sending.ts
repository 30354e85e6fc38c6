/** Sends codes and tests to one's own ways. */
import { randomInt } from "node:crypto";
import { SendFailure } from "../../../transports/port.ts";
import type { WayAddress, WayMessage } from "../../../transports/reach.ts";
import { type StoredAddress, sameAs } from "./address.ts";
import type { WaysDeps } from "./deps.ts";
import { pushKeyIdentity } from "./push-keys.ts";
import { type FoundWay, wayIdentity } from "./store.ts";

/** So long a code is good. */
export const codeMs = 10 * 60_000;
/** The page of the console about them. */
export const pageOfWays = "/account/ways";
const codePurpose = "code of a way";

/** The code as it is stored: six digits are soon tried out by whoever has their hash alone. */
export function codeOf({ vault }: Pick<WaysDeps, "vault">, wayId: string, code: string): string {
  return vault.authenticate(JSON.stringify([wayId, code]), codePurpose);
}

export function isCode(
  { vault }: Pick<WaysDeps, "vault">,
  stored: string,
  wayId: string,
  code: string,
): boolean {
  return vault.check(stored, JSON.stringify([wayId, code]), codePurpose) === "genuine";
}

export function openedAddress(
  { vault }: Pick<WaysDeps, "vault">,
  userId: string,
  { id, sealedAddress }: Pick<FoundWay, "id" | "sealedAddress">,
): StoredAddress {
  return JSON.parse(vault.open(sealedAddress, wayIdentity(userId, id)));
}

/** The same; what does not open any more, as after a key was lost, is as good as nothing. */
export function addressOrNot(
  { vault }: Pick<WaysDeps, "vault">,
  userId: string,
  { id, sealedAddress }: Pick<FoundWay, "id" | "sealedAddress">,
): StoredAddress | undefined {
  const plain = vault.openOrNot(sealedAddress, wayIdentity(userId, id));
  return plain === undefined ? undefined : JSON.parse(plain);
}

/** With the pair of keys that a push needs. */
export function wholeAddress(
  { vault }: Pick<WaysDeps, "vault">,
  address: StoredAddress,
  key: { readonly id: string; readonly publicKey: string; readonly sealedPrivateKey: string } | undefined,
): WayAddress | undefined {
  if (address.kind !== "push") return address;
  if (key === undefined) return undefined;
  const { id, publicKey, sealedPrivateKey } = key;
  return { ...address, vapid: { publicKey, privateKey: vault.open(sealedPrivateKey, pushKeyIdentity(id)) } };
}

/** Makes a code, in the place of one before, and sends it. @returns why it was not sent; null where it was */
export async function sendCode(
  deps: WaysDeps,
  userId: string,
  way: FoundWay,
  message: Pick<WayMessage, "title" | "body" | "urgent">,
  now: Date,
): Promise<string | null> {
  const code = randomInt(1_000_000).toString().padStart(6, "0");
  const stored = await deps.ways.putCode(
    userId,
    way.id,
    codeOf(deps, way.id, code),
    new Date(now.getTime() + codeMs),
  );
  return stored ? send(deps, userId, way, { ...message, code }, now) : "The way was removed meanwhile.";
}

/** @returns why it was not sent; null where the other side has taken it */
export async function send(
  deps: WaysDeps,
  userId: string,
  way: FoundWay,
  message: Pick<WayMessage, "title" | "body" | "urgent" | "code">,
  now: Date,
): Promise<string | null> {
  const { ways } = deps;
  const { id, pushKeyId } = way;
  const key = pushKeyId === null ? undefined : await ways.pushKey(pushKeyId);
  const address = wholeAddress(deps, openedAddress(deps, userId, way), key);
  const query = message.code === null ? "" : `?verify=${id}`;
  const why =
    address === undefined
      ? "The keys that it was made with are gone; add it again."
      : await sendTo(deps, address, message, `${deps.siteUrl}${pageOfWays}${query}`);
  await (why === null ? ways.noteTaken(id, now) : ways.noteFailed(id, why, now));
  return why;
}

/** The same to any address. */
export async function sendTo(
  { reach, log }: Pick<WaysDeps, "reach" | "log">,
  address: WayAddress,
  message: Pick<WayMessage, "title" | "body" | "urgent" | "code">,
  url: string,
): Promise<string | null> {
  if (!reach.kinds.includes(address.kind)) return cannotSend(address.kind);
  try {
    await reach.send(address, { ...message, url, alertId: null, acknowledge: null });
    return null;
  } catch (error) {
    if (error instanceof SendFailure) return error.message;
    log.error({ err: error, kind: address.kind }, "a message to a way was not sent");
    return "Something went wrong here.";
  }
}

/** Why this installation sends nothing by ways of a kind. */
export function cannotSend(kind: FoundWay["kind"]): string {
  const lacks: Partial<Record<FoundWay["kind"], string>> = {
    mail: "no mail server",
    sms: "no gateway for text messages",
    call: "no gateway for calls",
  };
  return `This installation has ${lacks[kind] ?? `no way to send by ${kind}`}; ask its operator for one.`;
}

/** A digest of where a way leads, under which messages to it are counted. */
export function countedAs({ vault }: Pick<WaysDeps, "vault">, address: StoredAddress): string {
  return vault.authenticate(sameAs(address), "where a way leads");
}
