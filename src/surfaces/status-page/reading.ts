/** Which page a request means, whether its reader may see it, and where its links lead: the same for all routes of a page. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../../kernel/problem.ts";
import type { PublicClients } from "../public-clients.ts";
import { isForPrograms, type PageFile, sendDoor } from "./sending.ts";

export interface PageQuery {
  readonly month?: string | undefined;
  readonly component?: string | undefined;
}

interface SubscribeRequest {
  readonly email: string;
  readonly webhook: string;
  readonly componentIds: readonly string[];
  readonly address: string | undefined;
}

/** A page as a reader meets it: the same object as long as it shows the same. */
export interface ServedPage {
  readonly slug: string;
  readonly closed: boolean;
  readonly indexed: boolean;
  readonly markName: string;
  file(path: string, query: PageQuery, link: (path: string) => string): PageFile | undefined;
  door(action: string, wrong: string | null): PageFile;
  isMarked(mark: string | undefined): boolean;
  subscribeForm(link: (path: string) => string, wrong: string | null): PageFile;
  note(text: string, home: string): PageFile;
  subscribe(request: SubscribeRequest): Promise<string | null>;
  enter(
    password: string,
    address: string | undefined,
  ): Promise<{ readonly value: string; readonly seconds: number } | undefined>;
}

/** A subscriber who shows the code of a message. */
export interface ServedSubscriber {
  /** The page, where it is served. */
  readonly page: ServedPage | undefined;
  question(action: string): PageFile;
  answer(action: "confirm" | "unsubscribe"): Promise<string>;
}

export interface StatusPageVisits {
  slugAt(host: string | undefined): string | undefined;
  visit(slug: string): Promise<ServedPage | { readonly movedTo: string } | undefined>;
  subscriber(id: string, code: string, slug: string | undefined): Promise<ServedSubscriber | undefined>;
  /** A sentence where no page is known. */
  note(text: string): PageFile;
}

export interface StatusPageOptions {
  readonly visits: StatusPageVisits;
  readonly clients: PublicClients;
}

/** What the routes of a page have in common. */
export interface Reading {
  /** The page that a request means, also by a name that it had: links in mails outlive it. */
  readonly pageOf: (request: FastifyRequest) => Promise<ServedPage | undefined>;
  readonly linkFor: (page: ServedPage, request: FastifyRequest) => (path: string) => string;
  readonly isAdmitted: (page: ServedPage, request: FastifyRequest) => boolean;
  /** Asks for the password. */
  readonly refuse: (
    page: ServedPage,
    path: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => FastifyReply;
}

export function readingOf({ visits, clients }: StatusPageOptions): Reading {
  const linkFor: Reading["linkFor"] = ({ slug }, { headers: { host } }) =>
    linkTo(visits.slugAt(host) === slug ? "" : `/status/${slug}`);
  return {
    linkFor,
    async pageOf(request) {
      const page = await visits.visit(paramsOf(request).slug);
      if (page === undefined || !("movedTo" in page)) return page;
      const moved = await visits.visit(page.movedTo);
      return moved === undefined || "movedTo" in moved ? undefined : moved;
    },
    isAdmitted: (page, request) => !page.closed || page.isMarked(clients.markOf(request, page.markName)),
    refuse(page, path, request, reply) {
      const action = linkFor(page, request)("password");
      // The scheme by which pages with forms and cookies say so (draft-broyer-http-cookie-auth).
      reply.header(
        "www-authenticate",
        `Cookie realm="status page", form-action="${action}", cookie-name="${page.markName}"`,
      );
      if (!isForPrograms(path)) return sendDoor(reply, page.door(action, null), 401);
      const message = "This status page has a password; open it in a browser to give it.";
      return reply
        .code(401)
        .header("cache-control", "no-store")
        .send(new Refusal("unauthorized", message).body(request.id));
    },
  };
}

export interface PageParams {
  readonly slug: string;
  readonly "*"?: string;
}

export function paramsOf({ params }: FastifyRequest): PageParams {
  return params as PageParams;
}

/** Where there is no page, or nothing at this path of it. */
export function nothingHere(): Refusal {
  return new Refusal("not_found", "There is no status page at this address, or nothing at this path of it.");
}

/** @param base what stands before every path of the page; empty at a host of its own */
export function linkTo(base: string): (path: string) => string {
  return (path) => (path === "" ? base || "/" : `${base}/${path}`);
}
