/** What recipients become before they are rows, and the nearest where a value cannot be had. */
import { formats } from "../../../kernel/format.ts";
import type { Attributes } from "../attributes.ts";
import type { Secret } from "../rows.ts";

/** One recipient of a receiver, before it is a row. */
export interface Target {
  readonly kind: "pagerduty" | "opsgenie" | "slack" | "teams" | "email" | "webhook";
  readonly url?: string;
  readonly address?: string;
  readonly enabled?: false;
  readonly secrets?: readonly Secret[];
  /** Why whoever was notified by it is not any more, in a part of a sentence that begins with "it". */
  readonly lost?: string;
}

/** What keeps the place of a recipient that there is no kind for. */
export function standIn(receiver: string, lost: string): Target {
  const host = receiver
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 50);
  return { kind: "webhook", url: `https://${host || "receiver"}.invalid/`, enabled: false, lost };
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
export function webhookAt(url: string, block: Attributes): Target {
  if (url !== "" && formats.url.check(url) === undefined) return { kind: "webhook", url };
  const origin = URL.canParse(url) ? new URL(url).origin : "";
  const nearest = formats.url.check(`${origin}/`) === undefined ? `${origin}/` : "https://webhook.invalid/";
  block.note(
    "url",
    url === ""
      ? `its address stands in another file: ${nearest} is written, put the address in its place`
      : `has a credential in it, or is no address of http: ${nearest} is written, put the address in its place`,
  );
  return { kind: "webhook", url: nearest };
}
