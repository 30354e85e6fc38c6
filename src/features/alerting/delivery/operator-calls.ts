/** The operator's calls on the queue: listing deliveries, and sending parked ones again. */
import type { AccountOperation } from "../../../engine/operation.ts";
import { boolean, choice, integer, list, object, text, timestamp } from "../../../kernel/field.ts";
import { sanitised } from "../../../kernel/sanitised.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { DeliveryStore, DeliveryView } from "./store.ts";

const unsent = ["queued", "held", "parked"] as const;
const maxIds = 1_000;

const delivery = object({
  description: "Something that was not sent yet.",
  fields: {
    id: text({ description: "Its id." }),
    organization: text({ description: "The organization's id." }),
    channel: choice({
      description: "How it goes.",
      choices: ["email", "webhook", "slack", "alert", "alert_mail", "page"],
    }),
    target: text({ description: "An address, or the id of the change notification." }),
    subject: text({ description: "What it is about.", max: 10_000 }),
    status: choice({
      description:
        "queued: it is tried. held: there is no mail server. parked: it is not tried again until somebody retries it.",
      choices: unsent,
    }),
    attempts: integer({ description: "Failed tries.", min: 0 }),
    created_at: timestamp({ description: "When it was queued." }),
    next_attempt_at: timestamp({ description: "When it is tried next.", nullable: true }),
    last_error: text({ description: "Why the last try failed.", nullable: true }),
  },
});

const retryBody = {
  ids: list({
    description:
      "Deliveries to queue again; without any, all that are parked or held but those to which nothing more is sent: what they are for was off for too long, is gone or has ended.",
    max: maxIds,
    items: text({ description: "A delivery's id.", max: 255 }),
  }),
} as const;

const dropped = ["held", "parked"] as const;

const dropBody = {
  before: timestamp({ description: "What came before this moment is removed." }),
  statuses: list({
    description: "Which of them; without any, both.",
    max: dropped.length,
    items: choice({ description: "How they stand.", choices: dropped }),
  }),
} as const;

export function deliveryCalls(store: DeliveryStore, wake: () => void, listCap: number): AccountOperation[] {
  const shared = { tag: "operator", credential: "operator", status: 200 } as const;
  return [
    {
      ...shared,
      name: "list_deliveries",
      title: "List what was not sent",
      description: "Mail, webhooks and Slack messages that are queued, held or parked, in order of arrival.",
      method: "GET",
      path: "/api/v1/operator/deliveries",
      output: {
        value: object({
          description: "What was not sent.",
          fields: {
            data: list({ description: "In order of arrival.", max: listCap, items: delivery }),
            truncated: boolean({ description: "Whether there is more." }),
          },
        }),
      },
      async run() {
        const found = await store.list(unsent, listCap + 1);
        return { body: { data: found.slice(0, listCap).map(rendered), truncated: found.length > listCap } };
      },
    },
    {
      ...shared,
      name: "retry_deliveries",
      title: "Retry deliveries",
      description: "Queues parked and held deliveries again; their time starts over.",
      method: "POST",
      path: "/api/v1/operator/deliveries/retry",
      input: { fields: retryBody },
      output: {
        value: object({
          description: "What was done.",
          fields: {
            queued: integer({ description: "How many were queued again.", min: 0 }),
            left: integer({
              description: "How many stay parked, where none were named: nothing more is sent to them.",
              min: 0,
            }),
          },
        }),
      },
      async run({ body }) {
        const ids = body.ids as readonly string[];
        const { queued, left } = await store.retry(ids.length === 0 ? undefined : ids);
        wake();
        return { body: { queued, left } };
      },
    },
    {
      ...shared,
      name: "drop_deliveries",
      title: "Drop deliveries",
      description: "Removes old deliveries that are held or parked, for good: nobody is sent them any more.",
      method: "POST",
      path: "/api/v1/operator/deliveries/drop",
      input: { fields: dropBody },
      output: {
        value: object({
          description: "What was done.",
          fields: { dropped: integer({ description: "How many were removed.", min: 0 }) },
        }),
      },
      async run({ body }) {
        const named = body.statuses as readonly (typeof dropped)[number][];
        const statuses = named.length === 0 ? dropped : named;
        return { body: { dropped: await store.drop(statuses, new Date(String(body.before))) } };
      },
    },
  ];
}

function rendered(one: DeliveryView): JsonObject {
  const {
    id,
    organizationId,
    channel,
    target,
    subject,
    status,
    attempts,
    createdAt,
    nextAttemptAt,
    lastError,
  } = one;
  return {
    id,
    organization: organizationId,
    channel,
    target,
    subject,
    status,
    attempts,
    created_at: createdAt.toISOString(),
    next_attempt_at: nextAttemptAt?.toISOString() ?? null,
    last_error: lastError === null ? null : sanitised(lastError),
  };
}
