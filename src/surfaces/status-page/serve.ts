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
  readonly encoding?: "base64";
  readonly policy?: string;
  readonly shared?: true;
}

interface PageQuery {
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
  subscription(id: string, code: string, link: (path: string) => string): Promise<PageFile | undefined>;
  answer(id: string, code: string, action: "confirm" | "unsubscribe"): Promise<string | undefined>;
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
    const query = {
      month: textOrNone(month),
      component: textOrNone(Array.isArray(component) ? component.join() : component),
    };
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

  mount(server, { read, enter, ...subscriptionRoutes({ visits, clients }, { linkFor, isAdmitted }) });
}

type Routes = Readonly<
  Record<"read" | "enter" | "showForm" | "subscribe" | "showQuestion" | "answer", RouteHandlerMethod>
>;

/** In a context of its own: no other path takes a form. */
function mount(server: FastifyInstance, routes: Routes): void {
  server.register(async (pages) => {
    pages.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: formBytes },
      (_request, body, done) => done(null, body),
    );
    const config = { whileStarting: true } as const;
    for (const url of ["/status/:slug", "/status/:slug/*"])
      pages.route({ method: ["GET", "HEAD"], url, config, handler: routes.read });
    pages.route({ method: "POST", url: "/status/:slug/password", config, handler: routes.enter });
    const form = "/status/:slug/subscribe";
    pages.route({ method: ["GET", "HEAD"], url: form, config, handler: routes.showForm });
    pages.route({ method: "POST", url: form, handler: routes.subscribe });
    const question = "/status/:slug/subscription/:id/:code";
    pages.route({ method: ["GET", "HEAD"], url: question, handler: routes.showQuestion });
    pages.route({ method: "POST", url: question, handler: routes.answer });
  });
}

interface SubscriptionParams extends PageParams {
  readonly id: string;
  readonly code: string;
}

interface Looks {
  readonly linkFor: (page: ServedPage, request: FastifyRequest) => (path: string) => string;
  readonly isAdmitted: (page: ServedPage, request: FastifyRequest) => boolean;
}

/** What is sent of a form, or of a program that unsubscribes by it (RFC 8058). */
function fieldsOf({ body }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(typeof body === "string" ? body : "");
}

/** Subscribing costs the database something, so that each request is counted. */
function subscriptionRoutes({ visits, clients }: StatusPageOptions, { linkFor, isAdmitted }: Looks) {
  async function pageOf(request: FastifyRequest): Promise<ServedPage | undefined> {
    clients.count(request);
    const page = await visits.visit((request.params as PageParams).slug);
    if (page === undefined || !("movedTo" in page)) return page;
    // Links in mails outlive a name.
    const moved = await visits.visit(page.movedTo);
    return moved === undefined || "movedTo" in moved ? undefined : moved;
  }

  async function showForm(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const page = await pageOf(request);
    if (page === undefined || !isAdmitted(page, request)) return notFound(reply);
    return sendDoor(reply, page.subscribeForm(linkFor(page, request), null), 200);
  }

  async function subscribe(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const page = await pageOf(request);
    if (page === undefined || !isAdmitted(page, request)) return notFound(reply);
    const fields = fieldsOf(request);
    const link = linkFor(page, request);
    try {
      const wrong = await page.subscribe({
        email: (fields.get("email") ?? "").trim(),
        webhook: (fields.get("webhook") ?? "").trim(),
        componentIds: [...fields.getAll("component"), ...fields.getAll("component_ids")],
        address: clients.addressOf(request),
      });
      if (wrong !== null) return sendDoor(reply, page.subscribeForm(link, wrong), 422);
      const note = "Look for our message there, and confirm it. Without that nothing is sent.";
      return sendDoor(reply, page.note(note, link("")), 202);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "rate_limited") throw error;
      reply.header("retry-after", String(error.detail.retryAfterSeconds ?? 1));
      return sendDoor(reply, page.subscribeForm(link, error.message), 429);
    }
  }

  async function showQuestion(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { id, code } = request.params as SubscriptionParams;
    const page = await pageOf(request);
    const question = page && (await page.subscription(id, code, linkFor(page, request)));
    return question === undefined ? notFound(reply) : sendDoor(reply, question, 200);
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { id, code } = request.params as SubscriptionParams;
    const page = await pageOf(request);
    const action = fieldsOf(request).get("action") === "confirm" ? "confirm" : "unsubscribe";
    const note = page && (await page.answer(id, code, action));
    if (page === undefined || note === undefined) return notFound(reply);
    return sendDoor(reply, page.note(note, linkFor(page, request)("")), 200);
  }

  return { showForm, subscribe, showQuestion, answer };
}

interface SentFile extends ServedFile {
  readonly policy: string | undefined;
  readonly shared: boolean;
}

function sentFile({ type, text, encoding, policy, shared }: PageFile): SentFile {
  // Pictures are compressed by their own form.
  const packed = encoding === undefined ? (["gzip"] as const) : [];
  return { ...fileOf("", Buffer.from(text, encoding), packed), type, policy, shared: shared === true };
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
  return typeof value === "string" && value !== "" ? value : undefined;
}

function queryIn(url: string): string {
  const at = url.indexOf("?");
  return at === -1 ? "" : url.slice(at);
}
