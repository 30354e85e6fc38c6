/**
 * Serves status pages to everybody: from memory, so that it goes on while the database is away and before it is there.
 * What a reader is sent costs less than counting it; what is a guess, or finds nothing, is counted against the address.
 */
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  RouteHandlerMethod,
} from "fastify";
import { LRUCache } from "lru-cache";
import { methodNotAllowed, Refusal } from "../../kernel/problem.ts";
import { sendFile } from "../served-files.ts";
import { acceptForms, fieldsOf } from "./forms.ts";
import {
  linkTo,
  nothingHere,
  type PageParams,
  type PageQuery,
  paramsOf,
  type Reading,
  readingOf,
  type ServedPage,
  type StatusPageOptions,
} from "./reading.ts";
import { guarded, isForPrograms, type SentFile, sendDoor, sendFault, sentFile } from "./sending.ts";
import { subscriberRoutes } from "./subscribers.ts";

/** RFC 5861: what is old is better than nothing, for a page that is read when something is down. */
const caching = "public, max-age=15, stale-while-revalidate=60, stale-if-error=86400";
const ownCaching = "private, no-cache";
/** Of where a name leads: without it browsers keep a 308 for ever, and the name may be another's tomorrow. */
const movedCaching = "public, max-age=15";
/** A day: what other sites may ask does not change. */
const preflightSeconds = 86_400;
/** Months and components make a page's files many. */
const mostFiles = 200;

export function serveStatusPages(server: FastifyInstance, options: StatusPageOptions): void {
  const reading = readingOf(options);
  mount(
    server,
    reading,
    {
      ...pageRoutes(options, reading),
      ...subscriberRoutes(options, reading),
      otherMethod: otherMethodOf(options),
    },
    options,
  );
}

function pageRoutes(
  { visits, clients }: StatusPageOptions,
  { pageOf, linkFor, isAdmitted, refuse }: Reading,
) {
  const files = new WeakMap<ServedPage, LRUCache<string, SentFile>>();

  function fileAt(page: ServedPage, path: string, { month, component }: PageQuery, request: FastifyRequest) {
    const known = files.get(page) ?? new LRUCache<string, SentFile>({ max: mostFiles });
    files.set(page, known);
    const link = linkFor(page, request);
    const key = JSON.stringify([link(""), path, month, component]);
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = page.file(path, { month, component }, link);
    if (made === undefined) return undefined;
    const sent = sentFile(made);
    known.set(key, sent);
    return sent;
  }

  async function read(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { slug, "*": rest = "" } = paramsOf(request);
    const page = await visits.visit(slug);
    if (page === undefined) throw counted(clients, request);
    if ("movedTo" in page)
      return share(reply)
        .header("cache-control", movedCaching)
        .redirect(`${linkTo(`/status/${page.movedTo}`)(rest)}${queryIn(request.url)}`, 308);
    if (!isAdmitted(page, request)) return refuse(page, rest, request, reply);
    const { month, component } = request.query as Record<string, unknown>;
    const query = {
      month: textOrNone(month),
      component: textOrNone(Array.isArray(component) ? component.join() : component),
    };
    const file = fileAt(page, rest, query, request);
    if (file === undefined) throw counted(clients, request);
    if (file.shared && !page.closed) share(reply);
    if (!page.indexed) reply.header("x-robots-tag", "noindex");
    return sendFile(request, guarded(reply, file), file, page.closed ? ownCaching : caching);
  }

  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    clients.count(request);
    const page = await pageOf(request);
    if (page === undefined || !page.closed) throw nothingHere();
    const link = linkFor(page, request);
    try {
      const mark = await page.enter(fieldsOf(request).get("password") ?? "", clients.addressOf(request));
      if (mark === undefined)
        return sendDoor(reply, page.door(link("password"), "That is not the password."), 401);
      clients.keepMark(request, reply, page.markName, mark);
      return reply.header("cache-control", "no-store").redirect(link(""), 303);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "rate_limited") throw error;
      const seconds = error.detail.retryAfterSeconds ?? 1;
      reply.header("retry-after", String(seconds));
      const wrong = `Too many wrong passwords were tried; wait ${seconds} s.`;
      return sendDoor(reply, page.door(link("password"), wrong), 429);
    }
  }

  /** Who comes back to where the password was sent. */
  async function showDoor(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const page = await pageOf(request);
    if (page === undefined || !page.closed) throw counted(clients, request);
    return reply.header("cache-control", "no-store").redirect(linkFor(page, request)(""), 303);
  }

  return { read, enter, showDoor };
}

/** What finds nothing may be a guess. @throws Refusal `rate_limited` */
function counted(clients: StatusPageOptions["clients"], request: FastifyRequest): Refusal {
  clients.count(request);
  return nothingHere();
}

/** Methods that a path does not take. Other sites may ask which it takes (CORS). */
const otherMethodOf =
  ({ visits, clients }: StatusPageOptions) =>
  (methods: readonly string[]): onRequestAsyncHookHandler =>
  async (request, reply) => {
    const { slug } = request.params as Partial<PageParams>;
    const page = slug === undefined ? undefined : await visits.visit(slug);
    if (slug !== undefined && page === undefined) throw counted(clients, request);
    const refusal = methodNotAllowed(request.method, [...methods, "OPTIONS"]);
    if (request.method !== "OPTIONS") throw refusal;
    if (page !== undefined && ("movedTo" in page || !page.closed))
      share(reply)
        .header("access-control-allow-methods", "GET, HEAD")
        .header("access-control-allow-headers", "*")
        .header("access-control-max-age", preflightSeconds);
    const allow = refusal.detail.allow ?? [];
    return reply.code(204).header("allow", allow.join(", ")).send();
  };

type Routes = { readonly otherMethod: ReturnType<typeof otherMethodOf> } & ReturnType<typeof pageRoutes> &
  ReturnType<typeof subscriberRoutes>;

/** In a context of its own: no other path takes a form, or says in a page what is wrong. */
function mount(
  server: FastifyInstance,
  { pageOf, linkFor }: Reading,
  routes: Routes,
  { visits }: StatusPageOptions,
): void {
  server.register(async (pages) => {
    acceptForms(pages);
    pages.setErrorHandler(async (error, request, reply) => {
      if (isForPrograms(paramsOf(request)["*"] ?? "")) throw error;
      const page = await pageOf(request).catch(() => undefined);
      const home = page && linkFor(page, request)("");
      return sendFault(request, reply, error, (text) =>
        page === undefined || home === undefined ? visits.note(text) : page.note(text, home),
      );
    });
    /** @param early the methods that are answered while the service starts */
    function serve(url: string, handlers: Handlers, early: readonly (keyof Handlers)[] = []) {
      const { GET, POST } = handlers;
      const configOf = (method: keyof Handlers) =>
        early.includes(method) ? ({ whileStarting: true } as const) : {};
      if (GET !== undefined)
        pages.route({ method: ["GET", "HEAD"], url, config: configOf("GET"), handler: GET });
      if (POST !== undefined) pages.route({ method: "POST", url, config: configOf("POST"), handler: POST });
      const onRequest = routes.otherMethod(Object.keys(handlers));
      const others = pages.supportedMethods.filter((method) => !pages.hasRoute({ method, url }));
      pages.route({ method: others, url, config: configOf("GET"), onRequest, handler: () => {} });
    }
    serve("/status/:slug", { GET: routes.read }, ["GET"]);
    serve("/status/:slug/*", { GET: routes.read }, ["GET"]);
    serve("/status/:slug/password", { GET: routes.showDoor, POST: routes.enter }, ["GET", "POST"]);
    serve("/status/:slug/subscribe", { GET: routes.showForm, POST: routes.subscribe }, ["GET"]);
    for (const base of ["/status/:slug", ""])
      serve(`${base}/subscription/:id/:code`, { GET: routes.showQuestion, POST: routes.answer });
  });
}

interface Handlers {
  readonly GET?: RouteHandlerMethod;
  readonly POST?: RouteHandlerMethod;
}

/** Lets other sites read it, and the tag by which they ask for it again. */
function share(reply: FastifyReply): FastifyReply {
  return reply.header("access-control-allow-origin", "*").header("access-control-expose-headers", "etag");
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function queryIn(url: string): string {
  const at = url.indexOf("?");
  return at === -1 ? "" : url.slice(at);
}
