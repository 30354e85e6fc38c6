/** How people subscribe to a page and leave it: what they send is asked back, and each answer is the same for all addresses. */

import type { KeyRing } from "../../database/vault.ts";
import type { GuessLimit } from "../../engine/authenticator.ts";
import { currentTime } from "../../engine/clock.ts";
import type { Store } from "../../engine/ports/rows.ts";
import { networkOf } from "../../kernel/address.ts";
import { formatOf } from "../../kernel/format.ts";
import { newId } from "../../kernel/ids.ts";
import { foldEmail } from "../../kernel/natural-key.ts";
import { counted } from "../../kernel/readable.ts";
import type { Published } from "./published.ts";
import { addressIdentity, type SubscriberStore } from "./subscriber-store.ts";

const purpose = { address: "status page address", subscription: "status page subscription" } as const;

export interface SubscribingDeps {
  readonly subscribers: SubscriberStore;
  readonly vault: Pick<KeyRing, "seal" | "authenticate" | "check">;
  /** How often one address of the network, and one address of mail, may ask. */
  readonly requests: GuessLimit;
  readonly mails: boolean;
  readonly store: Pick<Store, "transaction">;
  /** The organization's quota on confirmed subscribers; null for none. */
  readonly quotaOf: (organizationId: string) => Promise<number | null>;
  /** Called when there is something to send. */
  readonly wake: () => void;
}

export interface SubscribeRequest {
  readonly email: string;
  readonly webhook: string;
  readonly componentIds: readonly string[];
  /** Of the client. */
  readonly address: string | undefined;
}

type Subscribed = Pick<Published, "organizationId" | "state">;

export type Subscribing = ReturnType<typeof createSubscribing>;

export function createSubscribing(deps: SubscribingDeps) {
  const { subscribers, vault, requests, mails, wake, store, quotaOf } = deps;
  return {
    mails,
    /**
     * Asks the address to confirm.
     * @returns what is wrong with what was sent; null where nothing is, whether or not the address is known
     * @throws Refusal `rate_limited` after too many
     */
    async subscribe(
      { organizationId, state }: Subscribed,
      request: SubscribeRequest,
    ): Promise<string | null> {
      const { email, webhook, componentIds, address } = request;
      const wrong = problemOf(request, mails);
      if (wrong !== null) return wrong;
      const known = new Set(state.components.map(({ id }) => id));
      const chosen = componentIds.filter((id) => known.has(id));
      // None would mean all.
      if (componentIds.length > 0 && chosen.length === 0)
        return "The components that you chose are not on this page any more. Choose again.";
      const channel = email === "" ? "webhook" : "email";
      const target = channel === "email" ? email : webhook;
      const folded = channel === "email" ? foldEmail(email) : webhook;
      const addressCode = vault.authenticate(
        JSON.stringify([organizationId, channel, folded]),
        purpose.address,
      );
      requests.hold(`network/${networkOf(address)}`).count();
      requests.hold(`address/${addressCode}`).count();
      const quota = await quotaOf(organizationId);
      if (quota !== null && (await subscribers.counts(organizationId)).confirmed >= quota) return full(quota);
      const id = newId("sub");
      await subscribers.ask(
        {
          organizationId,
          id,
          channel,
          addressCode,
          sealedAddress: vault.seal(target, addressIdentity(organizationId, id)),
          componentIds: chosen,
        },
        currentTime(),
      );
      wake();
      return null;
    },
    /** The path below the page at which a subscriber confirms and leaves. */
    pathOf: (organizationId: string, id: string) =>
      `subscription/${id}/${vault.authenticate(JSON.stringify([organizationId, id]), purpose.subscription)}`,
    /** Whether a path is one of this page's, made here. */
    isGenuine: (organizationId: string, id: string, code: string) =>
      vault.check(code, JSON.stringify([organizationId, id]), purpose.subscription) === "genuine",
    find: (id: string) => subscribers.find(id),
    /** @returns why there is no room for another subscriber; null where it is done */
    async change(
      organizationId: string,
      id: string,
      action: "confirm" | "unsubscribe",
    ): Promise<string | null> {
      if (action === "unsubscribe") {
        await subscribers.remove(organizationId, id);
        return null;
      }
      const quota = await quotaOf(organizationId);
      const confirmed =
        quota === null
          ? await subscribers.confirm(organizationId, id, null)
          : await store.transaction([`${organizationId}/page subscribers`], (writer) =>
              subscribers.in(writer).confirm(organizationId, id, quota),
            );
      return confirmed || quota === null ? null : full(quota);
    },
  };
}

/** Said to whoever comes beyond the organization's quota; it says nothing of any address. */
function full(quota: number): string {
  return `This page has ${counted(quota, "subscriber")}, as many as it may have (its organization's quota page_subscribers). Ask the organization for room, or try again later.`;
}

function problemOf({ email, webhook }: SubscribeRequest, mails: boolean): string | null {
  if (email !== "" && !mails) return "This page sends no mail; give a webhook.";
  if (email !== "" && webhook !== "") return "Give an email address or a webhook, not both.";
  if (email === "" && webhook === "")
    return mails ? "Give an email address or a webhook." : "Give a webhook.";
  const [value, format] = email === "" ? [webhook, formatOf("url")] : [email, formatOf("email")];
  if (value.length > 2_000) return "That is too long.";
  const problem = format.check(value);
  return problem === undefined ? null : `${email === "" ? "The webhook" : "The email address"} ${problem}.`;
}
