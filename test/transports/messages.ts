/** Messages to people, and how they are sent in tests. */
import { createECDH } from "node:crypto";
import { createReach, type ReachOptions } from "../../src/transports/create-reach.ts";
import { createHttpTransport } from "../../src/transports/http.ts";
import type { WayAddress, WayMessage } from "../../src/transports/reach.ts";

export const page: WayMessage = {
  title: "Payments: error rate is high",
  body: "12 % of requests fail since 02:14.",
  url: "https://orgconfig.example/alerts/alt_1",
  alertId: "alt_01jz",
  urgent: true,
  acknowledge: { url: "https://orgconfig.example/api/v1/pages/acknowledge", token: "t0ken-that-works-once" },
  code: null,
};

export const code: WayMessage = {
  ...{ title: "Your code", body: "It proves that this way leads to you.", url: null, alertId: null },
  ...{ urgent: false, acknowledge: null, code: "042137" },
};

/** What others write: long, in letters of four bytes, in what markup and headers are made of. */
export const hostile: readonly (readonly [string, string])[] = [
  ["letters", "x".repeat(100_000)],
  ["emoji of several code points", "👩🏽‍🚒".repeat(9_000)],
  ["letters of four bytes", "𠜎".repeat(30_000)],
  ["quotes and backslashes", '\\"'.repeat(50_000)],
  ["control characters", "\u0000\u0007\u001b[31m\r\n".repeat(12_000)],
  ["halves of pairs", "\ud83d".repeat(100_000)],
  ["markup", `</Say><Dial>+1900</Dial>&amp;"'`.repeat(4_000)],
];

/** Sends as the service does, also to this machine. */
export function reachOf(options: Partial<ReachOptions> = {}) {
  const http = createHttpTransport({ allow: ["127.0.0.1"] });
  const site = { siteUrl: "https://orgconfig.example", contact: "https://orgconfig.example" };
  const reach = createReach({ http, mail: undefined, phone: undefined, ...site, ...options });
  return { ...reach, close: () => http.close() };
}

/** A pair of keys as an installation has one (RFC 8292 §2), in base64url. */
export function vapidKeys() {
  const pair = createECDH("prime256v1");
  return { publicKey: pair.generateKeys("base64url"), privateKey: pair.getPrivateKey("base64url") };
}

/** How sending failed. */
export async function failure(sending: Promise<unknown>) {
  const error = await sending.then(
    () => undefined,
    (thrown) => thrown,
  );
  const { kind, message, afterMs, status, name } = Object(error);
  if (name !== "SendFailure") throw new Error(`no failure, but ${error}`);
  return { kind, message, afterMs, status } as {
    kind: string;
    message: string;
    afterMs: number;
    status: number | undefined;
  };
}

export type Address<K extends WayAddress["kind"]> = Extract<WayAddress, { kind: K }>;
