/**
 * Serves status pages to everybody: from memory, so that it goes on while the database is away and before it is there.
 * What a reader is sent costs less than counting it; what is a guess, or finds nothing, is counted against the address.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import { LRUCache } from "lru-cache";
import { Refusal } from "../../kernel/problem.ts";
import type { PublicClients } from "../public-clients.ts";
import { fileOf, type ServedFile, sendFile } from "../served-files.ts";

/** What stands under a path of a page. */
interface PageFile {
  readonly type: string;
  readonly text: string;
  readonly policy?: string;
  readonly shared?: true;
}

interface PageQuery {
  readonly month?: string | undefined;
  readonly component?: string | undefined;
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
  enter(
    password: string,
    address: string | undefined,
  ): { readonly value: string; readonly seconds: number } | undefined;
}

export interface StatusPageVisits {
  slugAt(host: string | undefined): string | undefined;
  visit(slug: string): Promise<ServedPage | { readonly movedTo: string } | undefined>;
}

export interface StatusPageOptions {
  readonly visits: StatusPageVisits;
  readonly clients: PublicClients;
}

/** RFC 5861: what is old is better than nothing, for a page that is read when something is down. */
const caching = "public, max-age=15, stale-while-revalidate=60, stale-if-error=86400";
const ownCaching = "private, no-cache";
/** A form has one field. */
const formBytes = 4_096;
/** Months and components make a page's files many. */
const mostFiles = 200;

interface PageParams {
  readonly slug: string;
  readonly "*"?: string;
}

export function serveStatusPages(server: FastifyInstance, { visits, clients }: StatusPageOptions): void {
  const files = new WeakMap<ServedPage, LRUCache<string, SentFile>>();

  const linkFor = ({ slug }: ServedPage, { headers: { host } }: FastifyRequest) =>
    linkTo(visits.slugAt(host) === slug ? "" : `/status/${slug}`);

  function fileAt(page: ServedPage, path: string, query: PageQuery, request: FastifyRequest) {
    const known = files.get(page) ?? new LRUCache<string, SentFile>({ max: mostFiles });
    files.set(page, known);
    const link = linkFor(page, request);
    const key = `${link(path)}?${query.month ?? ""}&${query.component ?? ""}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = page.file(path, query, link);
    if (made === undefined) return undefined;
    const sent = sentFile(made);
    known.set(key, sent);
    return sent;
  }

  async function read(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { slug, "*": rest = "" } = request.params as PageParams;
    const page = await visits.visit(slug);
    if (page !== undefined && "movedTo" in page)
      return reply.redirect(`${linkTo(`/status/${page.movedTo}`)(rest)}${queryIn(request.url)}`, 308);
    const { month, component } = request.query as Record<string, unknown>;
    const query = { month: textOrNone(month), component: textOrNone(component) };
    const admitted = page !== undefined && isAdmitted(page, request);
    const file = page === undefined ? undefined : admitted ? fileAt(page, rest, query, request) : undefined;
    if (page !== undefined && !admitted) return refuse(page, rest, request, reply);
    if (page === undefined || file === undefined) {
      clients.count(request);
      return notFound(reply);
    }
    if (file.shared && !page.closed) reply.header("access-control-allow-origin", "*");
    if (!page.indexed) reply.header("x-robots-tag", "noindex");
    return sendFile(request, guarded(reply, file), file, page.closed ? ownCaching : caching);
  }

  function isAdmitted(page: ServedPage, request: FastifyRequest): boolean {
    return !page.closed || page.isMarked(clients.markOf(request, page.markName));
  }

  function refuse(
    page: ServedPage,
    path: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply {
    if (/\.[a-z]+$/.test(path))
      throw new Refusal("unauthorized", "This status page has a password; open it in a browser to give it.");
    return sendDoor(reply, page.door(linkFor(page, request)("password"), null), 401);
  }

  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    clients.count(request);
    const page = await visits.visit((request.params as PageParams).slug);
    if (page === undefined || "movedTo" in page || !page.closed) return notFound(reply);
    const link = linkFor(page, request);
    const given = new URLSearchParams(String(request.body ?? "")).get("password") ?? "";
    try {
      const mark = page.enter(given, clients.addressOf(request));
      if (mark === undefined)
        return sendDoor(reply, page.door(link("password"), "That is not the password."), 401);
      clients.keepMark(request, reply, page.markName, mark);
      return reply.header("cache-control", "no-store").redirect(link(""), 303);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "rate_limited") throw error;
      reply.header("retry-after", String(error.detail.retryAfterSeconds ?? 1));
      return sendDoor(reply, page.door(link("password"), error.message), 429);
    }
  }

  mount(server, read, enter);
}

/** In a context of its own: no other path takes a form. */
function mount(server: FastifyInstance, read: RouteHandlerMethod, enter: RouteHandlerMethod): void {
  server.register(async (pages) => {
    pages.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: formBytes },
      (_request, body, done) => done(null, body),
    );
    const config = { whileStarting: true } as const;
    for (const url of ["/status/:slug", "/status/:slug/*"])
      pages.route({ method: ["GET", "HEAD"], url, config, handler: read });
    pages.route({ method: "POST", url: "/status/:slug/password", config, handler: enter });
  });
}

interface SentFile extends ServedFile {
  readonly policy: string | undefined;
  readonly shared: boolean;
}

function sentFile({ type, text, policy, shared }: PageFile): SentFile {
  return { ...fileOf("", text), type, policy, shared: shared === true };
}

/** @param base what stands before every path of the page; empty at a host of its own */
function linkTo(base: string): (path: string) => string {
  return (path) => (path === "" ? base || "/" : `${base}/${path}`);
}

function sendDoor(reply: FastifyReply, made: PageFile, status: number): FastifyReply {
  const door = sentFile(made);
  return guarded(reply, door)
    .code(status)
    .header("cache-control", "no-store")
    .header("x-robots-tag", "noindex")
    .type(door.type)
    .send(door.body);
}

function guarded(reply: FastifyReply, { policy }: SentFile): FastifyReply {
  if (policy !== undefined) reply.header("content-security-policy", policy).header("x-frame-options", "DENY");
  return reply.header("referrer-policy", "no-referrer");
}

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function queryIn(url: string): string {
  const at = url.indexOf("?");
  return at === -1 ? "" : url.slice(at);
}
