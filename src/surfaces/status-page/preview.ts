/**
 * The status page before it is published, for a frame of the console: POST /o/{slug}/status-page/preview, as a form of a
 * signed-in person. It is kept nowhere, and no other site can show it.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { authorize } from "../../engine/authorize.ts";
import { currentTime } from "../../engine/clock.ts";
import type { Call, Caller } from "../../engine/context.ts";
import type { ConfigurationOperation } from "../../engine/operation.ts";
import type { Store } from "../../engine/ports/rows.ts";
import type { Json } from "../../kernel/field.ts";
import { JsonFault, parseText } from "../../kernel/json.ts";
import { Refusal } from "../../kernel/problem.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import type { PublicClients } from "../public-clients.ts";

export interface StatusPagePreviews {
  readonly operation: ConfigurationOperation;
  file(
    call: Call,
    settings: JsonObject,
    page: string,
  ): Promise<{ readonly type: string; readonly text: string; readonly policy?: string }>;
}

export interface PreviewOptions extends Pick<PublicClients, "addressOf"> {
  readonly previews: StatusPagePreviews;
  readonly store: Pick<Store, "recordRefusal">;
  /** The person of the session. @throws Refusal for nobody, a foreign page, and who is not of the organization */
  readonly authenticate: (
    request: FastifyRequest,
    credential: "session",
    organization: string,
    now: Date,
  ) => Promise<{ readonly caller?: Caller }>;
}

/** A form that says everything, an uploaded logo included, percent-encoded. */
const formBytes = 1_048_576;

export function serveStatusPagePreview(server: FastifyInstance, options: PreviewOptions): void {
  const { previews, store, authenticate, addressOf } = options;

  async function callOf(request: FastifyRequest): Promise<Call> {
    const now = currentTime();
    const { org } = request.params as { org: string };
    const { caller } = await authenticate(request, "session", org, now);
    if (caller === undefined) throw new Error("a session in an organization has a caller");
    const call: Call = { caller, door: "console", requestId: request.id, address: addressOf(request), now };
    return (await authorize(store, previews.operation, call, undefined)).call;
  }

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const call = await callOf(request);
    const fields = new URLSearchParams(typeof request.body === "string" ? request.body : "");
    const { type, text, policy } = await previews.file(call, settingsIn(fields), fields.get("page") ?? "");
    return reply
      .header("content-security-policy", policy)
      .header("x-frame-options", "SAMEORIGIN")
      .header("referrer-policy", "no-referrer")
      .header("cache-control", "no-store")
      .header("x-robots-tag", "noindex")
      .type(type)
      .send(text);
  }

  server.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: formBytes },
      (_request, body, done) => done(null, body),
    );
    scope.route({ method: "POST", url: "/o/:org/status-page/preview", handler: show });
  });
}

/** @throws Refusal `bad_request` */
function settingsIn(fields: URLSearchParams): JsonObject {
  try {
    const read = parseText(fields.get("settings") ?? "{}") as Json;
    if (isObject(read)) return read;
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
  }
  throw new Refusal(
    "bad_request",
    "The form's field settings must be a JSON object of the settings that differ.",
  );
}
