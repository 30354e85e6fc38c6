/** If-Match and If-None-Match in every form, and the answers 304, 400, 404 and 412, over every kind. */
import { describe, it } from "vitest";
import type { Kind } from "../../src/kernel/kind.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { check, checkThat } from "../support/checks.ts";
import { contractFor, kindsWith, missingId, walked, withoutRequestId } from "../support/contract.ts";
import { pathOf } from "../support/samples.ts";
import type { Answer } from "../support/service.ts";

const contract = contractFor(import.meta.url);

/** Given the current tag and an older one: conditions that hold, and conditions that do not. */
const holding = (now: string, old: string): string[] => [
  now,
  "*",
  ` ${now} `,
  `${old}, ${now}`,
  `${old},${now}`,
  `,, ${now} ,`,
  `W/${now}, ${now}`,
  `"a,b", ${now}`,
];
const failing = (now: string, old: string): string[] => [
  old,
  `W/${now}`,
  `${old}, W/${now}`,
  '"nobody-gave-this"',
  '""',
  `"${now.slice(1, -1)}x"`,
  `"x,${now.slice(1, -1)}"`,
];
const malformed = (now: string): string[] => [
  now.slice(1, -1),
  now.slice(0, -1),
  `${now} ${now}`,
  `w/${now}`,
  `W/ ${now}`,
  `*, ${now}`,
  `${now}, *`,
  "",
  ",",
  "null",
  "'1'",
  `"a"b"`,
  '"no space in a tag"',
  `"x, ${now.slice(1, -1)}"`,
];

describe.each(walked(kindsWith("update")).map(({ kind }) => kind))("PUT %s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;

  it("is held to If-Match", async () => {
    const { tenant, path, old, now, change, sent, name } = await sceneOf(definition);
    const { config } = tenant;
    const row = await config("GET", path);
    const changes = await tenant.changes();
    for (const header of failing(now, old)) {
      const answer = await config("PUT", path, { body: change, headers: { "if-match": header } });
      checkStale(`PUT ${kind}, If-Match: ${header}`, answer, row);
    }
    for (const header of malformed(now)) {
      const answer = await config("PUT", path, { body: change, headers: { "if-match": header } });
      check(`PUT ${kind}, If-Match: ${header}`, [answer.status, answer.body.error], [400, "bad_request"]);
      checkThat("names the header", answer.body.message.includes("If-Match"), answer.text);
    }
    check(
      "nothing was written",
      [await tenant.changes(), (await config("GET", path)).body],
      [changes, row.body],
    );
    let state = sent;
    for (const header of holding(now, old)) {
      // Each write moves the tag; the conditions go by the one that is current.
      const current = String((await config("GET", path)).headers.etag);
      const body = (await tenant.samples.moved(definition, state, name)) ?? {};
      state = { ...state, ...body };
      const answer = await config("PUT", path, {
        body,
        headers: { "if-match": header.replaceAll(now, current) },
      });
      check(`PUT ${kind}, If-Match: ${header}: ${answer.text}`, answer.status, 200);
    }
  });

  it("of a row that is not there answers 404 to a tag", async () => {
    if (definition.shape === "setting") return;
    const { config, samples, changes } = await contract().tenant();
    const body = Object.fromEntries(
      Object.entries(await samples.raw(definition)).filter(
        ([name]) => definition.fields[name]?.fixed !== true,
      ),
    );
    const before = await changes();
    for (const header of ['"1"', 'W/"1"', '"1", "2"', ...(definition.derivedId === undefined ? ["*"] : [])]) {
      const answer = await config("PUT", pathOf(definition, missingId(definition)), {
        body,
        headers: { "if-match": header },
      });
      check(`PUT ${kind}, If-Match: ${header}`, [answer.status, answer.body.error], [404, "not_found"]);
      check("has no ETag", answer.headers.etag, undefined);
    }
    check("nothing was written", await changes(), before);
  });
});

describe.each(walked(kindsWith("delete")).map(({ kind }) => kind))("DELETE %s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;

  it("is held to If-Match", async () => {
    const tenant = await contract().tenant();
    const { config, samples } = tenant;
    const { path, answer: made } = await samples.row(definition);
    const now = String(made.headers.etag);
    const row = await config("GET", path);
    const changes = await tenant.changes();
    for (const header of failing(now, '"1"')) {
      const answer = await config("DELETE", path, { headers: { "if-match": header } });
      checkStale(`DELETE ${kind}, If-Match: ${header}`, answer, row);
    }
    for (const header of malformed(now)) {
      const answer = await config("DELETE", path, { headers: { "if-match": header } });
      check(`DELETE ${kind}, If-Match: ${header}`, [answer.status, answer.body.error], [400, "bad_request"]);
    }
    check(
      "nothing was written",
      [await tenant.changes(), (await config("GET", path)).body],
      [changes, row.body],
    );
    for (const header of holding(now, '"1"')) {
      const { path: other, answer } = await samples.row(definition);
      const sent = header.replaceAll(now, String(answer.headers.etag));
      const gone = await config("DELETE", other, { headers: { "if-match": sent } });
      check(`DELETE ${kind}, If-Match: ${header}`, gone.status, 200);
      check("it is gone", (await config("GET", other)).status, 404);
    }
  });

  it("of a row that is not there answers 404, whatever the condition", async () => {
    const { config } = await contract().tenant();
    const path = pathOf(definition, missingId(definition));
    for (const header of [undefined, '"1"', "*", 'W/"1"']) {
      const answer = await config(
        "DELETE",
        path,
        header === undefined ? {} : { headers: { "if-match": header } },
      );
      check(`DELETE ${kind}, If-Match: ${header}`, [answer.status, answer.body.error], [404, "not_found"]);
    }
  });
});

describe.each(walked(definitions).map(({ kind }) => kind))("GET %s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;

  it("honours If-None-Match", async () => {
    const tenant = await contract().tenant();
    const writable = definition.verbs.includes("create") || definition.verbs.includes("update");
    const path = writable ? (await tenant.samples.row(definition)).path : kind;
    const row = await tenant.config("GET", path);
    const now = String(row.headers.etag);
    for (const method of ["GET", "HEAD"]) {
      for (const header of [now, `W/${now}`, "*", `"0", ${now}`, ` ${now},`]) {
        const answer = await tenant.config(method, path, { headers: { "if-none-match": header } });
        check(`${method} ${kind}, If-None-Match: ${header}`, [answer.status, answer.text], [304, ""]);
        check(
          "its headers",
          [answer.headers.etag, answer.headers["cache-control"]],
          [now, "no-store, no-transform"],
        );
        checkThat("its request id", answer.headers["x-request-id"] !== undefined);
      }
      for (const header of ['"none"', '""', now.slice(1, -1), "", "nonsense"]) {
        const answer = await tenant.config(method, path, { headers: { "if-none-match": header } });
        check(
          `${method} ${kind}, If-None-Match: ${header}`,
          [answer.status, answer.headers.etag],
          [200, now],
        );
        if (method === "GET") check("its body", answer.body, row.body);
      }
    }
  });
});

/** A row that was changed once, so that it has an older tag; what it holds, and a change to send. */
async function sceneOf(definition: Kind) {
  const tenant = await contract().tenant();
  const { path, answer: made, sent } = await tenant.samples.row(definition);
  const [name = "enabled"] = Object.keys(definition.fields).filter((name) => {
    const field = definition.fields[name];
    return field?.type === "text" && !field.fixed;
  });
  const first = (await tenant.samples.moved(definition, sent, name)) ?? {};
  const moved = await tenant.config("PUT", path, { body: first });
  check(`a change of ${definition.kind}.${name}: ${moved.text}`, moved.status, 200);
  const after = { ...sent, ...first };
  const change = (await tenant.samples.moved(definition, after, name)) ?? {};
  return {
    tenant,
    path,
    name,
    sent: after,
    change,
    old: String(made.headers.etag),
    now: String(moved.headers.etag),
  };
}

/** A 412 that carries the row as it is, with its ETag. */
function checkStale(what: string, answer: Answer, row: Answer): void {
  check(what, [answer.status, answer.body.error], [412, "precondition_failed"]);
  check(`${what}: current`, answer.body.current, row.body);
  check(`${what}: ETag`, answer.headers.etag, row.headers.etag);
  check(`${what}: members`, Object.keys(withoutRequestId(answer)), ["error", "message", "current"]);
}
