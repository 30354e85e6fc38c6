/** Pages, and what acknowledges them. Their times are the database's own: nodes need not agree on a clock. */
import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import { jsonText } from "../../../database/json-text.ts";
import type { RowOf } from "../../../database/statement.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { sql } from "./queries.generated.ts";

const nothingPhoned = { inDay: 0, inHalfHour: 0, ofGroupInMinute: 0 };

/** Of one alert. */
export const mostPages = 50;

/** A page with a step that is due. */
export type DuePage = RowOf<typeof sql.takePages>;
export type ClosedPage = RowOf<typeof sql.closeSettledPages>;
/** One that was closed for others to get it. */
export type PassedPage = RowOf<typeof sql.closePage>;
export type PageOfAlert = RowOf<typeof sql.listPagesOfAlerts>;
export type OpenPage = RowOf<typeof sql.listOpenPages>;
export type PageToken = RowOf<typeof sql.findPageToken>;
export type PageOutcome = NonNullable<PageOfAlert["outcome"]>;
/** An alert that an open page is about, by what sent it. */
export type Ringing = RowOf<typeof sql.listAlertsThatRing>;
type Page = Pick<OpenPage, "organizationId" | "id">;

export type PageStore = ReturnType<typeof createPageStore>;
export type PageWriter = ReturnType<typeof writesOver>;

export function createPageStore(database: Database) {
  return bindable<ReturnType<typeof readsOver>, PageWriter>(database, writesOver);
}

/** Of the reader of alerts, what is about pages. */
export function pagesOver(database: Connection) {
  return {
    /** Of each of these alerts the newest, in the order in which they began. */
    pagesOf: (organizationId: string, alertIds: readonly string[]) =>
      database.query(sql.listPagesOfAlerts, { organizationId, alertIds, most: mostPages }),
  };
}

function readsOver(database: Connection) {
  return {
    anyOpen: async () => (await database.query(sql.findOpenPage, {})).length > 0,
    anyDue: async () => (await database.query(sql.findDuePage, {})).length > 0,
    anySettled: async () => (await database.query(sql.findSettledPage, {})).length > 0,
    /** Those whose next step waits though the mail before it fails. @param ownMail the way that is the account's mail */
    behindMails: (ownMail: string) => database.query(sql.listPagesBehindMails, { ownMail }),
    open: ({ organizationId, id }: Page, limit: number) =>
      database.query(sql.listOpenPages, { afterOrganization: organizationId, after: id, limit }),
    /** @param email in lower case @param id of one of them alone */
    ofPerson: (email: string, limit: number, id: string | null = null) =>
      database.query(sql.listPagesOfPerson, { email, limit, id }),
    /** The newest open page of these people, of an alert where one is named. @param emails in lower case */
    ofPeople: async (emails: readonly string[], alertId: string | null) =>
      emails.length === 0 ? undefined : (await database.query(sql.findPageOfPerson, { emails, alertId }))[0],
    /** What went to a number by this way within a day and half an hour, and about a group of alerts within a minute. */
    phoned: async (wayId: string, about: string) =>
      (await database.query(sql.countPhoneMessages, { wayId, about }))[0] ?? nothingPhoned,
    /** The page, as long as it is open. */
    named: async ({ organizationId, id }: Page) =>
      (await database.query(sql.getOpenPage, { organizationId, id }))[0],
    /** Alerts of a page that somebody still has to acknowledge. @param by those that this person has acknowledged, too */
    alertsOf: async ({ organizationId, id }: Page, limit: number, by: string | null = null) =>
      (await database.query(sql.listAlertsOfPage, { organizationId, id, limit, by })).map((one) => one.id),
    /** What these pages ring about, as far as it is on record. */
    ringing: async (pages: readonly Page[]): Promise<readonly Ringing[]> =>
      pages.length === 0
        ? []
        : database.query(sql.listAlertsThatRing, {
            pages: jsonText(pages.map(({ organizationId, id }) => ({ organization_id: organizationId, id }))),
          }),
    /** Of these people those who have an open page about all that this one is about. @param emails in lower case */
    paged: async ({ organizationId, id }: Page, emails: readonly string[]) =>
      (await database.query(sql.listPeoplePaged, { organizationId, id, emails })).map((one) => one.email),
    /** What became of a page. */
    endOf: async ({ organizationId, id }: Page) =>
      (await database.query(sql.getPageEnd, { organizationId, id }))[0],
    token: async (hash: Buffer): Promise<PageToken | undefined> =>
      (await database.query(sql.findPageToken, { hash }))[0],
  };
}

function writesOver(database: Connection) {
  return {
    ...readsOver(database),
    /** Begins them; leaves out who has one of the same message. @returns the ids of those that began */
    async begin(organizationId: string, pages: readonly object[]): Promise<readonly string[]> {
      if (pages.length === 0) return [];
      const begun = await database.query(sql.insertPages, { organizationId, pages: jsonText(pages) });
      return begun.map(({ id }) => id);
    },
    /** Takes pages with a step that is due for this transaction, of these where some are named. */
    due: (limit: number, ids: readonly string[] | null = null) =>
      database.query(sql.takePages, { limit, ids }),
    async move(pages: readonly JsonObject[]) {
      if (pages.length > 0) await database.query(sql.movePages, { pages: jsonText(pages) });
    },
    hurry: ({ organizationId, id }: Page) => database.query(sql.hurryPage, { organizationId, id }),
    closeSettled: (limit: number) => database.query(sql.closeSettledPages, { limit }),
    /** @returns undefined where it was closed already */
    close: async ({ organizationId, id }: Page, outcome: PageOutcome, closedBy: string | null) =>
      (await database.query(sql.closePage, { organizationId, id, outcome, closedBy }))[0],
    async keepTokens(tokens: readonly JsonObject[]) {
      if (tokens.length > 0) await database.query(sql.insertPageTokens, { tokens: jsonText(tokens) });
    },
    /** The later message with this source reports what the page does. */
    reportAgain: (
      { organizationId, source: firstSource }: Pick<DuePage, "organizationId" | "source">,
      source: string,
    ) => database.query(sql.reportAgain, { organizationId, firstSource, source }),
    /** Of a page that was closed because its alerts are this person's, by which way they answered. @returns false where that is known */
    noteAnswer: async ({ organizationId, id }: Page, email: string, closedBy: string) =>
      (await database.query(sql.noteAnswer, { organizationId, id, email, closedBy })).length > 0,
    notePhoned: (wayId: string, about: string) => database.query(sql.insertPhoneMessage, { wayId, about }),
    forgetPhoned: () => database.query(sql.forgetPhoneMessages, {}),
    forget: async (before: Date, limit: number) =>
      (await database.query(sql.forgetPages, { before, limit })).length,
  };
}
