/** What the door for readers asks: which page a path means, whether this reader may see it, and what it shows. */

import type { KeyRing } from "../../database/vault.ts";
import { currentTime } from "../../engine/clock.ts";
import { secretIdentity } from "../../engine/draft.ts";
import {
  fileOf,
  noPage,
  notePage,
  type PageFile,
  type PageQuery,
  passwordPage,
  publicPageId,
  subscribePage,
  subscriptionPage,
} from "../../renderers/status-page/index.ts";
import { statusPageSettings } from "../../resources/status-page-settings.ts";
import type { GuessGuard } from "../identity/index.ts";
import type { Published, PublishedPages } from "./published.ts";
import type { FoundSubscriber } from "./subscriber-store.ts";
import type { SubscribeRequest, Subscribing } from "./subscribing.ts";
import { isMarked, isPassword, markFor } from "./visitors.ts";

export interface VisitsDeps {
  readonly pages: PublishedPages;
  readonly vault: KeyRing;
  /** Stands before the passwords. */
  readonly guard: GuessGuard;
  readonly subscribing: Subscribing;
  /** The host that is the service's own, and no page's; undefined where it is not known, and no page has one. */
  readonly ownHost: string | undefined;
}

/** A page as a reader meets it. The same object as long as it shows the same. */
export interface Visited {
  readonly slug: string;
  /** Whether readers need a password. */
  readonly closed: boolean;
  /** Whether search engines may list it. */
  readonly indexed: boolean;
  /** The name of the mark that a browser keeps of the password. */
  readonly markName: string;
  /** @param link the address of what is under a path below the page */
  file(path: string, query: PageQuery, link: (path: string) => string): PageFile | undefined;
  /** What stands before the password. @param wrong what is said of the last try */
  door(action: string, wrong: string | null): PageFile;
  /** The form by which people subscribe. @param wrong what is said of the last try */
  subscribeForm(link: (path: string) => string, wrong: string | null): PageFile;
  /** A sentence, and the way back. */
  note(text: string, home: string): PageFile;
  /** @returns what is wrong with it; null where the address is asked to confirm. @throws Refusal `rate_limited` */
  subscribe(request: SubscribeRequest): Promise<string | null>;
  /** Whether the mark of a browser is one of this password. */
  isMarked(mark: string | undefined): boolean;
  /**
   * The mark for a browser that gave the password; undefined for a wrong one, which is counted.
   * @throws Refusal `rate_limited` after too many, `unavailable` where too many try at this moment
   */
  enter(
    password: string,
    address: string | undefined,
  ): Promise<{ readonly value: string; readonly seconds: number } | undefined>;
}

/** A subscriber who shows the code of a message. */
export interface VisitingSubscriber {
  /** The page, where it is served. */
  readonly page: Visited | undefined;
  /** What is asked of the subscriber. @param action where the answer goes */
  question(action: string): PageFile;
  /** @returns what to say to it */
  answer(action: "confirm" | "unsubscribe"): Promise<string>;
}

export interface Visits {
  /** The page of a name, or the name that it has now; undefined where there is neither. */
  visit(slug: string): Promise<Visited | { readonly movedTo: string } | undefined>;
  /** The name of the page that a Host header means; undefined for the service's own. */
  slugAt(host: string | undefined): string | undefined;
  /**
   * The subscriber of a link in a message, whatever has become of the page and its name; undefined for another code.
   * @param slug the page's name in the link, if it has one
   */
  subscriber(id: string, code: string, slug: string | undefined): Promise<VisitingSubscriber | undefined>;
  /** A sentence where no page is known. */
  note(text: string): PageFile;
}

export function createVisits({ pages, ownHost, ...deps }: VisitsDeps): Visits {
  const known = new WeakMap<Published, { readonly asOf: string | null; readonly visited: Visited }>();

  function visitedNow(page: Published): Visited {
    const asOf = pages.asOf(page);
    const before = known.get(page);
    if (before?.asOf === asOf) return before.visited;
    const visited = visitedOf(deps, page, asOf);
    known.set(page, { asOf, visited });
    return visited;
  }

  async function organizationAt(slug: string): Promise<string | undefined> {
    const page = await pages.bySlug(slug, currentTime());
    const served =
      page !== undefined && "movedTo" in page ? await pages.bySlug(page.movedTo, currentTime()) : page;
    return served === undefined || "movedTo" in served ? undefined : served.organizationId;
  }

  return {
    async visit(slug) {
      const page = await pages.bySlug(slug, currentTime());
      return page === undefined || "movedTo" in page ? page : visitedNow(page);
    },
    async subscriber(id, code, slug) {
      const { subscribing } = deps;
      const found = await subscribing.find(id);
      // One that has left is known by its page alone.
      const organizationId = found?.organizationId ?? (slug && (await organizationAt(slug)));
      if (organizationId === undefined || !subscribing.isGenuine(organizationId, id, code)) return undefined;
      const published = pages.of(organizationId);
      const looks = published?.state.page ?? noPage;
      return {
        page: published && visitedNow(published),
        question: (action) =>
          found === undefined
            ? notePage(looks, goneNote, null)
            : subscriptionPage(looks, action, questionsTo(found)),
        async answer(answer) {
          if (found === undefined) return goneNote;
          const refused = await subscribing.change(organizationId, id, answer);
          if (refused !== null) return refused;
          return answer === "confirm"
            ? "You are subscribed: a message comes with each update."
            : "You get no more messages of this page.";
        },
      };
    },
    slugAt(host) {
      // The root's dot may stand behind a name.
      const name = host?.replace(/\.?(?::\d*)?$/, "").toLowerCase();
      return ownHost === undefined || name === undefined || name === ownHost ? undefined : pages.slugAt(name);
    },
    note: (text) => notePage(noPage, text, null),
  };
}

/** Who asked for other components came to confirm that, or came by an earlier message to leave. */
function questionsTo({ status, asks }: FoundSubscriber): readonly ("confirm" | "unsubscribe")[] {
  if (status !== "confirmed") return ["confirm"];
  return asks ? ["confirm", "unsubscribe"] : ["unsubscribe"];
}

function visitedOf(
  { vault, guard, subscribing }: Pick<VisitsDeps, "vault" | "guard" | "subscribing">,
  published: Published,
  asOf: string | null,
): Visited {
  const { organizationId, slug, state, sealedPassword } = published;
  const { page, at } = state;
  const lockOf = (sealed: string) => {
    const { kind } = statusPageSettings;
    const opened = vault.openOrNot(sealed, secretIdentity(organizationId, kind, kind, "password"));
    return opened === undefined
      ? undefined
      : { organizationId, sealed, password: String(JSON.parse(opened)) };
  };
  return {
    slug,
    closed: sealedPassword !== null,
    indexed: page.allow_indexing && sealedPassword === null,
    markName: `orgconfig_${publicPageId(page)}`,
    file: (path, query, link) => fileOf(state, path, query, { link, asOf, now: at }),
    door: (action, wrong) => passwordPage(page, action, wrong),
    ...subscriptionsOf(subscribing, published),
    isMarked(mark) {
      const lock = sealedPassword === null ? undefined : lockOf(sealedPassword);
      return lock !== undefined && mark !== undefined && isMarked(vault, lock, mark, currentTime());
    },
    async enter(password, address) {
      const lock = sealedPassword === null ? undefined : lockOf(sealedPassword);
      if (lock === undefined) return undefined;
      const guess = { email: page.id, address, device: undefined };
      return guard(guess, async () =>
        isPassword(lock, password) ? markFor(vault, lock, currentTime()) : undefined,
      );
    },
  };
}

function subscriptionsOf(subscribing: Subscribing, published: Published) {
  const { state } = published;
  return {
    subscribeForm: (link: (path: string) => string, wrong: string | null) =>
      subscribePage(state, { link, mails: subscribing.mails, wrong }),
    note: (text: string, home: string) => notePage(state.page, text, home),
    subscribe: (request: SubscribeRequest) => subscribing.subscribe(published, request),
  };
}

const goneNote = "You are not subscribed. Subscribe again from the page.";
