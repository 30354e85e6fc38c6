/**
 * Mails about proposals: to whoever made one, or did something about it, when somebody else does; and to the people of the
 * teams that own its rows, and to those who may approve it, when it is made, waits for people, or is taken back.
 */
import type { Call } from "../../../engine/context.ts";
import type { Writer } from "../../../engine/ports/rows.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import type { DeliveryQueue } from "../../alerting/index.ts";
import type { Teams } from "../../identity/index.ts";
import { addressesOf } from "./people.ts";
import type { ProposalStore } from "./store.ts";
import type { Act, ActKind, Proposal } from "./stored.ts";

/** What happened, after the proposal's title. Acts that are not named notify nobody. */
const words: Readonly<Partial<Record<ActKind, string>>> = {
  propose: "was proposed",
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
  readonly queue: DeliveryQueue;
  readonly siteUrl: string;
  readonly roster: Teams["roster"];
  readonly proposals: ProposalStore;
}

/** What everybody is notified of who answers for it. */
const wide: readonly ActKind[] = ["propose", "wait", "revert"];
/** So many new proposals within so long are mailed of one by one; of those behind them one mail says that there are more. */
const [mostSingly, gatherMs] = [5, 600_000];

/**
 * Queues the mails in the transaction of the act, so that each is sent once.
 * @param acts all of the proposal's, the new one last
 */
export async function notify(
  { queue, siteUrl, roster, proposals }: NotifyDeps,
  writer: Writer,
  { caller: { organization }, now }: Call,
  { id, head, status }: Proposal,
  acts: readonly Act[],
): Promise<void> {
  const act = acts.at(-1);
  const isWaiting = act?.kind === "approve" && status === "open";
  const what = isWaiting ? "has an approval, and needs more" : act && words[act.kind];
  if (act === undefined || what === undefined) return;
  const { title, author } = head;
  const part = new Set([author, ...acts].flatMap(({ email }) => (email === null ? [] : [email])));
  const people = roster.in(writer);
  // Whoever has left the organization learns no more of it.
  const targets = new Set(await people.presentAmong(organization.id, [...part]));
  if (wide.includes(act.kind))
    for (const email of await addressesOf(people, organization.id, [
      ...new Set([...head.asks, ...head.owners]),
    ]))
      targets.add(email);
  for (const email of targets) if (foldEmail(email) === act.email) targets.delete(email);
  if (targets.size === 0) return;
  const made = { id: organization.id, since: new Date(now.getTime() - gatherMs) };
  const isOneOfMany =
    act.kind === "propose" && (await proposals.in(writer).countSince(made.id, made.since)) > mostSingly;
  const mail = isOneOfMany
    ? moreOf(organization, siteUrl, now)
    : mailOf(organization, siteUrl, { id, title, what, act, count: acts.length }, now);
  await queue.add(
    writer,
    [...targets].map((target) => ({ organizationId: organization.id, channel: "email", target, ...mail })),
  );
}

type NewDelivery = Parameters<DeliveryQueue["add"]>[1][number];
type Mail = Pick<NewDelivery, "source" | "subject" | "payload" | "at">;

interface Happened {
  readonly id: string;
  readonly title: string;
  readonly what: string;
  readonly act: Act;
  readonly count: number;
}

function mailOf(
  { name, slug }: Call["caller"]["organization"],
  siteUrl: string,
  { id, title, what, act, count }: Happened,
  now: Date,
): Mail {
  const heading = `${title} ${what}`;
  return {
    source: `proposal/${id}/${count}`,
    subject: `[${name}] ${heading}`,
    payload: {
      ...{ type: "mail", heading, text: act.comment, unsubscribeUrl: null, thread: `proposal/${id}` },
      facts: [
        { label: "By", value: act.email ?? act.actor.name },
        { label: "Proposal", value: id },
      ],
      link: { label: "See the proposal", url: `${siteUrl}/o/${slug}/proposals/${id}` },
      footer: `You get this because you made this proposal in ${name} or did something about it, your team owns a row that it changes, or you may approve it.`,
    },
    at: now,
  };
}

/** Of all that are made until the end of the ten minutes: a target gets one delivery for each source. */
function moreOf({ name, slug }: Call["caller"]["organization"], siteUrl: string, now: Date): Mail {
  const end = (Math.floor(now.getTime() / gatherMs) + 1) * gatherMs;
  const heading = "More proposals were made";
  return {
    source: `proposals/more/${end}`,
    subject: `[${name}] ${heading}`,
    payload: {
      ...{ type: "mail", heading, unsubscribeUrl: null, thread: null, facts: [] },
      text: "Many were made one after the other, so that this mail stands for the others.",
      link: { label: "See the proposals", url: `${siteUrl}/o/${slug}/proposals` },
      footer: `You get this because your team owns rows that they change in ${name}, or you may approve them.`,
    },
    at: new Date(end),
  };
}
