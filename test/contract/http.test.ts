/** HTTP itself, over every kind: methods, bodies, media types, query parameters, headers, HEAD and Location. */
import { describe, it } from "vitest";
import type { Kind } from "../../src/kernel/kind.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { check, checkThat } from "../support/checks.ts";
import { type ContractTenant, callOf, contractFor, kindsWith, walked } from "../support/contract.ts";
import { pathOf } from "../support/samples.ts";
import type { Answer } from "../support/service.ts";

const contract = contractFor(import.meta.url);

describe.each(walked(definitions).map(({ kind }) => kind))("%s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;

  it("answers 405 with Allow to methods that it has not", async () => {
    const { path, tenant } = await sceneOf(definition);
    for (const [place, allowed] of Object.entries(allowedAt(definition, path))) {
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"]) {
        if (allowed.includes(method)) continue;
        const answer = await tenant.config(
          method,
          place,
          ["POST", "PUT", "PATCH"].includes(method) ? { body: {} } : {},
        );
        check(
          `${method} ${place}`,
          [answer.status, answer.body?.error ?? ""],
          [405, method === "HEAD" ? "" : "method_not_allowed"],
        );
        check(`${method} ${place}: Allow`, answer.headers.allow?.split(", ").sort(), [...allowed].sort());
        checkHeaders(`${method} ${place}`, answer);
      }
    }
    for (const place of [`${path}/more`, `${kind}//x`, `${kind}/x/y`, `${kind}x`, kind.toUpperCase()]) {
      const answer = await tenant.config("GET", place);
      const { error, reason } = answer.body;
      check(`GET ${place}`, [answer.status, error, reason], [404, "not_found", "unknown_path"]);
      checkHeaders(`GET ${place}`, answer);
    }
  });

  it("reads JSON and nothing else", async () => {
    const { path, tenant } = await sceneOf(definition);
    const changes = await tenant.changes();
    for (const { method, path: place } of writesOf(definition, path)) {
      const send = (body: string | Buffer, type?: string) =>
        tenant.config(method, place, { body, headers: type === undefined ? {} : { "content-type": type } });
      for (const type of [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/xml",
        "multipart/form-data; boundary=x",
        "application/jsonx",
        "json",
        "*/*",
        "application/json-patch+json",
      ]) {
        const answer = await send("{}", type);
        check(
          `${method} ${place} as ${type}`,
          [answer.status, answer.body.error],
          [415, "unsupported_media_type"],
        );
      }
      for (const type of [
        "application/json",
        "Application/JSON",
        "application/json; charset=utf-8",
        "application/json;charset=UTF-8",
      ]) {
        const answer = await send('{"nonsense": 1}', type);
        check(`${method} ${place} as ${type}`, [answer.status, answer.body.field], [422, "nonsense"]);
      }
      for (const body of notObjects) {
        const answer = await send(body);
        const what = `${method} ${place} with ${JSON.stringify(String(body)).slice(0, 60)}`;
        check(what, [answer.status, answer.body.error], [400, "bad_request"]);
        checkHeaders(what, answer);
      }
      const large = await send(`{"nonsense": "${"x".repeat(1_048_576)}"}`);
      check(`${method} ${place} too large`, [large.status, large.body.error], [413, "payload_too_large"]);
      const full = `{"nonsense": 1${" ".repeat(1_048_576 - 15)}}`;
      check(
        `${method} ${place} just large enough`,
        [full.length, (await send(full)).status],
        [1_048_576, 422],
      );
      const none = await tenant.config(method, place);
      check(`${method} ${place} without a body`, [none.status, none.body.error], [400, "bad_request"]);
    }
    check("nothing was written", await tenant.changes(), changes);
  });

  it("refuses query parameters that it does not know", async () => {
    const { path, tenant } = await sceneOf(definition);
    for (const verb of definition.verbs) {
      const { method, path: place } = callOf(
        definition,
        verb,
        definition.shape === "setting" ? kind : idIn(path),
      );
      for (const query of [
        "limit=5",
        "page=2",
        // A write may be confirmed, and by nothing else than true or false.
        method === "GET" ? "confirm=true" : "confirm=yes",
        "__proto__=1",
        "=",
        "Etags=true",
        "name%5B%5D=x",
      ]) {
        const body = method === "POST" || method === "PUT" ? { body: {} } : {};
        const answer = await tenant.config(method, `${place}?${query}`, body);
        const name = new URLSearchParams(query).keys().next().value;
        check(
          `${method} ${place}?${query}`,
          [answer.status, answer.body.error, answer.body.field],
          [422, "unprocessable_entity", name],
        );
      }
    }
    if (definition.verbs.includes("update") || definition.verbs.includes("create")) {
      check("the row stands", (await tenant.config("GET", path)).status, 200);
    }
  });

  it("answers HEAD as GET, without the body", async () => {
    const { path, tenant } = await sceneOf(definition);
    for (const place of definition.shape === "setting" ? [kind] : [kind, `${kind}?etags=true`, path]) {
      const [get, head] = [await tenant.config("GET", place), await tenant.config("HEAD", place)];
      check(`HEAD ${place}`, [head.status, head.text], [get.status, ""]);
      for (const name of ["etag", "content-type", "cache-control", "allow"])
        check(name, head.headers[name], get.headers[name]);
      checkHeaders(`HEAD ${place}`, head);
      checkHeaders(`GET ${place}`, get);
    }
    const missing = definition.shape === "setting" ? `${kind}x` : `${kind}/none`;
    check(`HEAD ${missing}`, (await tenant.config("HEAD", missing)).status, 404);
  });
});

describe.each(walked(kindsWith("create")).map(({ kind }) => kind))("POST %s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;

  it("answers 201 with the row, its ETag and where it is", async () => {
    const tenant = await contract().tenant();
    const { id, answer } = await tenant.samples.row(definition);
    check("status", answer.status, 201);
    checkHeaders(`POST ${kind}`, answer);
    check("Location", answer.headers.location, `/api/v1/config/${pathOf(definition, id)}`);
    const read = await contract().send("GET", String(answer.headers.location), {
      headers: { authorization: `Bearer ${tenant.key.value}` },
    });
    check(
      "leads to the row",
      [read.status, read.body, read.headers.etag],
      [200, answer.body, answer.headers.etag],
    );
    if (definition.derivedId === undefined) {
      checkThat(
        "its id is a TypeID",
        new RegExp(`^${definition.idPrefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`).test(id),
        id,
      );
    }
    checkThat(
      "created_at",
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(answer.body.created_at),
      answer.body,
    );
    check("updated_at", answer.body.updated_at, answer.body.created_at);
  });
});

it("gives every request an id of its own, whatever the caller calls it", async () => {
  const tenant = await contract().tenant();
  const seen = new Set<string>();
  for (let i = 0; i < 20; i += 1) {
    const { headers } = await tenant.config("GET", "teams", {
      headers: { "x-request-id": "mine", "request-id": "mine" },
    });
    seen.add(String(headers["x-request-id"]));
  }
  check("ids", [seen.size, seen.has("mine")], [20, false]);
});

it("answers at what is only read as a reader may ask, and names that to others", async () => {
  const { send } = contract();
  const tenant = await contract().tenant();
  const bearer = { authorization: `Bearer ${tenant.key.value}` };
  for (const place of ["/healthz", "/readyz", "/metrics", "/api/v1/config/openapi.json"]) {
    const get = await send("GET", place);
    const head = await send("HEAD", place);
    check(
      `HEAD ${place}`,
      [head.status, head.text, head.headers["content-type"]],
      [200, "", get.headers["content-type"]],
    );
    for (const method of ["POST", "PUT", "DELETE", "PURGE"]) {
      const answer = await send(method, place, { headers: bearer });
      check(
        `${method} ${place}`,
        [answer.status, answer.body.error, answer.headers.allow],
        [405, "method_not_allowed", "GET, HEAD"],
      );
    }
  }
  const nobody = await send("PURGE", "/api/v1/config/teams");
  check("who may not call learns of no method", [nobody.status, nobody.body.error], [401, "unauthorized"]);
});

const notObjects: readonly (string | Buffer)[] = [
  "null",
  "[]",
  "[{}]",
  "5",
  '"{}"',
  "true",
  "{",
  "{}}",
  "{} {}",
  "{'a': 1}",
  '{"a": 1,}',
  '{"a": NaN}',
  '{"a": undefined}',
  '{"a": 01}',
  '{"a": "\n"}',
  "{// comment\n}",
  " ",
  Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from('{"a": 1}', "utf16le"),
  Buffer.from([0]),
];

async function sceneOf(definition: Kind): Promise<{ tenant: ContractTenant; path: string }> {
  const tenant = await contract().tenant();
  const writable = definition.verbs.includes("create") || definition.verbs.includes("update");
  return { tenant, path: writable ? (await tenant.samples.row(definition)).path : definition.kind };
}

function allowedAt(definition: Kind, path: string): Record<string, string[]> {
  const has = (verb: Kind["verbs"][number], ...methods: string[]) =>
    definition.verbs.includes(verb) ? methods : [];
  const row = [...has("get", "GET", "HEAD"), ...has("update", "PUT"), ...has("delete", "DELETE")];
  if (definition.shape === "setting") return { [path]: row };
  return { [definition.kind]: [...has("list", "GET", "HEAD"), ...has("create", "POST")], [path]: row };
}

function writesOf(definition: Kind, path: string): { method: string; path: string }[] {
  return [
    ...(definition.verbs.includes("create") ? [{ method: "POST", path: definition.kind }] : []),
    ...(definition.verbs.includes("update") ? [{ method: "PUT", path }] : []),
  ];
}

function idIn(path: string): string {
  return decodeURIComponent(path.slice(path.indexOf("/") + 1));
}

function checkHeaders(what: string, { headers, body }: Answer): void {
  check(`${what}: Cache-Control`, headers["cache-control"], "no-store, no-transform");
  check(`${what}: Content-Type`, headers["content-type"], "application/json; charset=utf-8");
  checkThat(`${what}: X-Request-Id`, /^req_[0-9a-f]{32}$/.test(headers["x-request-id"] ?? ""), headers);
  if (body?.error !== undefined) check(`${what}: request_id`, body.request_id, headers["x-request-id"]);
}
