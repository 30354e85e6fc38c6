/** Reads of one row at REST: true at the moment they are asked for, and refused from the moment on at which they are not allowed. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Kind } from "../../src/kernel/kind.ts";
import { definitions } from "../../src/resources/index.ts";
import { type ContractTenant, contractFor } from "../support/contract.ts";
import { allowOnly, refusedCredentials, revoke } from "../support/credentials.ts";
import type { Answer } from "../support/service.ts";
import { giveToSet } from "../support/sets.ts";

const contract = contractFor(import.meta.url);

let tenant: ContractTenant;
let row: { readonly path: string; readonly id: string };
const slis = definitions.find(({ kind }) => kind === "slis") as Kind;

beforeAll(async () => {
  tenant = await contract().tenant();
  const { path, id } = await tenant.samples.row(slis);
  row = { path, id };
});

interface Reading {
  readonly method?: "GET" | "HEAD";
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly authorization?: string;
}

function read({
  method = "GET",
  path = row.path,
  headers = {},
  authorization,
}: Reading = {}): Promise<Answer> {
  const bearer = authorization ?? `Bearer ${tenant.key.value}`;
  return contract().send(method, `/api/v1/config/${path}`, {
    headers: { authorization: bearer, ...headers },
  });
}

/** What is the same of two answers that say the same: request ids are each request's own, and the clock goes on. */
function said({ status, headers, text }: Answer) {
  const { date: _date, "x-request-id": id, ...rest } = headers;
  expect(id).toMatch(/^req_[0-9a-f]{32}$/);
  return { status, headers: rest, text: text.replaceAll(String(id), "REQUEST") };
}

describe("a key", () => {
  it("reads a row the same, whether it was rendered for this or before", async () => {
    const first = await read();
    expect([first.status, first.headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    expect(first.headers).toMatchObject({
      "cache-control": "no-store, no-transform",
      "x-content-type-options": "nosniff",
    });
    for (let round = 0; round < 3; round += 1) expect(said(await read())).toEqual(said(first));
  });

  it("is answered 304 by the tags that name the version", async () => {
    const { etag } = (await read()).headers;
    const tags = [`${etag}`, `W/${etag}`, `"no", ${etag}`, "*", '"no"', "unquoted", ""];
    const statuses: number[] = [];
    for (const tag of tags) {
      const { status, headers, text } = await read({ headers: { "if-none-match": tag } });
      expect([tag, headers.etag, text === ""]).toEqual([tag, etag, status === 304]);
      statuses.push(status);
    }
    expect(statuses).toEqual([304, 304, 304, 304, 200, 200, 200]);
  });

  it("sees what is written, at once", async () => {
    for (const description of ["one", "two \u00e4\u{1f600}", "three"]) {
      const { status, headers } = await tenant.config("PUT", row.path, { body: { description } });
      expect(status).toBe(200);
      const answer = await read();
      expect([answer.body.description, answer.headers.etag]).toEqual([description, headers.etag]);
    }
  });

  it("sees the set that owns the row, which is no version of it", async () => {
    const before = said(await read());
    await giveToSet(contract().database, tenant.organization.id, "slis", row.id, "platform");
    const owned = said(await read());
    expect(owned).toEqual({ ...before, headers: { ...before.headers, "x-managed-by": "platform" } });
    await giveToSet(contract().database, tenant.organization.id, "slis", row.id, null);
    expect(said(await read())).toEqual(before);
  });

  it("finds no row that is gone, or is another organization's", async () => {
    const other = await contract().tenant();
    const { path } = await other.samples.row(slis);
    const theirs = { authorization: `Bearer ${other.key.value}`, path };
    for (let round = 0; round < 2; round += 1) expect((await read(theirs)).status).toBe(200);
    const foreign = await read({ path });
    expect(foreign.status).toBe(404);
    await other.config("DELETE", path);
    expect(said(await read(theirs))).toEqual(said(foreign));
  });

  it("reads its own row where another organization has one by the same id", async () => {
    const other = await contract().tenant();
    await read();
    await contract().database.queryText(
      {
        name: "test-twin",
        text: `INSERT INTO rows SELECT (jsonb_populate_record(rows, jsonb_build_object('organization_id', $1::text,
          'revision', nextval('row_revision'), 'configuration', configuration || '{"name": "Twin"}'))).*
          FROM rows WHERE organization_id = $2 AND kind = 'slis' AND id = $3`,
      },
      [other.organization.id, tenant.organization.id, row.id],
    );
    const twin = { authorization: `Bearer ${other.key.value}` };
    for (let round = 0; round < 3; round += 1) {
      expect((await read(twin)).body.name).toBe("Twin");
      expect((await read()).body.name).not.toBe("Twin");
    }
  });
});

describe("what is not let through", () => {
  it("is refused in the same words, however often it comes", async () => {
    for (const { what, authorization, status } of await refusedCredentials(contract(), tenant)) {
      if (authorization === undefined) continue;
      const first = await read({ authorization });
      expect([what, first.status]).toEqual([what, status]);
      expect([what, said(await read({ authorization }))]).toEqual([what, said(first)]);
    }
  });

  it("is refused from the moment on at which it may no more", async () => {
    const other = await contract().tenant();
    const { path } = await other.samples.row(slis);
    const key = await contract().makeKey(other.organization.id, ["api:config_read"]);
    const reading = { path, authorization: `Bearer ${key.value}` };
    const plan = (name: string) =>
      contract().database.execute(
        `UPDATE organizations SET plan = '${name}' WHERE id = '${other.organization.id}'`,
      );
    const status = async () => (await read(reading)).status;
    for (let round = 0; round < 2; round += 1) expect(await status()).toBe(200);
    await allowOnly(contract(), other.organization.id, "192.0.2.0/24");
    expect(await status()).toBe(403);
    await allowOnly(contract(), other.organization.id, "127.0.0.0/8");
    expect(await status()).toBe(200);
    await plan("team");
    expect(await status()).toBe(403);
    await plan("business");
    expect(await status()).toBe(200);
    await revoke(contract(), key.id);
    expect(await status()).toBe(401);
  });
});

describe("what is unusual", () => {
  it.each<[string, Reading, number]>([
    ["HEAD", { method: "HEAD" }, 200],
    ["If-Match of another version", { headers: { "if-match": '"1"' } }, 412],
    ["an empty body", { headers: { "content-length": "0" } }, 200],
    ["a query", { path: "slis/sli_1?x=1" }, 422],
    ["an escape", { path: "slis/sli%5F1" }, 404],
    ["what is nowhere", { path: "nothing/team_1" }, 404],
    ["another spelling of Bearer", { authorization: "bearer x" }, 401],
  ])("is answered: %s", async (_, reading, status) => {
    expect((await read(reading)).status).toBe(status);
  });

  it("is counted with the others in /metrics", async () => {
    const count = async () => {
      const { body } = await contract().service.server.inject("/metrics");
      const of = (name: string) => Number(new RegExp(`^${name} (\\d+)`, "m").exec(body)?.[1] ?? 0);
      return [
        of('orgconfig_http_requests_total\\{method="GET",status="200"\\}'),
        of('orgconfig_http_request_duration_seconds_count\\{method="GET"\\}'),
      ] as const;
    };
    const [answered, timed] = await count();
    for (let round = 0; round < 3; round += 1) await read();
    // The count itself is a request, too.
    expect(await count()).toEqual([answered + 4, timed + 4]);
  });
});
