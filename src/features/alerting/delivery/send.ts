/** One delivery's way out: mail is laid out, a change or a plan is posted as its channel wants it. */
import type { Store, Vault } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { type MailTransport, SendFailure } from "../../../transports/port.ts";
import { together } from "./change-mails.ts";
import { createMailWriter, type Readers } from "./compose.ts";
import { admitEnd } from "./ends.ts";
import type { DeliveryPayload, MailPayload } from "./messages.ts";
import { type PostDeps, postChange } from "./post-change.ts";
import { sealIdentity } from "./queue.ts";
import type { DeliveryStore, LeasedDelivery } from "./store.ts";

export interface SendDeps extends PostDeps {
  readonly store: Pick<Store, "row" | "mergeState">;
  readonly deliveries: Pick<DeliveryStore, "beginningsOf">;
  readonly identity: Readers;
  /** The domain that message ids end in. */
  readonly mailDomain: string;
}

export function createMailSend(deps: SendDeps, mail: MailTransport) {
  const { vault, deliveries } = deps;
  const written = createMailWriter(deps);
  return async (one: LeasedDelivery, others: readonly LeasedDelivery[]): Promise<undefined> => {
    const payload = mailIn(vault, one);
    const { organizationId, source, target: to, subject } = one;
    if (others.length === 0) {
      await admitEnd(deliveries, one);
      await mail.send(await written(payload, { organizationId, source, to, subject }));
      return;
    }
    const all = [payload, ...others.map((other) => mailIn(vault, other))];
    const content = together(all);
    // Its id is that of all that it holds: one that is sent again with more in it is another mail.
    const sources = [source, ...others.map((other) => other.source)].join(" ");
    const prefix = subject.slice(0, Math.max(0, subject.length - payload.heading.length));
    const envelope = { organizationId, source: sources, to, subject: `${prefix}${content.heading}` };
    await mail.send(await written(content, envelope));
  };
}

/**
 * Posts a change, or what a plan changed, to what the notification's row names by now: a row that is deleted, or
 * off, gets nothing.
 */
export function createHttpSend(deps: SendDeps) {
  const { changeNotifications } = deps;
  return async (one: LeasedDelivery): Promise<number> => {
    const payload = opened(deps.vault, one);
    if (payload.type === "mail" || payload.type === "alert" || payload.type === "page")
      throw new SendFailure("refused", "it is no change");
    const { organizationId, target, id } = one;
    const row = await deps.store.row(organizationId, changeNotifications.kind, target);
    if (row === undefined) throw new SendFailure("gone", "its change notification was deleted");
    if (!completed(changeNotifications, row.configuration).enabled)
      throw new SendFailure("gone", "its change notification is off");
    return postChange(deps, { organizationId, use: "change", row, id, payload });
  };
}

function mailIn(vault: Vault, one: LeasedDelivery): MailPayload {
  const payload = opened(vault, one);
  if (payload.type !== "mail") throw new SendFailure("refused", "it is no mail");
  return payload;
}

/** What a delivery brings, also where it is kept sealed. */
export function opened(vault: Vault, { payload, organizationId, id }: LeasedDelivery): DeliveryPayload {
  if (!("sealed" in payload)) return payload;
  return JSON.parse(vault.open(payload.sealed, sealIdentity(organizationId, id)));
}
