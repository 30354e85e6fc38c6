/** Serves the calls that are not an organization's configuration, from their table. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { levelRefusal, recordRefusal } from "../../engine/action.ts";
import type { Store } from "../../engine/ports/rows.ts";
import type { SiteCall, SiteRequest } from "../../engine/site-call.ts";
import { allows } from "../../kernel/access.ts";
import { refuseParameters } from "../../kernel/parameters.ts";
import { methodNotAllowed, unprocessable } from "../../kernel/problem.ts";
import { type JsonObject, parseBody } from "../../kernel/validate.ts";
import { sendJson } from "./answers.ts";
import { objectBody } from "./body.ts";
import { unknownPath } from "./rest.ts";
import { deviceCookie, setDeviceCookie, setSessionCookie } from "./session-cookie.ts";
import type { SiteAdmission, SiteAdmit } from "./site-admission.ts";

export interface SiteOptions {
  readonly calls: readonly SiteCall[];
  readonly store: Store;
  readonly admit: SiteAdmit;
  readonly addressOf: (request: FastifyRequest) => string | undefined;
  /** Whether the browser came by https, so that the cookie may be kept to it. */
  readonly isSecure: (request: FastifyRequest) => boolean;
}

interface Admitted extends SiteAdmission {
  readonly call: SiteCall;
  readonly now: Date;
}

const admitted = Symbol("admitted");
type AdmittedRequest = FastifyRequest & { [admitted]?: Admitted };

/** Everything up to the body is decided from the request's head, before a byte of the body is read. */
export function serveSite(server: FastifyInstance, options: SiteOptions): void {
  for (const [path, calls] of byPath(options.calls)) {
    server.all(
      routeOf(path),
      {
        onRequest: async (request) => {
          (request as AdmittedRequest)[admitted] = await admit(request, path, calls, options);
        },
      },
      async (request, reply) => {
        const atHead = (request as AdmittedRequest)[admitted] as Admitted;
        return answer(request, reply, await stillAdmitted(request, path, atHead, options), options);
      },
    );
  }
}

/** A body may take its time, in which a session ends or a role changes: what acts on it is asked for again. */
async function stillAdmitted(
  request: FastifyRequest,
  path: string,
  atHead: Admitted,
  options: SiteOptions,
): Promise<Admitted> {
  const { call } = atHead;
  // A body may be sent where none is asked for, too; only of these none is waited for.
  if (call.method === "GET" || call.credential === "operator") return atHead;
  return admit(request, path, [call], options, "counted");
}

async function admit(
  request: FastifyRequest,
  path: string,
  calls: readonly [SiteCall, ...SiteCall[]],
  options: SiteOptions,
  counted?: "counted",
): Promise<Admitted> {
  const now = new Date();
  const method = request.method === "HEAD" ? "GET" : request.method;
  const call = calls.find((candidate) => candidate.method === method);
  const params = request.params as Record<string, string>;
  // Only who may call here at all learns which methods there are.
  const admission = await options.admit(
    request,
    (call ?? calls[0]).credential,
    organizationOf(path, params),
    now,
    call?.changingPassword,
    counted,
  );
  if (call === undefined)
    throw methodNotAllowed(
      request.method,
      calls.map((one) => one.method),
    );
  // A NUL is part of nothing that is stored.
  if (Object.values(params).some((param) => param.includes("\0"))) throw unknownPath(request.url);
  await refuseLevel(request, call, admission, now, options);
  return { ...admission, call, now };
}

/** A refusal by level is put on record, like an action's. */
async function refuseLevel(
  request: FastifyRequest,
  call: SiteCall,
  { caller }: SiteAdmission,
  now: Date,
  { store, addressOf }: SiteOptions,
): Promise<void> {
  const { level } = call;
  if (caller === undefined || level === undefined || allows(caller.level, level)) return;
  const { org: _org, ...rest } = request.params as Record<string, string>;
  const context = {
    caller,
    door: "console",
    requestId: request.id,
    address: addressOf(request),
    now,
  } as const;
  await recordRefusal(
    store,
    { name: call.name, toolset: call.resource ?? call.tag },
    context,
    Object.values(rest)[0],
  );
  throw levelRefusal({ name: call.name, level });
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { call, session, caller, now }: Admitted,
  { addressOf, isSecure }: SiteOptions,
): Promise<FastifyReply> {
  const siteRequest: SiteRequest = {
    path: request.params as Record<string, string>,
    body: bodyOf(request, call),
    ...(session === undefined ? {} : { session }),
    ...(caller === undefined ? {} : { caller }),
    requestId: request.id,
    address: addressOf(request),
    userAgent: request.headers["user-agent"],
    deviceMarks: deviceCookie(request),
    now,
  };
  const answer = await call.run(siteRequest);
  const secure = isSecure(request);
  if (answer.session !== undefined) setSessionCookie(reply, answer.session, secure);
  if (answer.deviceMarks !== undefined) setDeviceCookie(reply, answer.deviceMarks, secure);
  return sendJson(reply, call.status, answer.body);
}

function bodyOf(request: FastifyRequest, call: SiteCall): JsonObject {
  const sent = call.body === undefined ? {} : objectBody(request.body);
  refuseParameters([...new URLSearchParams(request.url.split("?")[1] ?? "").keys()], []);
  const { refused = {} } = call;
  const allowed = Object.fromEntries(Object.entries(sent).filter(([name]) => !Object.hasOwn(refused, name)));
  const parsed = parseBody(call.body ?? {}, allowed, call.bodyMode ?? "create");
  const problems = [
    ...Object.entries(refused).flatMap(([field, message]) =>
      Object.hasOwn(sent, field) ? [{ field, message }] : [],
    ),
    ...parsed.problems,
  ];
  if (problems.length > 0) throw unprocessable(problems);
  return { ...parsed.configuration, ...parsed.secrets };
}

function byPath(calls: readonly SiteCall[]): Map<string, [SiteCall, ...SiteCall[]]> {
  const paths = new Map<string, [SiteCall, ...SiteCall[]]>();
  for (const call of calls) {
    const siblings = paths.get(call.path);
    if (siblings === undefined) paths.set(call.path, [call]);
    else siblings.push(call);
  }
  return paths;
}

/** `{name}` in a path as the router writes it. */
function routeOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

function organizationOf(path: string, params: Readonly<Record<string, string>>): string | undefined {
  return path.includes("{org}") ? params.org : undefined;
}
