/**
 * The addresses that forges post to when a branch moves. A post is a reason to look at the repository and nothing else:
 * what it says is not read, so that who has an old one gains nothing by sending it again.
 */
import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { RequestLimit } from "../../engine/authenticator.ts";
import { refuseIfMatch } from "../../engine/reading.ts";
import { methodNotAllowed, Refusal } from "../../kernel/problem.ts";
import { noStore } from "./answers.ts";
import type { ClientConnection } from "./client-address.ts";
import { conditionsOf } from "./operation-input.ts";

interface Source {
  readonly organizationId: string;
  readonly id: string;
}

export interface GitHooks {
  find(id: string): Promise<Source | undefined>;
  take(
    source: Source,
    headers: Readonly<Record<string, string | readonly string[] | undefined>>,
    body: Uint8Array,
  ): Promise<boolean>;
}

export interface GitHookOptions extends Pick<ClientConnection, "askerOf"> {
  readonly gitHooks: GitHooks;
  readonly limit: RequestLimit;
}

/** The signature is of all of it. A push of many commits is some hundred kilobytes. */
const mostBytes = 4 * 1_048_576;
const path = "/api/v1/intake/git/:id";

export function serveGitHooks(server: FastifyInstance, { gitHooks, limit, askerOf }: GitHookOptions): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(path, { bodyLimit: mostBytes }, async (request, reply) => {
      refuseIfMatch(conditionsOf({ "if-match": request.headers["if-match"] }, false));
      const { id } = request.params as { readonly id: string };
      const hash = createHash("sha256").update(id).digest();
      const source = await limit.lookUp("git", hash, askerOf(request), () => gitHooks.find(id));
      if (source === undefined)
        throw new Refusal(
          "not_found",
          "There is no Git source with this id: its page shows the address for webhooks.",
        );
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      if (!(await gitHooks.take(source, request.headers, body)))
        throw new Refusal(
          "unauthorized",
          "The webhook is not signed with the webhook_secret of the source: write the same secret there and at the forge.",
        );
      return reply.code(202).header("cache-control", noStore).send({ accepted: true });
    });
    scope.route({
      method: server.supportedMethods.filter((method) => method !== "POST"),
      url: path,
      onRequest: async (request) => {
        throw methodNotAllowed(request.method, ["POST"]);
      },
      handler: () => {},
    });
  });
}
