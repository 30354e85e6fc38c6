/** What the service posts to programs of people, as OpenAPI 3.1 has it: calls that it makes, and others answer. */
import { fieldsSchema } from "../../kernel/schema.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { Webhook } from "../../kernel/webhook.ts";
import { jsonContent, ref } from "./components.ts";
import { pascal } from "./kinds.ts";
import type { Described } from "./tags.ts";

const header = (name: string, description: string, example: string, required = true): JsonObject => ({
  name,
  in: "header",
  required,
  description,
  schema: { type: "string" },
  example,
});

/** The headers of Standard Webhooks. */
export const webhookParameters: JsonObject = {
  WebhookId: header(
    "webhook-id",
    "The message's id, the same at every try.",
    "dlv_01k0zq4v3nexbsk2m6rh8t5y7w",
  ),
  WebhookTimestamp: header(
    "webhook-timestamp",
    "When this try was made, in seconds since 1970.",
    "1773135000",
  ),
  WebhookSignature: header(
    "webhook-signature",
    "Where the row has a secret: the signatures of Standard Webhooks, with a space between them.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
    false,
  ),
};

export function webhookPaths({ webhooks }: Pick<Described, "webhooks">): JsonObject {
  return Object.fromEntries(webhooks.map((webhook) => [webhook.name, { post: described(webhook) }]));
}

/** What is posted is read by programs that are older than this service: it may get more members, as answers may. */
export function webhookSchemas({ webhooks }: Pick<Described, "webhooks">): JsonObject {
  return Object.fromEntries(
    webhooks.map((webhook) => [schemaName(webhook), fieldsSchema(webhook.fields, "answer")]),
  );
}

function described(webhook: Webhook): JsonObject {
  const { name, title, description, tag, signed } = webhook;
  return {
    operationId: `on_${name.replaceAll(".", "_")}`,
    tags: [tag],
    summary: title,
    description,
    security: [],
    ...(signed
      ? { parameters: Object.keys(webhookParameters).map((parameter) => ref("parameters", parameter)) }
      : {}),
    requestBody: { required: true, content: jsonContent(ref("schemas", schemaName(webhook))) },
    responses: {
      "2XX": { description: "It was taken. Nothing of the answer is read but its status." },
      default: { description: "It was not taken; what may pass is tried again." },
    },
  };
}

function schemaName({ name }: Webhook): string {
  return `${pascal(name.replaceAll(".", "_"))}Message`;
}
