/** The calls about one change notification: what was sent, and a test that is sent at once, past the queue. */
import { entry } from "../../../engine/audit-entry.ts";
import { currentMs } from "../../../engine/clock.ts";
import type { Call } from "../../../engine/context.ts";
import type { Engine } from "../../../engine/engine.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import { page, pageInput, pageOutput, placeBelow } from "../../../engine/page.ts";
import type { Store, StoredRow } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { choice, integer, object, text, timestamp } from "../../../kernel/field.ts";
import { newId } from "../../../kernel/ids.ts";
import { sanitised } from "../../../kernel/sanitised.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { kindOfStatus } from "../../../renderers/health.ts";
import { type MailTransport, SendFailure } from "../../../transports/port.ts";
import { idInput, outcomeOutput, shown } from "../../reliability/index.ts";
import { mailOf, placeOf, whenIn, whoIn } from "./change-mails.ts";
import { testTitle } from "./change-text.ts";
import { createMailWriter, type Readers } from "./compose.ts";
import type { TestPayload } from "./messages.ts";
import { openSecret } from "./open-secret.ts";
import { type PostDeps, postChange } from "./post-change.ts";
import type { DeliveryStore, NotificationDelivery } from "./store.ts";
import { shownUrl } from "./targets.ts";
import { unsubscribeOf } from "./unsubscribing.ts";

export interface NotificationCallDeps extends PostDeps {
  readonly engine: Pick<Engine, "existing" | "get">;
  readonly store: Pick<Store, "mergeState" | "record" | "row">;
  readonly deliveries: Pick<DeliveryStore, "ofNotification">;
  readonly mail: MailTransport | undefined;
  readonly identity: Readers;
  readonly mailDomain: string;
  readonly siteUrl: string;
  readonly onCommit: () => void;
}

export function notificationCalls(deps: NotificationCallDeps): readonly ConfigurationOperation[] {
  return [testNotification(deps), listNotificationDeliveries(deps)];
}

const testName = "test_change_notification";

function testNotification(deps: NotificationCallDeps): ConfigurationOperation {
  const { changeNotifications, engine, store } = deps;
  return configurationOperation({
    name: testName,
    title: "Test a change notification",
    description:
      "Sends its mailboxes, its Slack channel or its webhook a message that says that it is a test, also where it is off, and says what came back. While it is on, the outcome of a webhook or Slack channel shows in last_error_message and failing_since. It is on record.",
    tag: changeNotifications.kind,
    reach: { kinds: [changeNotifications] },
    level: "operate",
    effect: "update",
    unheld: "it tries something, and keeps only how that went",
    cumulative: true,
    asksOthers: true,
    method: "POST",
    path: `/api/v1/${changeNotifications.kind}/{id}/test`,
    conditional: true,
    input: idInput,
    output: outcomeOutput,
    async answer(call, { id }, conditions) {
      const row = await engine.existing(call, changeNotifications, id, conditions);
      const { id: organizationId } = call.caller.organization;
      await store.record(organizationId, entry(call, testName, changeNotifications.kind, id, []));
      deps.onCommit();
      const { channel } = completed(changeNotifications, row.configuration);
      return channel === "email" ? mailTest(deps, call, row) : postTest(deps, call, row);
    },
  });
}

function payloadOf({ changeNotifications }: NotificationCallDeps, call: Call, row: StoredRow): TestPayload {
  const { caller, now, door, requestId } = call;
  const { organization, actor } = caller;
  const at = now.toISOString();
  const { name } = completed(changeNotifications, row.configuration);
  return {
    type: "test",
    at,
    message: {
      organization: { name: organization.name, slug: organization.slug },
      at,
      actor: { kind: actor.kind, id: actor.id, name: actor.name },
      door,
      request_id: requestId,
      notification: { id: row.id, name },
    },
  };
}

async function postTest(deps: NotificationCallDeps, call: Call, row: StoredRow): Promise<JsonObject> {
  const { vault, changeNotifications } = deps;
  const { id: organizationId } = call.caller.organization;
  const { channel, webhook_url } = completed(changeNotifications, row.configuration);
  const isSlack = channel === "slack";
  const url = isSlack
    ? openSecret(vault, changeNotifications, organizationId, row, "slack_webhook_url")
    : (webhook_url ?? undefined);
  const asked = url
    ? ({ method: "POST", url: shownUrl({ url, ...(isSlack ? { urlIsSecret: true } : {}) }) } as const)
    : undefined;
  const start = currentMs();
  const outcome = (status: number | undefined) => ({
    asked,
    status,
    took_ms: asked ? currentMs() - start : undefined,
  });
  try {
    const payload = payloadOf(deps, call, row);
    const status = await postChange(deps, { organizationId, use: "test", row, id: newId("test"), payload });
    const taken = `it took the message (HTTP ${status})`;
    return shown({ finding: { ok: true, summary: taken }, ...outcome(status) });
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    const { status, message } = error;
    const kind = status === undefined ? "network" : (kindOfStatus[status] ?? "other");
    const closed = status === undefined && error.kind === "refused" ? ({ closed: true } as const) : {};
    return shown({
      finding: { ok: false, kind, message: sanitised(message), ...closed },
      ...outcome(status),
    });
  }
}

/** To every mailbox; the first that the mail server does not take says why. */
async function mailTest(deps: NotificationCallDeps, call: Call, row: StoredRow): Promise<JsonObject> {
  const { mail, changeNotifications, siteUrl } = deps;
  const written = createMailWriter(deps);
  const finding = (message: string) => shown({ finding: { ok: false, message }, asked: undefined });
  if (mail === undefined) return finding("the service has no mail server (SMTP_URL)");
  const { organization } = call.caller;
  const { name, recipients } = completed(changeNotifications, row.configuration);
  const { message } = payloadOf(deps, call, row);
  const heading = testTitle(message);
  const id = newId("test");
  const facts = [whoIn(message), whenIn(message)];
  const words = { heading, facts, link: null, thread: id };
  const place = placeOf(organization, siteUrl);
  const subject = `[${organization.name}] ${heading}`;
  for (const to of recipients) {
    const envelope = { organizationId: organization.id, source: `${id}/${row.id}`, to, subject };
    const leaving = unsubscribeOf(deps, { organizationId: organization.id, id: row.id, email: to });
    try {
      await mail.send(await written(mailOf(name, words, place, leaving), envelope));
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      return finding(sanitised(`${to}: ${error.message}`));
    }
  }
  const summary = `the mail server took a mail to ${recipients.join(", ")}`;
  return shown({ finding: { ok: true, summary }, asked: undefined });
}

const [standard, most] = [20, 100];

const deliveryField = object({
  description: "One message to one receiver.",
  fields: {
    id: text({ description: "Its id; a webhook gets it as webhook-id." }),
    sequence: integer({
      description: "The audit record that it reports; null for a plan.",
      min: 1,
      nullable: true,
    }),
    plan_id: text({
      description: "The applied plan that it reports; null for a single change.",
      nullable: true,
    }),
    subject: text({ description: "What it is about, in a line.", max: 10_000 }),
    address: text({ description: "The mailbox; null for a webhook or Slack channel.", nullable: true }),
    status: choice({
      description:
        "queued: it waits, or is tried again. held: there is no mail server. sent: it was taken. parked: it was given up.",
      choices: ["queued", "held", "sent", "parked"],
    }),
    created_at: timestamp({ description: "When it was queued." }),
    attempts: integer({ description: "How often it was tried.", min: 0 }),
    tried_at: timestamp({ description: "When it was last tried; null before.", nullable: true }),
    answer_status: integer({
      description: "The HTTP status that the last try was answered; null where none came, and for mail.",
      min: 100,
      max: 599,
      nullable: true,
    }),
    error: text({
      description: "Why the last try failed, in a sentence without secrets; null where none did.",
      max: 10_000,
      nullable: true,
    }),
    next_attempt_at: timestamp({
      description: "When it is tried next; null where it is not.",
      nullable: true,
    }),
    ended_at: timestamp({ description: "When it was taken or given up; null before.", nullable: true }),
  },
});

function listNotificationDeliveries(deps: NotificationCallDeps): ConfigurationOperation {
  const { changeNotifications, engine, deliveries } = deps;
  return configurationOperation({
    name: "list_change_notification_deliveries",
    title: "List deliveries of a change notification",
    description:
      "What a change notification sent, newest first: of which change, how often each message was tried, what the other side answered, and when it is tried next. What was taken is kept for 30 days, what was given up for 90. Tests are not in it.",
    tag: changeNotifications.kind,
    reach: { kinds: [changeNotifications] },
    level: "admin",
    method: "GET",
    path: `/api/v1/${changeNotifications.kind}/{id}/deliveries`,
    input: { ...idInput, ...pageInput({ of: "deliveries", standard, most }) },
    output: pageOutput("The deliveries, newest first.", most, deliveryField),
    async answer(call, { id, limit = standard, cursor }) {
      await engine.get(call, changeNotifications, id);
      const { id: organizationId } = call.caller.organization;
      const rows = await deliveries.ofNotification(organizationId, id, placeBelow(cursor), limit + 1);
      const { shown: ones, next_cursor } = page(rows, limit, ({ ordinal }) => Number(ordinal));
      return { data: ones.map(rendered), next_cursor };
    },
  });
}

function rendered(one: NotificationDelivery): JsonObject {
  const { id, source, channel, target, subject, status, attempts, answerStatus, lastError } = one;
  const [act, of = ""] = source.split("/");
  const moment = (at: Date | null) => at?.toISOString() ?? null;
  return {
    id,
    sequence: act === "change" ? Number(of) : null,
    plan_id: act === "plan" ? of : null,
    subject,
    address: channel === "email" ? target : null,
    status,
    created_at: moment(one.createdAt),
    // Failed tries are counted where they fail.
    attempts: status === "sent" ? attempts + 1 : attempts,
    tried_at: moment(one.triedAt),
    answer_status: answerStatus,
    error: lastError === null ? null : sanitised(lastError),
    next_attempt_at: moment(one.nextAttemptAt),
    ended_at: moment(one.endedAt),
  };
}
