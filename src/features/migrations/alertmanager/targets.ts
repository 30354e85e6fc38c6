/** What recipients become before they are rows, and the nearest where a value cannot be had. */
import { formats } from "../../../kernel/format.ts";
import type { Secret } from "../rows.ts";

/** One recipient of a receiver, before it is a row. */
export interface Target {
  readonly kind: "pagerduty" | "opsgenie" | "slack" | "teams" | "email" | "webhook";
  readonly url?: string;
  readonly address?: string;
  readonly secrets?: readonly Secret[];
  /** Why whoever was notified by it is not any more, in a part of a sentence that begins with "it": its row is switched off. */
  readonly lost?: string;
}

/** What keeps the place of a recipient that there is no kind for. */
export function standIn(receiver: string, lost: string): Target {
  const host = receiver
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 50);
  return { kind: "webhook", url: `https://${host || "receiver"}.invalid/`, lost };
}

/** @param text an address, with a name before it or not */
export function mailbox(text: string): Target {
  const [, inner] = /<([^<>]*)>$/.exec(text) ?? [];
  const address = inner ?? text;
  return formats.email.check(address) === undefined
    ? { kind: "email", address }
    : standIn(
        "mail",
        `${JSON.stringify(text)} is no email address: write the real one into the file, and run this again`,
      );
}

/** A webhook at an address, as far as it can be copied. */
export function webhookAt(url: string): Target {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  // What only had to be percent-encoded is the same address.
  const whole = [url, parsed?.href ?? ""].find((one) => one !== "" && formats.url.check(one) === undefined);
  if (whole !== undefined) return { kind: "webhook", url: whole };
  const origin = `${parsed?.origin}/`;
  const nearest = formats.url.check(origin) === undefined ? origin : "https://webhook.invalid/";
  const why = url === "" ? "stands in another file" : "has a credential in it, or is no address of http";
  return {
    kind: "webhook",
    url: nearest,
    lost: `its address ${why}: it is switched off at ${nearest}; write an address without a credential there, and switch it on`,
  };
}
