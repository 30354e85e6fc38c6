/** Whom the messages about a drill's alert are for: a person who is paged is one, by whichever of their ways. Pure. */
import { grouped } from "../../../kernel/grouped.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { personIn } from "../delivery/index.ts";
import { listed, type Message } from "./follow.ts";

/** A message as it is kept. */
export interface Sent extends Omit<Message, "to"> {
  readonly channel: string;
}

/** @param nameOf the name of an outbound target; undefined where there is none */
export function receiversOf(
  sent: readonly Sent[],
  nameOf: (target: string) => string | undefined,
): readonly Message[] {
  const paged = new Set(sent.flatMap((one) => (one.channel === "page" ? [personKey(one)] : [])));
  const groups = grouped<Sent, string | Sent>(sent, (one) =>
    isToPerson(one) && paged.has(personKey(one)) ? personKey(one) : one,
  );
  return [...groups].map(([key, group]) => {
    if (typeof key === "string") return ofPerson(group as [Sent, ...Sent[]]);
    const { channel: _, ...message } = key;
    return { ...message, to: nameOf(key.target) ?? key.target };
  });
}

function isToPerson({ channel }: Sent): boolean {
  return channel === "page" || channel === "email";
}

function wayOf({ channel, target }: Sent): { readonly email: string; readonly kind: string } {
  return channel === "page" ? personIn(target) : { email: target, kind: "mail" };
}

function personKey(one: Sent): string {
  return JSON.stringify([one.senderId, foldEmail(wayOf(one).email)]);
}

/** What one way took has reached them, whatever became of the others: as long as none did, the rest is waited for. */
function ofPerson(group: readonly [Sent, ...Sent[]]): Message {
  const of = (status: Message["status"]) => group.filter((one) => one.status === status);
  const [best = [...group]] = [of("sent"), of("queued"), of("held")].filter(({ length }) => length > 0);
  const said = best.find(({ error }) => error !== null) ?? (best[0] as Sent);
  const { email } = wayOf(said);
  const { channel: _, ...message } = said;
  return { ...message, target: email, to: `${email} by ${listed(best.map((one) => wayOf(one).kind))}` };
}
