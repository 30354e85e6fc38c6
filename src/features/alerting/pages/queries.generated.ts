/** Made by `npm run generate:queries` from queries/*.sql and the schema. Do not edit. */
import type { JsonText } from "../../../database/json-text.ts";
import { readQueries } from "../../../database/statement.ts";
import type { AlertMessage, Columns, PageStep, Why } from "./column-types.ts";

interface Queries {
  closePage: {
    readonly parameters: {
      readonly outcome: string;
      readonly closedBy: string | null;
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly id: string;
      readonly source: string;
      readonly email: string;
      readonly senderId: string;
      readonly rotaId: string;
      readonly role: string;
      readonly urgent: boolean;
      readonly message: AlertMessage;
      readonly why: Why;
      readonly steps: PageStep[];
      readonly taken: number;
    };
  };
  closeSettledPages: {
    readonly parameters: {
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly id: string;
      readonly source: string;
      readonly email: string;
      readonly message: AlertMessage;
      readonly steps: PageStep[];
      readonly taken: number;
      readonly outcome: Columns["pages.outcome"];
      readonly closedBy: string | null;
    };
  };
  countPhoneMessages: {
    readonly parameters: {
      readonly about: string;
      readonly wayId: string;
    };
    readonly row: {
      readonly inDay: number;
      readonly inHalfHour: number;
      readonly ofGroupInMinute: number;
    };
  };
  findDuePage: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly id: string;
    };
  };
  findOpenPage: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly id: string;
    };
  };
  findPageOfPerson: {
    readonly parameters: {
      readonly emails: readonly string[];
      readonly alertId: string | null;
    };
    readonly row: {
      readonly organizationId: string;
      readonly id: string;
      readonly email: string;
    };
  };
  findPageToken: {
    readonly parameters: {
      readonly hash: Buffer;
    };
    readonly row: {
      readonly organizationId: string;
      readonly pageId: string;
      readonly way: Columns["page_tokens.way"];
      readonly wayId: string;
      readonly expired: boolean;
      readonly email: string;
      readonly title: string | null;
      readonly closedAt: Date | null;
      readonly outcome: Columns["pages.outcome"] | null;
      readonly closedBy: string | null;
    };
  };
  findSettledPage: {
    readonly parameters: Record<never, never>;
    readonly row: {
      readonly id: string | null;
    };
  };
  forgetPages: {
    readonly parameters: {
      readonly before: Date | string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  forgetPhoneMessages: {
    readonly parameters: Record<never, never>;
    readonly row: never;
  };
  getOpenPage: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: {
      readonly rotaId: string;
      readonly role: string;
    };
  };
  getPageEnd: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: {
      readonly closedAt: Date | null;
      readonly outcome: Columns["pages.outcome"] | null;
      readonly closedBy: string | null;
    };
  };
  hurryPage: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
    };
    readonly row: never;
  };
  insertPageTokens: {
    readonly parameters: {
      readonly tokens: JsonText;
    };
    readonly row: never;
  };
  insertPages: {
    readonly parameters: {
      readonly organizationId: string;
      readonly pages: JsonText;
    };
    readonly row: {
      readonly id: string;
    };
  };
  insertPhoneMessage: {
    readonly parameters: {
      readonly wayId: string;
      readonly about: string;
    };
    readonly row: never;
  };
  listAlertsOfPage: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
      readonly by: string | null;
      readonly limit: number | string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  listAlertsThatRing: {
    readonly parameters: {
      readonly pages: JsonText;
    };
    readonly row: {
      readonly organizationId: string;
      readonly id: string;
      readonly routeId: string;
      readonly alertId: string;
    };
  };
  listOpenPages: {
    readonly parameters: {
      readonly afterOrganization: string;
      readonly after: string;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly id: string;
      readonly email: string;
      readonly rotaId: string;
      readonly role: string;
    };
  };
  listPagesBehindMails: {
    readonly parameters: {
      readonly ownMail: string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly id: string;
    };
  };
  listPagesOfAlerts: {
    readonly parameters: {
      readonly alertIds: readonly string[];
      readonly organizationId: string;
      readonly most: number | string;
    };
    readonly row: {
      readonly alertId: string;
      readonly id: string;
      readonly email: string;
      readonly rotaId: string;
      readonly role: string;
      readonly urgent: boolean;
      readonly steps: PageStep[];
      readonly taken: number;
      readonly begunAt: Date;
      readonly dueAt: Date | null;
      readonly keptBack: boolean;
      readonly closedAt: Date | null;
      readonly outcome: Columns["pages.outcome"] | null;
      readonly closedBy: string | null;
    };
  };
  listPagesOfPerson: {
    readonly parameters: {
      readonly email: string;
      readonly id: string | null;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly id: string;
      readonly message: AlertMessage;
      readonly begunAt: Date;
      readonly urgent: boolean;
    };
  };
  listPeoplePaged: {
    readonly parameters: {
      readonly organizationId: string;
      readonly id: string;
      readonly emails: readonly string[];
    };
    readonly row: {
      readonly email: string;
    };
  };
  movePages: {
    readonly parameters: {
      readonly pages: JsonText;
    };
    readonly row: never;
  };
  noteAnswer: {
    readonly parameters: {
      readonly closedBy: string;
      readonly organizationId: string;
      readonly id: string;
      readonly email: string;
    };
    readonly row: {
      readonly id: string;
    };
  };
  reportAgain: {
    readonly parameters: {
      readonly source: string;
      readonly organizationId: string;
      readonly firstSource: string;
    };
    readonly row: never;
  };
  takePages: {
    readonly parameters: {
      readonly ids: readonly string[] | null;
      readonly limit: number | string;
    };
    readonly row: {
      readonly organizationId: string;
      readonly id: string;
      readonly source: string;
      readonly email: string;
      readonly senderId: string;
      readonly rotaId: string;
      readonly role: string;
      readonly urgent: boolean;
      readonly message: AlertMessage;
      readonly why: Why;
      readonly steps: PageStep[];
      readonly taken: number;
      readonly sinceSeconds: number;
    };
  };
}

export const sql = readQueries<Queries>("pages", new URL("queries/", import.meta.url));
