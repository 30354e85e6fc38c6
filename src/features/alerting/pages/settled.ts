/** Pages stop once somebody is at it, or their alerts have ended; where they rang, that is said. */
import { currentTime } from "../../../engine/clock.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { closedMessage } from "../../../renderers/alerting/formats/page.ts";
import { type NewDelivery, personTarget, takesEnds } from "../delivery/index.ts";
import type { BookDeps } from "./book.ts";
import type { ClosedPage } from "./store.ts";

/** Pages of one transaction. */
const batch = 50;

/** Stops the pages that nobody has to answer any more, and says so where they rang. */
export async function stopSettled(deps: Pick<BookDeps, "store" | "pages" | "queue">): Promise<number> {
  let all = 0;
  if (!(await deps.pages.in(deps.store).anySettled())) return all;
  for (let closed = batch; closed === batch; all += closed)
    closed = await withTransaction(deps.store, [], async (writer) => {
      const pages = await deps.pages.in(writer).closeSettled(batch);
      await deps.queue.add(
        writer,
        pages.flatMap((page) =>
          page.outcome === "acknowledged" ? closings(page, acknowledgedBy(page)) : [],
        ),
      );
      return pages.length;
    });
  return all;
}

function acknowledgedBy({ closedBy }: Pick<ClosedPage, "closedBy">): string {
  return `Acknowledged by ${closedBy ?? "somebody"}`;
}

type Closing = Pick<ClosedPage, "organizationId" | "id" | "source" | "email" | "message" | "steps" | "taken">;

/** To the ways that showed it and can show that it is over; an end of alerts is a message of its own. */
export function closings(page: Closing, words: string): NewDelivery[] {
  const { organizationId, id, source, email, message, steps, taken } = page;
  const shown = new Map(steps.slice(0, taken).map((step) => [step.way_id, step]));
  return [...shown.values()].flatMap(({ way_id: wayId, kind }): NewDelivery[] => {
    const target = personTarget({ email, kind, wayId });
    if (kind === "mail" || !takesEnds(target)) return [];
    const closing = closedMessage(message, words);
    const payload = { type: "page", message: closing, page: null } as const;
    const about = { organizationId, channel: "page", target, source: `${source}/closed/${id}` } as const;
    return [{ ...about, subject: closing.title, at: currentTime(), payload }];
  });
}
