/** Reads leave compressed where that is asked for: the same text, the same ETag. Single rows and writes never do. */
import { get } from "node:http";
import { Readable } from "node:stream";
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { expect, it } from "vitest";
import type { Kind } from "../../src/kernel/kind.ts";
import { definitionsByKind } from "../../src/service.ts";
import { sendStream } from "../../src/surfaces/rest/compressed.ts";
import { type ContractTenant, contractFor } from "../support/contract.ts";

const contract = contractFor(import.meta.url);

/** What was asked for, and what may be sent then: RFC 9110 §12.5.3. */
const accepted = {
  "gzip, deflate, br": "br",
  "gzip, deflate": "gzip",
  "br;q=0.5, gzip": "gzip",
  "br;q=0, *": "gzip",
  "*": "br",
  GZIP: "gzip",
  "identity, gzip": "gzip",
  "identity;q=1, gzip;q=0.5": undefined,
  "gzip;q=0": undefined,
  deflate: undefined,
  identity: undefined,
  "": undefined,
} as const;

async function filled(): Promise<ContractTenant> {
  const tenant = await contract().tenant();
  for (let row = 0; row < 5; row += 1) await tenant.samples.row(definitionsByKind.slos as Kind);
  return tenant;
}

/** As it came, in bytes. */
async function ask(
  { key }: ContractTenant,
  path: string,
  headers: Record<string, string>,
  method: "GET" | "HEAD" | "POST" = "GET",
) {
  const { server } = contract().service;
  const authorization = `Bearer ${key.value}`;
  return server.inject({ method, url: `/api/v1/${path}`, headers: { authorization, ...headers } });
}

/** The Terraform file's first line says when it was made. */
function untimed(text: string): string {
  return text.replace(/, exported .*\n/, "\n");
}

function unpacked({ headers, rawPayload }: Awaited<ReturnType<typeof ask>>): string {
  switch (headers["content-encoding"]) {
    case "br":
      return brotliDecompressSync(rawPayload).toString();
    case "gzip":
      return gunzipSync(rawPayload).toString();
    default:
      return rawPayload.toString();
  }
}

it.each([
  "config/slos",
  "config/export?format=json&resource=slos,slis",
  "config/export?resource=slos",
  "audit",
])("%s is the same in every encoding that is asked for", async (path) => {
  const tenant = await filled();
  const plain = await ask(tenant, path, {});
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.payload.length).toBeGreaterThan(2_048);
  for (const [header, encoding] of Object.entries(accepted)) {
    const answer = await ask(tenant, path, { "accept-encoding": header });
    expect([header, answer.headers["content-encoding"]]).toEqual([header, encoding]);
    expect(answer.headers.vary).toBe("accept-encoding");
    expect(answer.headers.etag).toBe(plain.headers.etag);
    expect(untimed(unpacked(answer))).toBe(untimed(plain.payload));
    if (encoding !== undefined) expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  }
});

it("answers a tag of one encoding 304 in every other, and HEAD as GET", async () => {
  const tenant = await filled();
  const packed = await ask(tenant, "config/slos", { "accept-encoding": "br" });
  for (const encoding of ["br", "gzip", "identity"]) {
    const headers = { "accept-encoding": encoding, "if-none-match": String(packed.headers.etag) };
    const { statusCode, payload, headers: got } = await ask(tenant, "config/slos", headers);
    expect([statusCode, payload, got["content-encoding"], got.vary]).toEqual([
      304,
      "",
      undefined,
      "accept-encoding",
    ]);
  }
  const head = await ask(tenant, "config/slos", { "accept-encoding": "br" }, "HEAD");
  const { "x-request-id": _head, date: _date, ...headers } = head.headers;
  expect([head.statusCode, head.payload]).toEqual([200, ""]);
  expect(packed.headers).toMatchObject(headers);
});

it("leaves rows, short answers, refusals and writes as they are", async () => {
  const tenant = await filled();
  const long = { name: "Long", content: "Say what changed. ".repeat(400), prompt_type: "rca_system" };
  const everything = { "accept-encoding": "br, gzip" };
  const made = await tenant.config("POST", "prompt_templates", { body: long, headers: everything });
  expect([made.status, made.headers["content-encoding"]]).toEqual([201, undefined]);
  const row = await ask(tenant, `config/prompt_templates/${made.body.id}`, everything);
  expect(row.payload.length).toBeGreaterThan(2_048);
  expect([row.statusCode, row.headers["content-encoding"], row.headers.vary]).toEqual([
    200,
    undefined,
    undefined,
  ]);
  for (const path of ["config/ticket_integrations", "whoami", "config/nothing"])
    expect([path, (await ask(tenant, path, everything)).headers["content-encoding"]]).toEqual([
      path,
      undefined,
    ]);
});

it.each(["br", "gzip"])(
  "sends the first piece of a stream as %s before there is a second one",
  async (encoding) => {
    const server = Fastify();
    let goOn = () => {};
    const more = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    async function* pieces() {
      yield "the first piece";
      await more;
      yield ", and the second";
    }
    server.get("/", (_request, reply) => sendStream(reply, Readable.from(pieces(), { objectMode: false })));
    const origin = await server.listen({ host: "127.0.0.1", port: 0 });
    try {
      const { got } = await raw(origin, encoding);
      const unpacking = got.pipe(encoding === "br" ? createBrotliDecompress() : createGunzip());
      let text = "";
      for await (const chunk of unpacking) {
        text += chunk;
        if (text === "the first piece") goOn();
      }
      expect(text).toBe("the first piece, and the second");
    } finally {
      await server.close();
    }
  },
);

it("ends the connection where a stream fails, so that no part passes for the whole", async () => {
  const server = Fastify();
  let fail = () => {};
  const failing = new Promise<void>((resolve) => {
    fail = resolve;
  });
  async function* pieces() {
    yield "the first piece";
    await failing;
    throw new Error("the database is gone");
  }
  server.get("/", (_request, reply) => sendStream(reply, Readable.from(pieces(), { objectMode: false })));
  const origin = await server.listen({ host: "127.0.0.1", port: 0 });
  try {
    const { got } = await raw(origin, "gzip");
    got.once("data", fail);
    await expect(got.toArray()).rejects.toThrow("aborted");
  } finally {
    await server.close();
  }
});

/** The bytes as they come, which fetch would unpack. */
async function raw(origin: string, encoding: string): Promise<{ got: Readable }> {
  return new Promise((resolve, reject) => {
    get(origin, { headers: { "accept-encoding": encoding }, agent: false }, (got) => resolve({ got })).once(
      "error",
      reject,
    );
  });
}
