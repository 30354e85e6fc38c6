/** What every organization has once: defaults before the first save, and an ETag that is good for it. */
import { describe, it } from "vitest";
import { defaultOf, isConfiguration } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { definitionsByKind } from "../../src/service.ts";
import { check, checkThat } from "../support/checks.ts";
import { contractFor, settings } from "../support/contract.ts";

const contract = contractFor(import.meta.url);
const writable = settings.filter(({ verbs }) => verbs.includes("update"));

describe.each(writable.map(({ kind }) => kind))("%s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;

  it("shows its defaults before the first save", async () => {
    const tenant = await contract().tenant({ name: "Acme é" });
    const answer = await tenant.config("GET", kind);
    check(kind, answer.status, 200);
    const initial = definition.initial?.({ name: "Acme é" }) ?? {};
    for (const [name, field] of Object.entries(definition.fields)) {
      if (field.type === "secret") check(`${kind}.${name}_set`, answer.body[`${name}_set`], false);
      else if (isConfiguration(field))
        check(`${kind}.${name}`, answer.body[name], initial[name] ?? defaultOf(field) ?? null);
    }
    check("updated_at", answer.body.updated_at, null);
    check("has no id", "id" in answer.body || "created_at" in answer.body, false);
    checkThat("has an ETag", /^"[^"]+"$/.test(String(answer.headers.etag)), answer.headers.etag);
    const again = await tenant.config("GET", kind);
    check("the same every time", [again.body, again.headers.etag], [answer.body, answer.headers.etag]);
    check("reading is not on record", await tenant.audit(), []);
  });

  it("is made by its first save, which its ETag is good for", async () => {
    const tenant = await contract().tenant();
    const before = await tenant.config("GET", kind);
    const body = await tenant.samples.body(definition);
    const records = (await tenant.audit()).length;
    const stale = await tenant.config("PUT", kind, { body, headers: { "if-match": '"none"' } });
    check(
      "another ETag",
      [stale.status, stale.body.current, stale.headers.etag],
      [412, before.body, before.headers.etag],
    );
    const first = await tenant.config("PUT", kind, {
      body,
      headers: { "if-match": String(before.headers.etag) },
    });
    check(`the first save: ${first.text}`, first.status, 201);
    checkThat("has another ETag", first.headers.etag !== before.headers.etag);
    check("has no Location", first.headers.location, undefined);
    checkThat("has a time", first.body.updated_at !== null, first.body);
    const fresh = (await tenant.audit()).slice(records);
    check(
      "one record",
      fresh.map(({ action, row_id }) => [action, row_id]),
      [[definition.actionNames.update, kind]],
    );
    const again = await tenant.config("PUT", kind, {
      body,
      headers: { "if-match": String(before.headers.etag) },
    });
    check("the ETag is used up", again.status, 412);
    const same = await tenant.config("PUT", kind, { body });
    check("the same once more", [same.status, same.headers.etag], [200, first.headers.etag]);
    const [name = ""] = Object.keys(definition.fields);
    const change = await tenant.samples.moved(definition, body, name);
    const second = await tenant.config("PUT", kind, { body: change });
    check("a second save", second.status, 200);
    checkThat("with yet another ETag", second.headers.etag !== first.headers.etag);
  });

  it("stays unsaved where a PUT names nothing", async () => {
    const tenant = await contract().tenant();
    const before = await tenant.config("GET", kind);
    for (const body of [{}, { updated_at: null }]) {
      const answer = await tenant.config("PUT", kind, { body });
      check(
        `PUT ${JSON.stringify(body)}`,
        [answer.status, answer.headers.etag, answer.body],
        [200, before.headers.etag, before.body],
      );
    }
    check("nothing is on record", await tenant.audit(), []);
  });

  it("is saved by a PUT of its very defaults, once, and is then in the export", async () => {
    const tenant = await contract().tenant();
    const { updated_at: _, ...defaults } = (await tenant.config("GET", kind)).body;
    const first = await tenant.config("PUT", kind, { body: defaults });
    check(`PUT ${kind}: ${first.text}`, first.status, 201);
    checkThat("has a time", typeof first.body.updated_at === "string", first.text);
    check(
      "its record",
      (await tenant.audit()).map(({ action, row_id }) => [action, row_id]),
      [[definition.actionNames.update, kind]],
    );
    const again = await tenant.config("PUT", kind, { body: defaults });
    check("again", [again.status, again.headers.etag, again.body], [200, first.headers.etag, first.body]);
    check("one record", (await tenant.audit()).length, 1);
    const { text } = await tenant.config("GET", `export?resource=${kind}`);
    checkThat("its import block", text.includes(`id = "${kind}"`), text);
  });
});

describe.each(settings.map(({ kind }) => kind))("%s", (kind) => {
  it("has no rows", async () => {
    const { config } = await contract().tenant();
    for (const path of [`${kind}/${kind}`, `${kind}/`, `${kind}/1`]) {
      for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
        const answer = await config(method, path, method === "PUT" ? { body: {} } : {});
        // An action of a kind's own may stand below it, under another method.
        check(`${method} ${path}`, [404, 405].includes(answer.status), true);
      }
    }
    for (const method of ["POST", "DELETE"]) {
      const answer = await config(method, kind, method === "POST" ? { body: {} } : {});
      check(`${method} ${kind}`, [answer.status, answer.body.error], [405, "method_not_allowed"]);
    }
  });
});
