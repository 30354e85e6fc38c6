/** How pages begin, and what answers show of them. */

import type { AlertMessage } from "../../../kernel/alert-message.ts";
import { boolean, choice, integer, list, object, text, timestamp } from "../../../kernel/field.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { AlertMailOptions } from "../../../renderers/alerting/formats/mail.ts";
import { mostPages, type PageOfAlert } from "./store.ts";

/** A message about alerts to a person who is on call. */
export interface PageOrder {
  /** What its deliveries are known by. */
  readonly source: string;
  readonly senderId: string;
  readonly rotaId: string;
  readonly role: string;
  readonly email: string;
  readonly message: AlertMessage;
  /** Why it came, for mails. */
  readonly why: Pick<AlertMailOptions, "footer" | "footerLink">;
  /** The last hour of the SLO behind it, for a mail at once. */
  readonly chart: AlertMailOptions["chart"];
}

const anything = Number.MAX_SAFE_INTEGER;

export const pagesField = list({
  description: `Whom it paged of those on call, and what became of that: the newest ${mostPages}. What each way brought stands in deliveries.`,
  max: mostPages,
  items: object({
    description: "A page.",
    fields: {
      email: text({ description: "Who is paged.", max: anything }),
      rota_id: text({ description: "By which rota.", max: anything }),
      role: text({ description: "In which role.", max: 64 }),
      urgent: boolean({ description: "Whether it takes the steps of a page, or those of what can wait." }),
      at: timestamp({ description: "When it began." }),
      ways: list({
        description: "The kinds of ways that were taken, in order.",
        max: anything,
        items: text({ description: "A kind." }),
      }),
      steps_left: integer({ description: "How many steps are still to come.", min: 0 }),
      next_at: timestamp({
        description: "When the next one is due; null where none is, and while it is kept back.",
        nullable: true,
      }),
      kept_back: boolean({
        description:
          "Whether all that it is about is kept back, as withheld of the alerts says: its next step is taken when that is over.",
      }),
      closed_at: timestamp({ description: "When it stopped; null while it goes on.", nullable: true }),
      outcome: choice({
        description:
          "acknowledged: somebody is at it. ended: its alerts ended. passed_on: they passed it on. handed_over: who came after them got it. nobody: they are no member any more, and nobody is on call after them. null: it goes on.",
        choices: ["acknowledged", "ended", "passed_on", "handed_over", "nobody"],
        nullable: true,
      }),
      closed_by: text({ description: "Who stopped it; null for nobody.", max: anything, nullable: true }),
    },
  }),
});

export function shownPage(page: PageOfAlert): JsonObject {
  const { email, rotaId, role, urgent, steps, taken, begunAt, dueAt, closedAt, outcome, closedBy } = page;
  const isKeptBack = page.keptBack && dueAt !== null;
  return {
    ...{ email, rota_id: rotaId, role, urgent, at: begunAt.toISOString() },
    ways: steps.slice(0, taken).map(({ kind }) => kind),
    steps_left: closedAt === null ? steps.length - taken : 0,
    next_at: isKeptBack ? null : (dueAt?.toISOString() ?? null),
    kept_back: isKeptBack,
    closed_at: closedAt?.toISOString() ?? null,
    ...{ outcome, closed_by: closedBy },
  };
}
