/** Mails about proposals: to whoever made one, or did something about it, when somebody else does. */
import type { Call } from "../../../engine/context.ts";
import type { Writer } from "../../../engine/ports/rows.ts";
import type { DeliveryQueue } from "../../alerting/index.ts";
import type { Identity } from "../../identity/index.ts";
import type { Act, ActKind, Proposal } from "./stored.ts";

/** What happened, after the proposal's title. Acts that are not named notify nobody. */
const words: Readonly<Partial<Record<ActKind, string>>> = {
  comment: "has a comment",
  approve: "was approved",
  reject: "was rejected",
  withdraw: "was withdrawn",
  apply: "was applied",
  confirm: "was confirmed",
  revert: "was taken back",
  wait: "waits for people",
  expire: "has expired",
};

export interface NotifyDeps {
  readonly identity: Pick<Identity, "store">;
  readonly queue: DeliveryQueue;
  readonly siteUrl: string;
}

/**
 * Queues the mails in the transaction of the act, so that each is sent once.
 * @param acts all of the proposal's, the new one last
 */
export async function notify(
  { identity, queue, siteUrl }: NotifyDeps,
  writer: Writer,
  { caller: { organization }, now }: Call,
  { id, head: { title, author } }: Proposal,
  acts: readonly Act[],
): Promise<void> {
  const act = acts.at(-1);
  const what = act && words[act.kind];
  if (act === undefined || what === undefined) return;
  const part = new Set([author, ...acts].flatMap(({ email }) => (email === null ? [] : [email])));
  if (act.email !== null) part.delete(act.email);
  if (part.size === 0) return;
  // Whoever has left the organization learns no more of it.
  const { users, members } = identity.store.in(writer);
  const targets: string[] = [];
  for (const email of part) {
    const user = await users.byEmail(email);
    const member = user && (await members.find(organization.id, user.id));
    if (member !== undefined) targets.push(member.email);
  }
  const heading = `${title} ${what}`;
  await queue.add(
    writer,
    targets.map((target) => ({
      ...{ organizationId: organization.id, channel: "email", target },
      source: `proposal/${id}/${acts.length}`,
      subject: `[${organization.name}] ${heading}`,
      payload: {
        ...{ type: "mail", heading, text: act.comment, unsubscribeUrl: null, thread: `proposal/${id}` },
        facts: [
          { label: "By", value: act.email ?? act.actor.name },
          { label: "Proposal", value: id },
        ],
        link: { label: "See the proposal", url: `${siteUrl}/o/${organization.slug}/proposals/${id}` },
        footer: `You get this because you made this proposal in ${organization.name}, or did something about it.`,
      },
      at: now,
    })),
  );
}
