/** A page that nobody has acknowledged goes on to others: to who has the shift now, or to whom it is passed on. */
import { currentTime } from "../../../engine/clock.ts";
import type { Writer } from "../../../engine/ports/rows.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { type RotaRows, whoIsReached } from "../../../renderers/alerting/on-call.ts";
import type { BookDeps, PageBook } from "./book.ts";
import { closings } from "./settled.ts";
import type { OpenPage, PassedPage } from "./store.ts";

/** Pages that are looked at together for whether the shift has changed. */
const mostFollowed = 500;

export interface GoingOnDeps extends BookDeps {
  readonly book: PageBook;
  readonly rotasOf: (organizationId: string, at: Date) => Promise<RotaRows>;
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
  // Where nobody is on call now, who had it keeps it.
  if (reach.answered === null) return false;
  const people = reach.destinations.flatMap(({ email }) => email ?? []);
  if (people.some((email) => foldEmail(email) === foldEmail(page.email))) return false;
  return withTransaction(deps.store, [], async (writer) => {
    const pages = deps.pages.in(writer);
    const alertIds = await pages.alertsOf(page, 1_000);
    const closed = await pages.close(page, "handed_over", people.join(" and "));
    if (closed === undefined) return false;
    await deps.queue.add(writer, closings(closed, `Handed over to ${people.join(" and ")}`));
    await goesOnTo(deps, writer, closed, { people });
    await deps.onRecord(
      writer,
      page.organizationId,
      { senderId: closed.senderId, alertIds, reaches: [reach] },
      at,
    );
    return true;
  });
}

/**
 * Pages others of the same. Its messages have a source of their own, as somebody may get it a second time.
 * @param page what was closed for it
 */
export async function goesOnTo(
  { book, pages }: Pick<GoingOnDeps, "book" | "pages">,
  writer: Writer,
  page: PassedPage,
  { people, role = page.role }: { readonly people: readonly string[]; readonly role?: string },
): Promise<void> {
  const { organizationId, id, senderId, rotaId, message, why } = page;
  const source = `${page.source.replace(/\/to\/[^/]+$/, "")}/to/${id}`;
  await pages.in(writer).reportAgain(page, source);
  const shared = { source, senderId, rotaId, role, message, why, chart: undefined };
  await book.begin(
    writer,
    organizationId,
    people.map((email) => ({ ...shared, email })),
  );
}
