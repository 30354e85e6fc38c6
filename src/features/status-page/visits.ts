/** What the door for readers asks: which page a path means, whether this reader may see it, and what it shows. */
import type { KeyRing } from "../../database/vault.ts";
import type { GuessLimit } from "../../engine/authenticator.ts";
import { secretIdentity } from "../../engine/draft.ts";
import { networkOf } from "../../kernel/address.ts";
import {
  fileOf,
  notePage,
  type PageFile,
  type PageQuery,
  type PageState,
  passwordPage,
  publicPageId,
  subscribePage,
  subscriptionPage,
} from "../../renderers/status-page/index.ts";
import { statusPageSettings } from "../../resources/status-page-settings.ts";
import type { Published, PublishedPages } from "./published.ts";
import type { SubscribeRequest, Subscribing } from "./subscribing.ts";
import { isMarked, isPassword, markFor } from "./visitors.ts";

export interface VisitsDeps {
  readonly pages: PublishedPages;
  readonly vault: KeyRing;
  readonly guesses: GuessLimit;
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
  /** The question to a subscriber with the code of a message; undefined for another code. */
  subscription(id: string, code: string, link: (path: string) => string): Promise<PageFile | undefined>;
  /** What the subscriber answered to it. @returns what to say; undefined for another code */
  answer(id: string, code: string, action: "confirm" | "unsubscribe"): Promise<string | undefined>;
  /** Whether the mark of a browser is one of this password. */
  isMarked(mark: string | undefined): boolean;
  /**
   * The mark for a browser that gave the password; undefined for a wrong one, which is counted.
   * @throws Refusal `rate_limited` after too many
   */
  enter(
    password: string,
    address: string | undefined,
  ): { readonly value: string; readonly seconds: number } | undefined;
}

export interface Visits {
  /** The page of a name, or the name that it has now; undefined where there is neither. */
  visit(slug: string): Promise<Visited | { readonly movedTo: string } | undefined>;
  /** The name of the page that a Host header means; undefined for the service's own. */
  slugAt(host: string | undefined): string | undefined;
}

export function createVisits({ pages, ownHost, ...deps }: VisitsDeps): Visits {
  const known = new WeakMap<Published, { readonly asOf: string | null; readonly visited: Visited }>();
  return {
    async visit(slug) {
      const page = await pages.bySlug(slug, new Date());
      if (page === undefined || "movedTo" in page) return page;
      const asOf = pages.asOf(page);
      const before = known.get(page);
      if (before?.asOf === asOf) return before.visited;
      const visited = visitedOf(deps, page, asOf);
      known.set(page, { asOf, visited });
      return visited;
    },
    slugAt(host) {
      const name = host?.replace(/:\d*$/, "").toLowerCase();
      return ownHost === undefined || name === undefined || name === ownHost ? undefined : pages.slugAt(name);
    },
  };
}

function visitedOf(
  { vault, guesses, subscribing }: Pick<VisitsDeps, "vault" | "guesses" | "subscribing">,
  published: Published,
  asOf: string | null,
): Visited {
  const { slug, state, sealedPassword } = published;
  const { page, at } = state;
  const lockOf = (sealed: string) => {
    const { kind } = statusPageSettings;
    const opened = vault.openOrNot(sealed, secretIdentity(page.id, kind, kind, "password"));
    return opened === undefined
      ? undefined
      : { organizationId: page.id, password: String(JSON.parse(opened)) };
  };
  return {
    slug,
    closed: sealedPassword !== null,
    indexed: page.allow_indexing && sealedPassword === null,
    markName: `orgconfig_${publicPageId(page)}`,
    file: (path, query, link) => fileOf(state, path, query, { link, asOf, now: at }),
    door: (action, wrong) => passwordPage(page, action, wrong),
    ...subscriptionsOf(subscribing, state),
    isMarked(mark) {
      const lock = sealedPassword === null ? undefined : lockOf(sealedPassword);
      return lock !== undefined && mark !== undefined && isMarked(vault, lock, mark, new Date());
    },
    enter(password, address) {
      const lock = sealedPassword === null ? undefined : lockOf(sealedPassword);
      if (lock === undefined) return undefined;
      const place = guesses.hold(`page/${page.id}/${networkOf(address)}`);
      if (!isPassword(lock, password)) {
        place.count();
        return undefined;
      }
      place.release();
      return markFor(vault, lock, new Date());
    },
  };
}

function subscriptionsOf(subscribing: Subscribing, state: PageState) {
  const { page } = state;
  return {
    subscribeForm: (link: (path: string) => string, wrong: string | null) =>
      subscribePage(state, { link, mails: subscribing.mails, wrong }),
    note: (text: string, home: string) => notePage(page, text, home),
    subscribe: (request: SubscribeRequest) => subscribing.subscribe(state, request),
    async subscription(id: string, code: string, link: (path: string) => string) {
      if (!subscribing.isGenuine(page.id, id, code)) return undefined;
      const status = await subscribing.statusOf(page.id, id);
      if (status === undefined) return notePage(page, goneNote, link(""));
      const question = status === "confirmed" ? "unsubscribe" : "confirm";
      return subscriptionPage(page, link(`subscription/${id}/${code}`), question);
    },
    async answer(id: string, code: string, action: "confirm" | "unsubscribe") {
      if (!subscribing.isGenuine(page.id, id, code)) return undefined;
      if ((await subscribing.statusOf(page.id, id)) === undefined) return goneNote;
      await subscribing.change(page.id, id, action);
      return action === "confirm"
        ? "You are subscribed: a message comes with each update."
        : "You get no more messages of this page.";
    },
  };
}

const goneNote = "You are not subscribed. Subscribe again from the page.";
