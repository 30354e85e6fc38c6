/**
 * Whether what is sent to a receiver arrives, by what became of the messages before: "would be notified" says nothing of
 * that. Pure. Whoever names a receiver shows it.
 */
import { choice, list, object, text, timestamp } from "../../../kernel/field.ts";
import { counted } from "../../../kernel/readable.ts";
import { type Standing, standings } from "../../../kernel/standing.ts";
import type { ReceiverFacts } from "./store.ts";

export const standingField = object({
  description: "Whether what is sent to it arrives.",
  fields: {
    status: choice({
      description:
        "Of the last message or test: ok, failing. off: switched off. unsent: nothing can be sent, or messages were given up. unknown: nothing was ever sent.",
      choices: standings,
    }),
    since: timestamp({
      description: "Since when, if known.",
      nullable: true,
    }),
    reason: text({
      description: "Why. Of ok which ways to a person fail all the same; else null.",
      max: 2_000,
      nullable: true,
    }),
  },
});

/** Whom something names. */
export const notifiedField = list({
  description: "Whom it notifies.",
  max: Number.MAX_SAFE_INTEGER,
  items: object({
    description: "A target, a team or a mailbox.",
    fields: {
      target: text({ description: "Its name.", max: Number.MAX_SAFE_INTEGER }),
      delivery: standingField,
    },
  }),
});

/** What a row says of itself that messages are sent to. */
export interface SentToRow {
  readonly enabled: boolean;
  /** When it was switched off, as far as it is known. */
  readonly offSince: Date | null;
  /** When it last got another address or secret; null where nothing was sent before that, or it is not known. */
  readonly movedAt: Date | null;
  /** Why nothing can be sent to it as it is saved; undefined where something can. */
  readonly unsendable: string | undefined;
  /** What its last message or test showed; times are RFC 3339. */
  readonly health: {
    readonly status: string;
    readonly error: string | null;
    readonly failedAt: string | null;
    readonly workedAt: string | null;
  };
}

/**
 * @param row undefined for a mailbox that no row names
 * @param facts undefined where nothing was ever sent to it
 * @param isMail whether the mail server is on the way to it
 * @param mails whether there is a mail server
 */
export function standingOf(
  row: SentToRow | undefined,
  facts: ReceiverFacts | undefined,
  { isMail, mails }: { readonly isMail: boolean; readonly mails: boolean },
): Standing {
  const said = (
    status: Standing["status"],
    since: Date | string | null,
    reason: string | null,
  ): Standing => ({
    status,
    since: since instanceof Date ? since.toISOString() : since,
    reason,
  });
  if (row?.enabled === false) return said("off", row.offSince, "It is switched off: nothing is sent to it.");
  if (row?.unsendable !== undefined) return said("unsent", null, row.unsendable);
  if (isMail && !mails)
    return said(
      "unsent",
      facts?.heldSince ?? null,
      "The service has no mail server: mail waits until SMTP_URL names one.",
    );
  const isOfNow = (at: Date) => row === undefined || row.movedAt === null || at > row.movedAt;
  const { sentAt = null, failingSince = null, parkedSince = null, parkedAt = null } = facts ?? {};
  const gaveUpLast = parkedAt !== null && (sentAt === null || parkedAt > sentAt);
  // Of a row the newest try is known, be it a test; what is on the way to it is not.
  const { workedAt = null, failedAt = null } = row?.health ?? {};
  const failedNow = row?.health.status === "failing" && (failedAt === null || isOfNow(new Date(failedAt)));
  const triedWell =
    row?.health.status === "healthy" && workedAt !== null && isOfNow(new Date(workedAt)) && !isMail;
  if (failedNow || (!triedWell && (failingSince !== null || gaveUpLast))) {
    const since = failingSince ?? (gaveUpLast ? parkedSince : failedAt);
    const tried = failedNow ? row.health.error : null;
    const error = tried ?? facts?.failingError ?? facts?.parkedError;
    return said("failing", since, error ?? "Its last message failed.");
  }
  if (facts !== undefined && facts.parked > 0)
    return said(
      "unsent",
      parkedSince,
      `${counted(facts.parked, "message")} to it ${facts.parked === 1 ? "was" : "were"} given up: ${facts.parkedError ?? "every try failed"}`,
    );
  const worked = workedAt ?? sentAt;
  if (worked !== null && isOfNow(new Date(worked))) return said("ok", worked, null);
  if (worked !== null)
    return said(
      "unknown",
      row?.movedAt ?? null,
      "Nothing was sent to it since its address or secret changed: test it.",
    );
  return said("unknown", null, "Nothing was ever sent to it: test it, or send a drill through it.");
}
