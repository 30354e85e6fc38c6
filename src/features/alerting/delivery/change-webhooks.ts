/** The bodies that a change notification posts to its webhook. */
import { changesField, recordHeadFields } from "../../../engine/audit-record.ts";
import { choice, integer, list, object, text } from "../../../kernel/field.ts";
import { standardWebhook, type Webhook } from "../../../kernel/webhook.ts";
import { changeNotificationsKind } from "../../../resources/change-notifications.ts";

const anything = Number.MAX_SAFE_INTEGER;
const { sequence, at, actor, door, action } = recordHeadFields;
const count = (description: string) => integer({ description, min: 0 });

/** The organization, and who did it, when and by which call. */
const actFields = {
  organization: object({
    description: "Whose configuration it is.",
    fields: {
      name: text({ description: "Its name." }),
      slug: text({ description: "Its slug." }),
    },
  }),
  at,
  actor,
  door,
  request_id: text({ description: "The id of the request, as its answer and the audit log name it." }),
} as const;

export const changeFields = {
  ...actFields,
  sequence,
  action,
  verb: choice({ description: "What sort of change it is.", choices: ["create", "update", "delete"] }),
  resource: text({ description: "The row's kind." }),
  row_id: text({ description: "The row's id; of a setting its kind.", max: anything }),
  row_name: text({
    description: "What the row is called; null without a name.",
    max: anything,
    nullable: true,
  }),
  changes: list({
    ...changesField,
    description: "What changed, field by field; left out where include_diff is false.",
    max: anything,
    optional: true,
  }),
} as const;

export const planFields = {
  ...actFields,
  plan_id: text({ description: "The plan's id." }),
  counts: object({
    description: "How many rows were changed, of those that the notification is about.",
    fields: {
      create: count("How many were created."),
      update: count("How many were updated."),
      delete: count("How many were deleted."),
    },
  }),
  changes: list({
    description: "The first of the changes, in the order of the plan: 100 at most, of about 256 KiB.",
    items: object({ description: "One of them, as configuration.changed has it.", fields: changeFields }),
  }),
  more_changes: count("How many are left out of changes; GET /api/v1/audit?plan_id= lists all."),
} as const;

export const testFields = {
  ...actFields,
  notification: object({
    description: "The change notification that is tested.",
    fields: {
      id: text({ description: "Its id." }),
      name: text({ description: "Its name.", max: anything }),
    },
  }),
} as const;

const to = "Posted to webhook_url of a change notification of the channel webhook";
const tag = changeNotificationsKind;

/** By the type of what is notified. */
export const changeWebhooks = {
  change: standardWebhook({
    name: "configuration.changed",
    title: "A row was changed",
    description: `${to}, for each change that it is about. An answer of 410 turns the notification off, and so do five hours of failed tries.`,
    tag,
    data: object({ description: "The change.", fields: changeFields }),
  }),
  plan: standardWebhook({
    name: "configuration.plan_applied",
    title: "A plan was applied",
    description: `${to}, once for all rows of an applied plan that it is about.`,
    tag,
    data: object({ description: "What the plan changed.", fields: planFields }),
  }),
  test: standardWebhook({
    name: "configuration.test",
    title: "A test",
    description: `${to}, when somebody tests it: nothing was changed.`,
    tag,
    data: object({ description: "Who tests it.", fields: testFields }),
  }),
} as const;

export const allChangeWebhooks: readonly Webhook[] = Object.values(changeWebhooks);
