/** A page that nobody has acknowledged goes on to others: to who has the shift now, or to whom it is passed on. */
import { currentTime } from "../../../engine/clock.ts";
import type { Writer } from "../../../engine/ports/rows.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { alertSubject } from "../../../renderers/alerting/formats/mail.ts";
import { type RotaRows, whoIsReached } from "../../../renderers/alerting/on-call.ts";
import type { Destination } from "../../../renderers/alerting/resolve.ts";
import type { NewDelivery } from "../delivery/index.ts";
import type { BookDeps, PageBook } from "./book.ts";
import { payloadFor } from "./payload.ts";
import { closings } from "./settled.ts";
import type { OpenPage, PassedPage } from "./store.ts";

/** Pages that are looked at together for whether the shift has changed. */
const mostFollowed = 500;

export interface GoingOnDeps extends BookDeps {
  readonly book: PageBook;
  readonly rotasOf: (organizationId: string, at: Date) => Promise<RotaRows>;
  /** By what an outbound target is notified of alerts; undefined where it is gone or off. */
  readonly channelOf: (
    reader: Writer,
    organizationId: string,
    id: string,
  ) => Promise<NewDelivery["channel"] | undefined>;
  /** Puts on record who of a rota got what was sent about alerts. */
  readonly onRecord: OnRecord;
}

export type OnRecord = (
  writer: Writer,
  organizationId: string,
  sent: {
    readonly senderId: string;
    readonly alertIds: readonly string[];
    readonly reaches: readonly ReturnType<typeof whoIsReached>[];
  },
  at: Date,
) => Promise<unknown>;

/** Hands over what nobody has acknowledged to who is on call now. @returns how many pages went on */
export async function followShifts(deps: GoingOnDeps): Promise<number> {
  let all = 0;
  let last = { organizationId: "", id: "" };
  for (let found: readonly OpenPage[] = []; ; last = found.at(-1) as OpenPage) {
    found = await deps.pages.in(deps.store).open(last, mostFollowed);
    for (const [organizationId, pages] of grouped(found, (page) => page.organizationId)) {
      const at = currentTime();
      const rotas = await deps.rotasOf(organizationId, at);
      for (const page of pages) if (await followShift(deps, rotas, page, at)) all += 1;
    }
    if (found.length < mostFollowed) return all;
  }
}

async function followShift(deps: GoingOnDeps, rotas: RotaRows, page: OpenPage, at: Date): Promise<boolean> {
  const reach = whoIsReached(rotas, { rota_id: page.rotaId, role: page.role }, at);
  const isMember = rotas.members?.has(foldEmail(page.email)) ?? true;
  // Where nobody is on call now, who had it keeps it, as long as they are a member.
  if (reach.answered === null && isMember) return false;
  const people = reach.destinations.flatMap(({ email }) => email ?? []);
  const isTheirs = people.some((email) => foldEmail(email) === foldEmail(page.email));
  if (reach.answered !== null && isTheirs) return false;
  // One node at a time, so that somebody who takes over from two people is paged once.
  return withTransaction(deps.store, [`${page.organizationId}/shifts of pages`], async (writer) => {
    const pages = deps.pages.in(writer);
    const alertIds = await pages.alertsOf(page, 1_000);
    const paged = new Set(await pages.paged(page, people.map(foldEmail)));
    const isToNobody = people.length === 0 && reach.by !== "fallback";
    const to = people.join(" and ") || "the fallback";
    const closed = isToNobody
      ? await pages.close(page, "nobody", null)
      : await pages.close(page, "handed_over", to);
    if (closed === undefined) return false;
    if (isMember) await deps.queue.add(writer, closings(closed, `Handed over to ${to}`));
    const others = people.filter((email) => !paged.has(foldEmail(email)));
    if (reach.answered === null) await goesToFallback(deps, writer, closed, reach.destinations);
    else if (others.length > 0) await goesOnTo(deps, writer, closed, { people: others });
    if (others.length > 0 || people.length === 0)
      await deps.onRecord(
        writer,
        page.organizationId,
        { senderId: closed.senderId, alertIds, reaches: [reach] },
        at,
      );
    return true;
  });
}

/** Who had it has left, and nobody is on call: it goes to the fallback, as the first message would now. */
async function goesToFallback(
  deps: Pick<GoingOnDeps, "pages" | "queue" | "channelOf">,
  writer: Writer,
  page: PassedPage,
  destinations: readonly Destination[],
): Promise<void> {
  const { organizationId, message, why } = page;
  const at = currentTime();
  const source = sourceAfter(page);
  await deps.pages.in(writer).reportAgain(page, source);
  const shared = { organizationId, source, subject: alertSubject(message), at };
  for (const { email, outbound_config_id: id = "" } of destinations) {
    const channel = email === undefined ? await deps.channelOf(writer, organizationId, id) : "email";
    if (channel === undefined) continue;
    const payload = payloadFor(channel, { message, why }, at);
    await deps.queue.add(writer, [{ ...shared, channel, target: email ?? id, payload }]);
  }
}

/** What is sent after a page has a source of its own, as somebody may get it a second time. */
function sourceAfter({ source, id }: PassedPage): string {
  return `${source.replace(/\/to\/[^/]+$/, "")}/to/${id}`;
}

/**
 * Pages others of the same.
 * @param page what was closed for it
 */
export async function goesOnTo(
  { book, pages }: Pick<GoingOnDeps, "book" | "pages">,
  writer: Writer,
  page: PassedPage,
  { people, role = page.role }: { readonly people: readonly string[]; readonly role?: string },
): Promise<void> {
  const { organizationId, senderId, rotaId, message, why } = page;
  const source = sourceAfter(page);
  await pages.in(writer).reportAgain(page, source);
  const shared = { source, senderId, rotaId, role, message, why, chart: undefined };
  await book.begin(
    writer,
    organizationId,
    people.map((email) => ({ ...shared, email })),
  );
}
