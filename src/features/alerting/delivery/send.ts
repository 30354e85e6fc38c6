/** One delivery's way out: mail is laid out, a change or a plan is put as its channel wants it, and signed. */
import { currentTime } from "../../../engine/clock.ts";
import { secretIdentity } from "../../../engine/draft.ts";
import type { Store, StoredRow, Vault } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import type { Kind } from "../../../kernel/kind.ts";
import type { SecretName } from "../../../kernel/row-types.ts";
import { sanitised } from "../../../kernel/sanitised.ts";
import { standardBody } from "../../../kernel/webhook.ts";
import type { ChangeNotifications } from "../../../resources/change-notifications.ts";
import {
  type HttpRequests,
  type HttpTransport,
  type MailTransport,
  SendFailure,
} from "../../../transports/port.ts";
import { changeWebhooks } from "./change-webhooks.ts";
import { composeMail } from "./compose.ts";
import { admitEnd } from "./ends.ts";
import type { ChangePayload, DeliveryPayload, PlanPayload } from "./messages.ts";
import { sealIdentity } from "./queue.ts";
import { slackText } from "./slack.ts";
import type { DeliveryStore, LeasedDelivery } from "./store.ts";
import { signatureHeaders } from "./webhook.ts";

export interface SendDeps {
  readonly vault: Vault;
  readonly store: Pick<Store, "row" | "mergeState">;
  readonly changeNotifications: ChangeNotifications;
  readonly http: HttpTransport;
  readonly deliveries: Pick<DeliveryStore, "beginningsOf">;
  /** The domain that message ids end in. */
  readonly mailDomain: string;
}

export function createMailSend({ vault, mailDomain, deliveries }: SendDeps, mail: MailTransport) {
  return async (one: LeasedDelivery): Promise<void> => {
    const payload = opened(vault, one);
    if (payload.type !== "mail") throw new SendFailure("refused", "it is no mail");
    await admitEnd(deliveries, one);
    const { organizationId, source, target: to, subject } = one;
    await mail.send(composeMail(payload, { organizationId, source, to, subject, domain: mailDomain }));
  };
}

/**
 * Posts a change, or what a plan changed, to what the notification's row names by now: a row that is deleted, or
 * off, gets nothing.
 */
export function createHttpSend(deps: SendDeps) {
  const { changeNotifications } = deps;
  return async (one: LeasedDelivery): Promise<void> => {
    const payload = opened(deps.vault, one);
    if (payload.type === "mail" || payload.type === "alert")
      throw new SendFailure("refused", "it is no change");
    const row = await deps.store.row(one.organizationId, changeNotifications.kind, one.target);
    if (row === undefined) throw new SendFailure("gone", "its change notification was deleted");
    const settings = completed(changeNotifications, row.configuration);
    if (!settings.enabled) throw new SendFailure("gone", "its change notification is off");
    const secretOf = (field: SecretName<ChangeNotifications["fields"]>) =>
      openSecret(deps.vault, changeNotifications, one.organizationId, row, field);
    const http = deps.http.of({ organizationId: one.organizationId, use: "change" });
    if (one.channel === "slack")
      return shown(deps, one, row, postToSlack(http, payload, secretOf("slack_webhook_url")));
    const body = bodyOfChange(payload);
    const headers = signatureHeaders(one.id, currentTime(), body, secretOf("webhook_secret"));
    return shown(deps, one, row, http.post(settings.webhook_url ?? "", body, headers));
  };
}

function bodyOfChange(payload: ChangePayload | PlanPayload): string {
  return payload.type === "plan"
    ? standardBody(changeWebhooks.plan, payload.at, payload.message)
    : standardBody(changeWebhooks.change, payload.at, payload.message);
}

/** Shows on the notification's row what came of a try: the error and since when, while tries fail. */
async function shown(
  { store, changeNotifications: { kind } }: SendDeps,
  { organizationId, target }: LeasedDelivery,
  { state }: StoredRow,
  trying: Promise<unknown>,
): Promise<void> {
  try {
    await trying;
  } catch (error) {
    if (error instanceof SendFailure) {
      const since = state.failing_since ?? currentTime().toISOString();
      const failing = { last_error_message: sanitised(error.message), failing_since: since };
      await store.mergeState(organizationId, kind, target, failing);
    }
    throw error;
  }
  if (state.failing_since)
    await store.mergeState(organizationId, kind, target, { last_error_message: null, failing_since: null });
}

async function postToSlack(
  http: HttpRequests,
  payload: ChangePayload | PlanPayload,
  url: string | undefined,
): Promise<void> {
  if (url === undefined) throw new SendFailure("refused", "no slack_webhook_url is set");
  await http.post(url, JSON.stringify({ text: slackText(payload) }), {});
}

/** A secret of a row; undefined where it is not set. */
export function openSecret(
  vault: Vault,
  { kind }: Kind,
  organizationId: string,
  { id, secrets }: StoredRow,
  field: string,
): string | undefined {
  const stored = secrets[field];
  if (stored === undefined) return undefined;
  return String(JSON.parse(vault.open(stored, secretIdentity(organizationId, kind, id, field))));
}

function opened(vault: Vault, { payload, organizationId, id }: LeasedDelivery): DeliveryPayload {
  if (!("sealed" in payload)) return payload;
  return JSON.parse(vault.open(payload.sealed, sealIdentity(organizationId, id)));
}
