/**
 * How a kind of target is notified of alerts. Pure: a message and the target's settings go in, and an HTTP request comes
 * out, with what its answer means: that the message was taken, why it was not, or the next request.
 */
import type { AlertMessage } from "../../../kernel/alert-message.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import type { outboundConfigs } from "../../../resources/outbound-configs.ts";
import { basicOf } from "../../connection-tests/probe.ts";
import type { ErrorKind } from "../../health.ts";

type Configuration = ConfigurationOf<typeof outboundConfigs>;

/** The kinds that are notified over HTTP. */
export type HttpKind = Exclude<Configuration["kind"], "email">;

/** A row of outbound_configs, as far as a format needs it, with its secret open. */
export interface Target
  extends Pick<Configuration, "url" | "severity_map">,
    Partial<Pick<Configuration, "format" | "name" | "recipient">> {
  readonly secret: string | undefined;
}

/** What a target gets. */
export interface Notification {
  /** When it was decided, as RFC 3339. */
  readonly at: string;
  readonly message: AlertMessage;
}

export interface TargetRequest {
  readonly method: "GET" | "POST" | "PATCH";
  readonly url: string;
  /** The URL lets whoever knows it in. */
  readonly urlIsSecret?: true;
  /** The secret goes along: only to the address that it was saved for. */
  readonly carriesSecret?: true;
  /** The target's secret signs it, as Standard Webhooks has it. */
  readonly signed?: true;
  /** The target's secret is an access key of AWS, and signs it for this region. */
  readonly awsRegion?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface TargetReply {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

export interface Taken {
  readonly ok: true;
  /** What came back, in a sentence. */
  readonly summary: string;
}

/**
 * Why a message was not taken. `unreachable`: nobody answered; `temporary`: another try may pass; `refused`: it was
 * turned down for good; `gone`: the target wants never to be tried again.
 */
export interface NotTaken {
  readonly ok: false;
  readonly retry: "unreachable" | "temporary" | "refused" | "gone";
  readonly kind: ErrorKind;
  /** In a sentence without secrets. */
  readonly message: string;
  /** How long the target wants no request. */
  readonly afterMs?: number;
}

/** One request, and what its answer means. */
export interface Step {
  readonly request: TargetRequest;
  /** @param now when the answer came */
  read(reply: TargetReply, now: Date): Taken | NotTaken | Step;
}

/** @returns what is missing, where no request can be made */
export type Format = (notification: Notification, target: Target) => Step | NotTaken;

export const jsonHeaders = { "content-type": "application/json" } as const;

/** A text with a colon is a user's name and password (RFC 7617), any other a token (RFC 6750). */
export function tokenHeaders(secret: string): Readonly<Record<string, string>> {
  const [user = "", ...password] = secret.split(":");
  const authorization =
    password.length === 0 ? `Bearer ${secret}` : `Basic ${basicOf(user, password.join(":"))}`;
  return { ...jsonHeaders, accept: "application/json", authorization };
}

/** Where a message cannot be sent for want of a setting. */
export function unset(message: string): NotTaken {
  return { ok: false, retry: "refused", kind: "auth_invalid", message };
}

/**
 * The address that an API is called at: the vendor's own, or the one that the row names. One without a path is
 * completed by the vendor's path.
 */
export function endpoint(url: string | null, vendor: string, path: string): string {
  const address = new URL(url ?? vendor);
  if (/^\/*$/.test(address.pathname)) address.pathname = path;
  return address.href;
}

/**
 * A message for a chat's webhook. Its address is the secret, where the row names no other; undefined without either, and
 * where the secret is no web address.
 */
export function chatRequest({ url, secret }: Target, body: () => string): TargetRequest | undefined {
  const address = url ?? secret;
  if (address === undefined || !/^https?:/i.test(address) || !URL.canParse(address)) return undefined;
  const secretly = url === null ? ({ urlIsSecret: true } as const) : {};
  return { method: "POST", url: address, ...secretly, headers: jsonHeaders, body: body() };
}
