/** The ways to a person's devices: a push, ntfy, a text message, a call, a mail. */

/** Where one way leads. What is secret in it is readable only in memory. */
export type WayAddress =
  | { readonly kind: "mail"; readonly address: string }
  /** A subscription of a browser (RFC 8030); its keys are those of RFC 8291, in base64url. */
  | {
      readonly kind: "push";
      readonly endpoint: string;
      readonly keys: { readonly p256dh: string; readonly auth: string };
      /** The pair that the subscription was made with (`applicationServerKey`, RFC 8292), in base64url: no other reaches it. */
      readonly vapid: { readonly publicKey: string; readonly privateKey: string };
    }
  /** `url` names the server and the topic. */
  | { readonly kind: "ntfy"; readonly url: string; readonly token: string | null }
  /** A number as of E.164. */
  | { readonly kind: "sms" | "call"; readonly number: string };

export type WayKind = WayAddress["kind"];

/** Whether each message by it costs money, and goes to a number. */
export function isPhone(kind: WayKind): kind is "sms" | "call" {
  return kind === "sms" || kind === "call";
}

/** What a person is sent by one of their ways; each way shows of it what it can. */
export interface WayMessage {
  readonly title: string;
  readonly body: string;
  /** The page that it opens. */
  readonly url: string | null;
  /** What it is about: a later message about the same replaces it, where the way can do that. */
  readonly alertId: string | null;
  /** Whether it is to wake somebody. */
  readonly urgent: boolean;
  /** Takes a POST of the token; works once. */
  readonly acknowledge: { readonly url: string; readonly token: string } | null;
  /** Six digits, by which the way is verified. */
  readonly code: string | null;
}

export interface Reach {
  /** The kinds that this installation can send by: SMS and calls only with a gateway, mail only with a mail server. */
  readonly kinds: readonly WayKind[];
  /** Ends when the other side has taken it. @returns the HTTP status, where there is one. @throws SendFailure */
  send(to: WayAddress, message: WayMessage): Promise<number | undefined>;
}
