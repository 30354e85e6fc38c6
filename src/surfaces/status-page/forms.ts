/** What the forms of a page send, in each way in which browsers and mail programs send forms. */
import type { FastifyInstance, FastifyRequest } from "fastify";

/** A form with a box for each of a thousand components, all of them ticked. */
const formBytes = 65_536;

/** In this scope bodies are forms. Whatever says nothing of itself, or something else, is a form without fields. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: formBytes },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  // By this a mail program unsubscribes (RFC 8058, section 3.2).
  scope.addContentTypeParser(
    "multipart/form-data",
    { parseAs: "buffer", bodyLimit: formBytes },
    async ({ headers }: FastifyRequest, body: Buffer) => fieldsIn(body, headers["content-type"] ?? ""),
  );
  scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: formBytes }, (_request, _body, done) =>
    done(null, undefined),
  );
}

/** The fields of the form that was sent. */
export function fieldsOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

/** The texts of a form of several parts; none where it cannot be read. */
async function fieldsIn(body: Buffer, type: string): Promise<URLSearchParams> {
  const fields = new URLSearchParams();
  try {
    const parts = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
    for (const [name, value] of parts) if (typeof value === "string") fields.append(name, value);
  } catch {
    // Who sends it wants what the address means.
  }
  return fields;
}
