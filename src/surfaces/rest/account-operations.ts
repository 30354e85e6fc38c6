/** Serves the operations that are about accounts, an organization's keys and members, and the installation. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Attempt, type Authorized, authorize } from "../../engine/authorize.ts";
import { currentTime } from "../../engine/clock.ts";
import type { FileAnswer } from "../../engine/file-answer.ts";
import {
  type AccountAnswer,
  type AccountOperation,
  type AccountRequest,
  takesBody,
} from "../../engine/operation.ts";
import type { Repeats } from "../../engine/ports/repeats.ts";
import type { Store } from "../../engine/ports/rows.ts";
import { traced } from "../../engine/ports/tracing.ts";
import { refuseWrongPropose } from "../../engine/proposing.ts";
import { refuseIfMatch, stale } from "../../engine/reading.ts";
import { enterScan } from "../../engine/scans.ts";
import { failedCondition } from "../../kernel/etag.ts";
import { grouped } from "../../kernel/grouped.ts";
import { parseBody } from "../../kernel/parse-body.ts";
import { methodNotAllowed, Refusal, unprocessable } from "../../kernel/problem.ts";
import { type JsonObject, refuseParameters } from "../../kernel/validate.ts";
import { showDeprecation } from "../deprecated.ts";
import { repeatOf } from "../idempotency-key.ts";
import { runOf } from "../run-header.ts";
import type { AuthenticateAccount, AuthenticatedAccount } from "./account-authentication.ts";
import { noStore, replayed, sendJson, setOwnership, withWarnings } from "./answers.ts";
import { objectBody } from "./body.ts";
import { clientOf } from "./client.ts";
import type { ClientConnection } from "./client-address.ts";
import { conditionsOf, typedQuery } from "./operation-input.ts";
import { routeOf, splitUrl, unknownPath } from "./rest.ts";
import {
  deviceCookie,
  flowCookie,
  setDeviceCookie,
  setFlowCookie,
  setSessionCookie,
} from "./session-cookie.ts";

export interface AccountOptions extends ClientConnection {
  readonly operations: Iterable<AccountOperation>;
  readonly store: Store;
  readonly repeats: Repeats;
  readonly authenticate: AuthenticateAccount;
}

/** What is known of a request before its body is read. */
interface Head {
  readonly authorized: Authorized<AccountOperation, Attempt>;
  readonly session: AuthenticatedAccount["session"];
  readonly operator: AuthenticatedAccount["operator"];
}

const head = Symbol("head");
type HeadRequest = FastifyRequest & { [head]?: Head };

/** Everything up to the body is decided from the request's head, before a byte of the body is read. */
export function serveAccountOperations(server: FastifyInstance, options: AccountOptions): void {
  for (const [path, siblings] of grouped(options.operations, (one) => one.path)) {
    const operations = siblings as [AccountOperation, ...AccountOperation[]];
    server.all(
      routeOf(path),
      {
        onRequest: async (request) => {
          (request as HeadRequest)[head] = await readHead(request, path, operations, options);
        },
      },
      async (request, reply) => {
        const atHead = (request as HeadRequest)[head] as Head;
        const { operation } = atHead.authorized;
        const answered = answer(request, reply, await readAgain(request, path, atHead, options), options);
        return operation.navigates ? answered.catch((error) => showRefusal(request, reply, error)) : answered;
      },
    );
  }
}

/** A body may take its time, in which a session ends or a role changes: what acts on it is asked for again. */
async function readAgain(
  request: FastifyRequest,
  path: string,
  atHead: Head,
  options: AccountOptions,
): Promise<Head> {
  const { operation } = atHead.authorized;
  // A body may be sent where none is asked for, too; only of these none is waited for.
  if (operation.method === "GET" || operation.credential === "operator") return atHead;
  return readHead(request, path, [operation], options, "counted");
}

async function readHead(
  request: FastifyRequest,
  path: string,
  operations: readonly [AccountOperation, ...AccountOperation[]],
  { store, authenticate, addressOf }: AccountOptions,
  counted?: "counted",
): Promise<Head> {
  const now = currentTime();
  const method = request.method === "HEAD" ? "GET" : request.method;
  const operation = operations.find((candidate) => candidate.method === method);
  const params = request.params as Record<string, string>;
  // Only who may call here at all learns which methods there are.
  const { session, caller, operator } = await authenticate(
    request,
    (operation ?? operations[0]).credential,
    path.includes("{org}") ? params.org : undefined,
    now,
    operation?.changingPassword,
    counted,
  );
  if (operation === undefined)
    throw methodNotAllowed(
      request.method,
      operations.map((one) => one.method),
    );
  // A NUL is part of nothing that is stored.
  if (Object.values(params).some((param) => param.includes("\0"))) throw unknownPath(request.url);
  const { org: _org, ...named } = params;
  const call: Attempt = {
    caller,
    door: operation.credential === "operator" ? "operator" : "console",
    requestId: request.id,
    address: addressOf(request),
    now,
    run: runOf(request.headers),
  };
  return { authorized: await authorize(store, operation, call, Object.values(named)[0]), session, operator };
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { authorized: { operation, call }, session, operator }: Head,
  { isSecure, siteOf, wayOf, repeats }: AccountOptions,
): Promise<FastifyReply> {
  const { caller, requestId, address, now, run } = call;
  const gets = operation.method === "GET";
  const { "if-match": ifMatch } = request.headers;
  if (!operation.conditional && !gets) refuseIfMatch(conditionsOf({ "if-match": ifMatch }, gets));
  const body = bodyOf(request, operation);
  showDeprecation(reply, operation, () => ({
    ...(request.body as JsonObject | undefined),
    ...Object.fromEntries(splitUrl(request.url).query),
  }));
  const conditions = operation.conditional ? conditionsOf(request.headers, gets) : {};
  const secure = isSecure(request);
  const accountRequest: AccountRequest = {
    path: request.params as Record<string, string>,
    body,
    conditions,
    session,
    caller,
    operator,
    requestId,
    address,
    userAgent: request.headers["user-agent"],
    deviceMarks: deviceCookie(request, secure),
    flowMark: flowCookie(request, secure),
    site: siteOf(request),
    way: operator === undefined ? undefined : wayOf(request),
    now,
    run,
  };
  const { scans } = operation;
  if (scans !== undefined && caller !== undefined)
    await enterScan({ caller, client: clientOf(reply.raw) }, scans);
  const { name } = operation;
  const span = { of: "operation", name, door: call.door, organizationId: caller?.organization.id } as const;
  const answer = await traced(span, () => runOnce(request, reply, operation, accountRequest, repeats));
  if (answer.session !== undefined) setSessionCookie(reply, answer.session, secure);
  if (answer.deviceMarks !== undefined) setDeviceCookie(reply, answer.deviceMarks, secure);
  if (answer.flowMark !== undefined) setFlowCookie(reply, answer.flowMark, secure);
  setOwnership(reply, answer);
  if (answer.file !== undefined) return sendFile(request, reply, operation, answer.file);
  const { etag, location } = answer;
  if (location !== undefined) reply.header("location", location);
  if (etag !== undefined) {
    const failed = gets ? failedCondition(conditions, etag) : undefined;
    if (failed === "If-Match") throw stale(failed, conditions, answer.body, etag);
    reply.header("etag", etag);
    if (failed === "If-None-Match") return reply.code(304).header("cache-control", noStore).send();
  }
  return sendJson(reply, location === undefined ? (operation.status ?? 200) : 303, withWarnings(answer));
}

/** What needs no credential has nobody whose key it could be: it is done once by the link or the password that it takes. */
async function runOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: AccountOperation,
  accountRequest: AccountRequest,
  repeats: Repeats,
): Promise<AccountAnswer> {
  const { caller, session, operator, requestId } = accountRequest;
  const credential = operator === undefined ? session && `user ${session.user.id}` : `operator ${operator}`;
  const repeat =
    operation.credential === "none" || operation.credential === "body" || operation.navigates
      ? undefined
      : repeatOf(request, repeats);
  if (repeat === undefined || credential === undefined) return operation.run(accountRequest);
  const { key, act } = repeat;
  const secret = operation.answersSecret ?? false;
  const answered = await repeats.once(
    { key, act, organizationId: caller?.organization.id, credential, requestId, secret },
    (keeping) => operation.run({ ...accountRequest, keeping }),
  );
  if (!answered.replayed) return answered.answer;
  reply.header(...replayed);
  const { etag, ...first } = answered.answer;
  return { ...first, ...(etag === undefined ? {} : { etag }) };
}

/** A file as it is: nobody on the way keeps or changes it, and one that is cut off is shorter than it says. */
async function sendFile(
  { method }: FastifyRequest,
  reply: FastifyReply,
  operation: AccountOperation,
  { filename, open }: FileAnswer,
): Promise<FastifyReply> {
  const opened = method === "HEAD" ? undefined : await open();
  reply
    .header("content-type", operation.file)
    .header("cache-control", noStore)
    .header("content-disposition", `attachment; filename="${filename}"`);
  return opened === undefined
    ? reply.send()
    : reply.header("content-length", opened.bytes).send(opened.content);
}

/** A person's browser that was sent here is shown a page that says why it went no further; programs get the refusal. The log has the cause of both. */
function showRefusal(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof Refusal)) throw error;
  const reason = error.detail.reason ?? error.code;
  request.log.info(
    { err: error.cause, request_id: request.id, reason, why: error.message },
    "sign-in refused",
  );
  if (!request.headers.accept?.includes("text/html")) throw error;
  const query = new URLSearchParams({ reason, request_id: request.id });
  const location = `/sign-in/refused?${query}`;
  return sendJson(reply.header("location", location), 303, { location });
}

function bodyOf(request: FastifyRequest, operation: AccountOperation): JsonObject {
  const { input = { fields: {} }, refused = {}, query = [] } = operation;
  const sent = takesBody(operation) ? objectBody(request.body) : {};
  const asked = splitUrl(request.url).query;
  if (operation.navigates)
    for (const name of [...asked.keys()]) if (!query.includes(name)) asked.delete(name);
  refuseWrongPropose(operation, asked);
  refuseParameters([...asked.keys()], query);
  const allowed = Object.fromEntries(Object.entries(sent).filter(([name]) => !Object.hasOwn(refused, name)));
  const given = { ...allowed, ...typedQuery(input.fields, asked) };
  const parsed = parseBody(input.fields, given, input.mode ?? "create");
  const problems = [
    ...Object.entries(refused).flatMap(([field, message]) =>
      Object.hasOwn(sent, field) ? [{ field, message }] : [],
    ),
    ...parsed.problems,
  ];
  if (problems.length > 0) throw unprocessable(problems);
  return { ...parsed.configuration, ...parsed.secrets };
}
