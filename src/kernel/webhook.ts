/**
 * What the service posts to programs of people. A body is declared once: the description shows its fields, and what is
 * sent has their type.
 */
import { choice, type ItemField, type ObjectField, timestamp } from "./field.ts";
import type { ObjectValueOf, ValueOf } from "./row-types.ts";

type BodyFields = Readonly<Record<string, ItemField>>;

export interface Webhook<F extends BodyFields = BodyFields> {
  /** What the description calls it; of a message with a `type` that type. */
  readonly name: string;
  readonly title: string;
  /** What brings it about, where it goes, and what comes of an answer. */
  readonly description: string;
  /** The kind whose rows say where it goes. */
  readonly tag: string;
  /** Whether it has the headers of Standard Webhooks (https://www.standardwebhooks.com). */
  readonly signed: boolean;
  readonly fields: F;
}

/** One as Standard Webhooks advises: what it is, when that was, and all about it in `data`. */
export function standardWebhook<const T extends string, const D extends ObjectField>({
  name,
  data,
  ...webhook
}: Omit<Webhook, "name" | "signed" | "fields"> & { readonly name: T; readonly data: D }) {
  return {
    ...webhook,
    name,
    signed: true,
    fields: {
      type: choice({ description: "What it is.", choices: [name] }),
      timestamp: timestamp({ description: "When it came to be, in UTC: the same at every try." }),
      data,
    },
  } as const;
}

/** The text of a body, of the type that its description has. */
export function bodyOf<const F extends BodyFields>(_webhook: Webhook<F>, body: ObjectValueOf<F>): string {
  return JSON.stringify(body);
}

/** The same of what `standardWebhook` declares. @param at RFC 3339 */
export function standardBody<const D extends ObjectField>(
  { name }: { readonly name: string; readonly fields: { readonly data: D } },
  at: string,
  data: ValueOf<D>,
): string {
  return JSON.stringify({ type: name, timestamp: at, data });
}
