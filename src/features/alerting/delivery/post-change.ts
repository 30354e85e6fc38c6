/** The way out of what a change notification sends to its webhook or Slack channel: changes, plans and tests. */
import { currentTime } from "../../../engine/clock.ts";
import type { Store, StoredRow, Vault } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import type { SecretName } from "../../../kernel/row-types.ts";
import { sanitised } from "../../../kernel/sanitised.ts";
import { standardBody } from "../../../kernel/webhook.ts";
import type { ChangeNotifications } from "../../../resources/change-notifications.ts";
import { type HttpTransport, type Sender, SendFailure } from "../../../transports/port.ts";
import { changeWebhooks } from "./change-webhooks.ts";
import type { PostedPayload } from "./messages.ts";
import { openSecret } from "./open-secret.ts";
import { slackText } from "./slack.ts";
import { signatureHeaders } from "./webhook.ts";

export interface PostDeps {
  readonly vault: Vault;
  readonly store: Pick<Store, "mergeState">;
  readonly changeNotifications: ChangeNotifications;
  readonly http: Pick<HttpTransport, "of">;
}

/** One message to one notification. */
export interface Posting extends Sender {
  readonly organizationId: string;
  readonly row: StoredRow;
  /** The same at every try. */
  readonly id: string;
  readonly payload: PostedPayload;
}

/**
 * Answers the status with which it was taken. The row shows the error and since when, while tries fail; of one that is
 * off it goes on showing why.
 * @throws SendFailure
 */
export async function postChange(deps: PostDeps, posting: Posting): Promise<number> {
  const { store, changeNotifications } = deps;
  const { organizationId, row } = posting;
  const show = (error: string | null, failing_since: string | null) =>
    store.mergeState(organizationId, changeNotifications.kind, row.id, {
      ...{ last_error_message: error, failing_since },
    });
  const { enabled } = completed(changeNotifications, row.configuration);
  try {
    const status = await posted(deps, posting);
    if (enabled && row.state.failing_since) await show(null, null);
    return status;
  } catch (error) {
    if (enabled && error instanceof SendFailure)
      await show(sanitised(error.message), String(row.state.failing_since ?? currentTime().toISOString()));
    throw error;
  }
}

async function posted(
  { vault, http, changeNotifications }: PostDeps,
  { organizationId, use, row, id, payload }: Posting,
): Promise<number> {
  const { channel, webhook_url } = completed(changeNotifications, row.configuration);
  const secretOf = (field: SecretName<ChangeNotifications["fields"]>) =>
    openSecret(vault, changeNotifications, organizationId, row, field);
  const requests = http.of({ organizationId, use });
  if (channel !== "slack") {
    const body = bodyOfChange(payload);
    const headers = signatureHeaders(id, currentTime(), body, secretOf("webhook_secret"));
    return requests.post(webhook_url ?? "", body, headers);
  }
  const url = secretOf("slack_webhook_url");
  if (url === undefined) throw new SendFailure("refused", "no slack_webhook_url is set");
  return requests.post(url, JSON.stringify({ text: slackText(payload) }), {});
}

function bodyOfChange(payload: PostedPayload): string {
  switch (payload.type) {
    case "change":
      return standardBody(changeWebhooks.change, payload.at, payload.message);
    case "plan":
      return standardBody(changeWebhooks.plan, payload.at, payload.message);
    case "test":
      return standardBody(changeWebhooks.test, payload.at, payload.message);
  }
}
