/**
 * The URLs of heartbeats: whoever knows one sends its signals, with no other credential, by whatever a job has at hand.
 * The paths after the secret are those of healthchecks.io, so that a job only changes its address.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RequestLimit } from "../../engine/authenticator.ts";
import { refuseIfMatch } from "../../engine/reading.ts";
import { methodNotAllowed, Refusal } from "../../kernel/problem.ts";
import { noStore } from "./answers.ts";
import type { ClientConnection } from "./client-address.ts";
import { conditionsOf } from "./operation-input.ts";

interface Heartbeat {
  readonly organizationId: string;
  readonly id: string;
}

export interface HeartbeatSignals {
  readonly hashOfToken: (token: string) => Buffer;
  find(hash: Buffer): Promise<Heartbeat | undefined>;
  signal(heartbeat: Heartbeat, signal: "success" | "start" | "fail" | "log"): Promise<void>;
}

export interface HeartbeatOptions extends Pick<ClientConnection, "askerOf"> {
  readonly heartbeats: HeartbeatSignals;
  readonly limit: RequestLimit;
}

const methods = ["GET", "HEAD", "POST"];

/** Most bytes that are read of what a job sends along, such as its log; none of it is kept. */
const mostRead = 1_048_576;

export function serveHeartbeats(server: FastifyInstance, options: HeartbeatOptions): void {
  // What stands in the body means nothing, so that it may be of any type.
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => {
      let read = 0;
      let isOver = false;
      const over = () => {
        if (!isOver) done(null);
        isOver = true;
      };
      payload.on("data", (chunk: Buffer) => {
        read += chunk.length;
        if (read <= mostRead) return;
        payload.pause();
        over();
      });
      payload.on("end", over).on("error", over);
    });
    for (const url of [path, `${path}/:signal`]) {
      scope.route({ method: methods, url, handler: (request, reply) => answer(request, reply, options) });
      scope.route({
        method: server.supportedMethods.filter((method) => !methods.includes(method)),
        url,
        onRequest: async (request) => {
          throw methodNotAllowed(request.method, ["GET", "POST"]);
        },
        handler: () => {},
      });
    }
  });
}

const path = "/api/v1/intake/heartbeats/:token";

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { heartbeats, limit, askerOf }: HeartbeatOptions,
): Promise<FastifyReply> {
  const { token = "", signal: named } = request.params as {
    readonly token?: string;
    readonly signal?: string;
  };
  const signal = signalOf(named);
  refuseIfMatch(conditionsOf({ "if-match": request.headers["if-match"] }, false));
  const hash = heartbeats.hashOfToken(token);
  const found = await limit.lookUp("heartbeat", hash, askerOf(request), () => heartbeats.find(hash));
  if (found === undefined || signal === undefined) throw unknown();
  await heartbeats.signal(found, signal);
  return reply
    .code(200)
    .header("content-type", "text/plain; charset=utf-8")
    .header("cache-control", noStore)
    .send("OK");
}

/** Without a word, or with the exit status 0, it is a success; with another exit status it failed. */
function signalOf(named: string | undefined) {
  if (named === undefined || named === "0") return "success";
  if (named === "start" || named === "fail" || named === "log") return named;
  return /^[1-9]\d{0,2}$/.test(named) && Number(named) <= 255 ? "fail" : undefined;
}

function unknown(): Refusal {
  return new Refusal(
    "not_found",
    "There is no heartbeat at this address: an administrator sees its URL in the field url, and it changes when it is rotated.",
  );
}
