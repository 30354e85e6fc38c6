/**
 * How a receiver leaves the mails of a change notification: by an address that only their mail has, with one POST and without a
 * session (RFC 8058). Whoever opens the address is asked first, because programs open links in mails.
 */
import { type Organization, serviceCall } from "../../../engine/context.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { Vault } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import { answeredPage, type PageFile, unsubscribePage } from "../../../renderers/status-page/index.ts";
import type { ChangeNotifications } from "../../../resources/change-notifications.ts";
import type { IdentityStore } from "../../identity/index.ts";
import type { DeliveryStore } from "./store.ts";

export interface UnsubscribingDeps {
  readonly vault: Vault;
  readonly siteUrl: string;
  readonly engine: Pick<Engine, "mutateRow">;
  readonly deliveries: Pick<DeliveryStore, "parkTarget">;
  readonly identity: { readonly organizations: Pick<IdentityStore["organizations"], "find"> };
  readonly changeNotifications: ChangeNotifications;
}

/** Who leaves what. */
interface Leaving {
  readonly organizationId: string;
  /** Of the change notification. */
  readonly id: string;
  readonly email: string;
}

const unsubscribePath = "/unsubscribe";
export const unsubscribeAction = "unsubscribe_recipient";
const purpose = "leaving a change notification";
const heading = "Change mails";

/** What a mail's header names. `oneClick` only by https, as RFC 8058 §3.1 wants it. */
export function unsubscribeOf(
  { vault, siteUrl }: Pick<UnsubscribingDeps, "vault" | "siteUrl">,
  leaving: Leaving,
) {
  const { organizationId, id, email } = leaving;
  const sealed = vault.seal(JSON.stringify([organizationId, id, email]), purpose);
  const token = Buffer.from(sealed).toString("base64url");
  const unsubscribeUrl = `${siteUrl}${unsubscribePath}?token=${token}`;
  return { unsubscribeUrl, ...(siteUrl.startsWith("https:") && { oneClick: true as const }) };
}

export function createUnsubscribing(deps: UnsubscribingDeps) {
  const { vault, engine, identity, changeNotifications, deliveries } = deps;

  /** @throws Refusal 404 for an address that is not ours */
  function readToken(token: string): Leaving {
    const opened = vault.openOrNot(Buffer.from(token, "base64url").toString(), purpose);
    if (opened === undefined)
      throw new Refusal("not_found", "This address is not whole, or too old. Ask an admin to remove you.");
    const [organizationId, id, email] = JSON.parse(opened) as [string, string, string];
    return { organizationId, id, email };
  }

  async function leaveRow(organization: Organization, id: string, email: string): Promise<void> {
    const call = serviceCall("unsubscribing", organization, "admin");
    const actor = { ...call.caller.actor, name: `${email} (by a link in a mail)` };
    const as = { ...call, caller: { ...call.caller, actor } };
    try {
      await engine.mutateRow(as, changeNotifications, id, {
        action: unsubscribeAction,
        of: ({ configuration }) => withoutReceiver(completed(changeNotifications, configuration), email),
      });
    } catch (error) {
      // It was deleted, or names them no more.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  return {
    path: unsubscribePath,
    /** The page that asks. @param action where its button posts to @throws Refusal 404 */
    ask: async (token: string, action: string): Promise<PageFile> =>
      unsubscribePage(heading, readToken(token).email, action),
    /** Whoever has left already has left. @throws Refusal 404 */
    async leave(token: string): Promise<PageFile> {
      const { organizationId, id, email } = readToken(token);
      const organization = await identity.organizations.find(organizationId);
      if (organization !== undefined) {
        await leaveRow(organization, id, email);
        const waiting = { organizationId, channel: "email", target: email, sourceEnd: `/${id}` } as const;
        await deliveries.parkTarget(waiting, "its receiver wants no more of them");
      }
      return answeredPage(heading, `${email} gets no more of these mails.`);
    },
    note: (text: string): PageFile => answeredPage(heading, text),
  };
}

/** Without its last receiver it is off, and says why: it could mail nobody. @throws Refusal 409 where it does not name them */
function withoutReceiver(
  { enabled, recipients }: Pick<ConfigurationOf<ChangeNotifications>, "enabled" | "recipients">,
  email: string,
) {
  const left = recipients.filter((one) => foldEmail(one) !== foldEmail(email));
  const isLast = left.length === 0;
  if (left.length === recipients.length || (isLast && !enabled))
    throw new Refusal("conflict", `It mails nothing to ${email}.`);
  if (!isLast)
    return {
      state: {},
      configuration: { recipients: left },
      changes: [{ field: "recipients", before: recipients, after: left }],
    };
  const reason = `${email} wants no more of its mails, and it has no other receiver`;
  return {
    state: { last_error_message: reason },
    configuration: { enabled: false },
    changes: [
      { field: "enabled", before: true, after: false },
      { field: "last_error_message", before: null, after: reason },
    ],
  };
}
