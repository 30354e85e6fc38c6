/** If-Match and If-None-Match where they are not the usual guard of a write (RFC 9110 §13), over every kind. */
import { describe, it } from "vitest";
import type { Kind } from "../../src/kernel/kind.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { check, checkThat } from "../support/checks.ts";
import {
  collections,
  contractFor,
  itWhere,
  kindsWith,
  missingId,
  settings,
  walked,
} from "../support/contract.ts";
import { pathOf } from "../support/samples.ts";
import type { Answer } from "../support/service.ts";

const contract = contractFor(import.meta.url);
const malformed = ["42", '"a', '"1" "2"', 'w/"1"', ""];

describe.each(walked(definitions).map(({ kind }) => kind))("reading %s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;

  it("is held to If-Match, which comes before If-None-Match", async () => {
    const tenant = await contract().tenant();
    const writable = definition.verbs.includes("create") || definition.verbs.includes("update");
    const path = writable ? (await tenant.samples.row(definition)).path : kind;
    const row = await tenant.config("GET", path);
    const now = String(row.headers.etag);
    for (const method of ["GET", "HEAD"]) {
      const ask = (headers: Record<string, string>) => tenant.config(method, path, { headers });
      for (const header of [now, "*", `"x", ${now}`])
        check(`${method} ${kind}, If-Match: ${header}`, (await ask({ "if-match": header })).status, 200);
      for (const header of ['"x"', `W/${now}`])
        checkStale(`${method} ${kind}, If-Match: ${header}`, await ask({ "if-match": header }), row, method);
      for (const header of malformed)
        check(`${method} ${kind}, If-Match: ${header}`, (await ask({ "if-match": header })).status, 400);
      const both = (match: string, none: string) => ask({ "if-match": match, "if-none-match": none });
      check(`${method} ${kind}, both hold`, (await both(now, '"x"')).status, 200);
      check(`${method} ${kind}, the second does not`, (await both(now, now)).status, 304);
      check(`${method} ${kind}, the first does not`, (await both('"x"', now)).status, 412);
    }
  });

  itWhere(definition.shape === "collection")(
    "of a row that is not there is 404 to any condition",
    async () => {
      const { config } = await contract().tenant();
      for (const headers of [{ "if-match": '"1"' }, { "if-match": "*" }, { "if-none-match": "*" }])
        check(
          `GET ${kind} ${JSON.stringify(headers)}`,
          (await config("GET", pathOf(definition, missingId(definition)), { headers })).status,
          404,
        );
    },
  );
});

describe.each(walked(kindsWith("update")).map(({ kind }) => kind))("PUT %s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;

  it("is held to If-None-Match, after If-Match", async () => {
    const tenant = await contract().tenant();
    const { path, sent } = await tenant.samples.row(definition);
    const row = await tenant.config("GET", path);
    const now = String(row.headers.etag);
    const [name = "enabled"] = Object.keys(definition.fields).filter((name) => {
      const field = definition.fields[name];
      return field?.type === "text" && !field.fixed;
    });
    const body = (await tenant.samples.moved(definition, sent, name)) ?? {};
    const changes = await tenant.changes();
    const put = (headers: Record<string, string>) => tenant.config("PUT", path, { body, headers });
    for (const header of ["*", now, `W/${now}`, `"x", ${now}`])
      checkStale(`PUT ${kind}, If-None-Match: ${header}`, await put({ "if-none-match": header }), row);
    for (const header of malformed)
      check(`PUT ${kind}, If-None-Match: ${header}`, (await put({ "if-none-match": header })).status, 400);
    checkStale(`PUT ${kind}, both`, await put({ "if-match": '"x"', "if-none-match": '"x"' }), row);
    checkStale(`PUT ${kind}, both`, await put({ "if-match": now, "if-none-match": "*" }), row);
    check(
      "nothing was written",
      [await tenant.changes(), (await tenant.config("GET", path)).body],
      [changes, row.body],
    );
    const written = await put({ "if-match": now, "if-none-match": '"x", W/"y"' });
    check(`PUT ${kind}, both hold: ${written.text}`, written.status, 200);
  });
});

describe.each(walked(kindsWith("delete")).map(({ kind }) => kind))("DELETE %s", (kind) => {
  it("is held to If-None-Match", async () => {
    const tenant = await contract().tenant();
    const { path } = await tenant.samples.row(definitionsByKind[kind] as Kind);
    const row = await tenant.config("GET", path);
    const now = String(row.headers.etag);
    for (const header of ["*", `W/${now}`])
      checkStale(
        `DELETE ${kind}, If-None-Match: ${header}`,
        await tenant.config("DELETE", path, { headers: { "if-none-match": header } }),
        row,
      );
    const gone = await tenant.config("DELETE", path, { headers: { "if-none-match": '"x"' } });
    check(`DELETE ${kind}, If-None-Match: "x"`, gone.status, 200);
    const again = await tenant.config("DELETE", path, { headers: { "if-none-match": "*" } });
    check(`DELETE ${kind}, gone already`, again.status, 404);
  });
});

describe.each(settings.filter(({ verbs }) => verbs.includes("update")).map(({ kind }) => kind))(
  "%s",
  (kind) => {
    it("is saved by If-None-Match: * once", async () => {
      const tenant = await contract().tenant();
      const body = await tenant.samples.body(definitionsByKind[kind] as Kind);
      const create = () => tenant.config("PUT", kind, { body, headers: { "if-none-match": "*" } });
      check(`PUT ${kind}`, (await create()).status, 201);
      checkStale(`PUT ${kind} again`, await create(), await tenant.config("GET", kind));
    });
  },
);

describe("service_bindings", () => {
  it("are only made by If-None-Match: *, also where several try at once", async () => {
    const tenant = await contract().tenant();
    const create = (group: string) =>
      tenant.config("PUT", "service_bindings/checkout", {
        body: { log_groups: [group] },
        headers: { "if-none-match": "*" },
      });
    const answers = await Promise.all(["/a", "/b", "/c", "/d"].map(create));
    check("one made it", answers.map(({ status }) => status).sort(), [200, 412, 412, 412]);
    const row = await tenant.config("GET", "service_bindings/checkout");
    checkStale("another", await create("/e"), row);
    const missing = await tenant.config("PUT", "service_bindings/other", {
      body: {},
      headers: { "if-match": '"1"', "if-none-match": "*" },
    });
    check("If-Match comes first", missing.status, 404);
  });
});

describe("what has no ETag", () => {
  it.each(collections.filter(({ verbs }) => verbs.includes("create")).map(({ kind }) => kind))(
    "POST %s",
    async (kind) => {
      const tenant = await contract().tenant();
      const body = await tenant.samples.body(definitionsByKind[kind] as Kind);
      const changes = await tenant.changes();
      const post = (headers: Record<string, string>) => tenant.config("POST", kind, { body, headers });
      for (const headers of [{ "if-match": '"1"' }, { "if-none-match": "*" }])
        check(`POST ${kind} ${JSON.stringify(headers)}`, (await post(headers)).status, 412);
      check(`POST ${kind}, malformed`, (await post({ "if-match": "1" })).status, 400);
      check("nothing was written", await tenant.changes(), changes);
      const wrong = await tenant.config("POST", kind, { body: { zzz: 1 }, headers: { "if-match": '"1"' } });
      check("a shape that is wrong comes first", wrong.status, 422);
      const made = await post({ "if-match": "*", "if-none-match": '"1"' });
      check(`POST ${kind}: ${made.text}`, made.status, 201);
    },
  );

  it.each(["config/teams", "config/export", "audit", "whoami", "prompts/rca_system"])(
    "GET %s",
    async (path) => {
      const { api } = await contract().tenant();
      const plain = await api("GET", path);
      if (plain.status === 404) return; // not served at this door
      const get = (headers: Record<string, string>) => api("GET", path, { headers });
      check(`GET ${path}, If-Match: "1"`, (await get({ "if-match": '"1"' })).status, 412);
      check(`GET ${path}, If-Match: *`, (await get({ "if-match": "*" })).status, 200);
      check(`GET ${path}, If-None-Match: "1"`, (await get({ "if-none-match": '"1"' })).status, 200);
      check(`GET ${path}, If-None-Match: *`, (await get({ "if-none-match": "*" })).status, 304);
      check(`GET ${path}, malformed`, (await get({ "if-match": "1" })).status, 400);
    },
  );

  it("is not written to under a tag, and a row's state is held to the row's", async () => {
    const { api, config } = await contract().tenant();
    const event = { event: "alert_created", title: "Disk is full" };
    const emitted = await api("POST", "events", { body: event, headers: { "if-match": '"1"' } });
    check("POST events", emitted.status, 412);
    const made = await config("POST", "connectors", {
      body: { name: "aws", type: "cloud", connector_type: "aws" },
    });
    check(`a connector: ${made.text}`, made.status, 201);
    const report = (etag: string) =>
      api("PUT", `state/connectors/${made.body.id}`, {
        body: { health_status: "healthy" },
        headers: { "if-match": etag },
      });
    check("another tag", (await report('"0"')).status, 412);
    check("the row's tag", (await report(String(made.headers.etag))).status, 200);
  });
});

/** A 412 that carries the row as it is, with its ETag. */
function checkStale(what: string, answer: Answer, row: Answer, method = "PUT"): void {
  check(what, answer.status, 412);
  check(`${what}: ETag`, answer.headers.etag, row.headers.etag);
  if (method === "HEAD") return;
  check(`${what}: error`, answer.body.error, "precondition_failed");
  check(`${what}: current`, answer.body.current, row.body);
  checkThat(`${what}: message`, answer.body.message.includes("If-"), answer.text);
}
