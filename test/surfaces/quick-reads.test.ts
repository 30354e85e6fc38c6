/** The quick way of reads of one row, held against the usual way: who asks cannot tell which it was. */
import inject from "light-my-request";
import { beforeAll, describe, expect, it } from "vitest";
import type { Kind } from "../../src/kernel/kind.ts";
import { definitions } from "../../src/resources/index.ts";
import { type ContractTenant, contractFor } from "../support/contract.ts";
import { allowOnly, refusedCredentials, revoke } from "../support/credentials.ts";
import { giveToSet } from "../support/sets.ts";

const contract = contractFor(import.meta.url);

interface Said {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Requests that the framework saw. */
let framed = 0;
let tenant: ContractTenant;
let row: { readonly path: string; readonly id: string };
const slis = definitions.find(({ kind }) => kind === "slis") as Kind;

beforeAll(async () => {
  contract().service.server.addHook("onRequest", (_request, _reply, done) => {
    framed += 1;
    done();
  });
  tenant = await contract().tenant();
  const { path, id } = await tenant.samples.row(slis);
  row = { path, id };
});

interface Asked {
  readonly method?: "GET" | "HEAD";
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly authorization?: string;
}

/** Asks as a client does, by the server's own event. */
function ask(asked: Asked = {}): Promise<Said> {
  const { server } = contract().service.server;
  return said(inject((request, response) => server.emit("request", request, response), requestOf(asked)));
}

/** Asks the framework, which knows no quick way. */
function askUsual(asked: Asked = {}): Promise<Said> {
  return said(contract().service.server.inject(requestOf(asked)));
}

function requestOf({ method = "GET", path = row.path, headers = {}, authorization }: Asked) {
  const bearer = authorization ?? `Bearer ${tenant.key.value}`;
  return { method, url: `/api/v1/config/${path}`, headers: { authorization: bearer, ...headers } };
}

/** Request ids are each request's own, and the clock goes on. */
async function said(
  answer: Promise<{ statusCode: number; headers: object; payload: string }>,
): Promise<Said> {
  const { statusCode, headers, payload } = await answer;
  const { date: _date, "x-request-id": id, ...rest } = headers as Record<string, unknown>;
  expect(id).toMatch(/^req_[0-9a-f]{32}$/);
  return { status: statusCode, headers: rest, body: payload.replaceAll(String(id), "REQUEST") };
}

/** Whether the framework saw nothing of it. */
async function isQuick(asked: Asked = {}): Promise<boolean> {
  const before = framed;
  await ask(asked);
  return framed === before;
}

describe("a known key", () => {
  it("reads a row on the quick way, the same as on the usual one", async () => {
    const usual = await askUsual();
    expect(usual.status).toBe(200);
    for (const round of ["first", "kept"]) {
      expect([round, await isQuick()]).toEqual([round, true]);
      expect([round, await ask()]).toEqual([round, usual]);
    }
  });

  it("is answered 304 by the same tags", async () => {
    const { etag } = (await ask()).headers;
    const tags = [`${etag}`, `W/${etag}`, `"no", ${etag}`, "*", '"no"', "unquoted", ""];
    const statuses: number[] = [];
    for (const tag of tags) {
      const asked = { headers: { "if-none-match": tag } };
      expect([tag, await isQuick(asked)]).toEqual([tag, true]);
      const answer = await ask(asked);
      expect([tag, answer]).toEqual([tag, await askUsual(asked)]);
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([304, 304, 304, 304, 200, 200, 200]);
  });

  it("sees what is written, at once", async () => {
    for (const description of ["one", "two \u00e4\u{1f600}", "three"]) {
      const { status } = await tenant.config("PUT", row.path, { body: { description } });
      expect(status).toBe(200);
      const answer = await ask();
      expect(JSON.parse(answer.body).description).toBe(description);
      expect(answer).toEqual(await askUsual());
    }
  });

  it("sees the set that owns the row, which is no version of it", async () => {
    const before = await ask();
    await giveToSet(contract().database, tenant.organization.id, "slis", row.id, "platform");
    const owned = await ask();
    expect(owned.headers).toEqual({ ...before.headers, "x-managed-by": "platform" });
    expect(owned).toEqual(await askUsual());
    await giveToSet(contract().database, tenant.organization.id, "slis", row.id, null);
    expect(await ask()).toEqual(before);
  });

  it("is told of a row that is gone, or is another organization's", async () => {
    const other = await contract().tenant();
    const { path } = await other.samples.row(slis);
    const theirs = { authorization: `Bearer ${other.key.value}`, path };
    expect((await ask(theirs)).status).toBe(200);
    expect((await ask(theirs)).status).toBe(200);
    expect((await ask({ path })).status).toBe(404);
    expect(await ask({ path })).toEqual(await askUsual({ path }));
    await other.config("DELETE", path);
    expect(await ask(theirs)).toEqual(await askUsual(theirs));
    expect((await ask(theirs)).status).toBe(404);
  });

  it("reads its own row where another organization has one by the same id", async () => {
    const other = await contract().tenant();
    await ask();
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
      expect(JSON.parse((await ask(twin)).body).name).toBe("Twin");
      expect(JSON.parse((await ask()).body).name).not.toBe("Twin");
    }
    expect(await ask(twin)).toEqual(await askUsual(twin));
  });
});

describe("what is not let through", () => {
  it("is refused in the same words", async () => {
    for (const { what, authorization, status } of await refusedCredentials(contract(), tenant)) {
      if (authorization === undefined) continue;
      for (let round = 0; round < 2; round += 1) {
        const answer = await ask({ authorization });
        expect([what, answer]).toEqual([what, await askUsual({ authorization })]);
        expect([what, answer.status]).toEqual([what, status]);
      }
    }
  });

  it("is refused from the moment on at which it may no more", async () => {
    const other = await contract().tenant();
    const { path } = await other.samples.row(slis);
    const key = await contract().makeKey(other.organization.id, ["api:config_read"]);
    const asked = { path, authorization: `Bearer ${key.value}` };
    expect((await ask(asked)).status).toBe(200);
    expect(await isQuick(asked)).toBe(true);
    await allowOnly(contract(), other.organization.id, "192.0.2.0/24");
    expect((await ask(asked)).status).toBe(403);
    await allowOnly(contract(), other.organization.id, "127.0.0.0/8");
    expect((await ask(asked)).status).toBe(200);
    await contract().database.execute(
      `UPDATE organizations SET plan = 'team' WHERE id = '${other.organization.id}'`,
    );
    expect((await ask(asked)).status).toBe(403);
    await contract().database.execute(
      `UPDATE organizations SET plan = 'business' WHERE id = '${other.organization.id}'`,
    );
    expect((await ask(asked)).status).toBe(200);
    await revoke(contract(), key.id);
    expect((await ask(asked)).status).toBe(401);
    expect(await ask(asked)).toEqual(await askUsual(asked));
  });
});

describe("what is unusual", () => {
  it.each<[string, Asked]>([
    ["HEAD", { method: "HEAD" }],
    ["If-Match", { headers: { "if-match": '"1"' } }],
    ["a body", { headers: { "content-length": "0" } }],
    ["a query", { path: "slis/sli_1?x=1" }],
    ["an escape", { path: "slis/sli%5F1" }],
    ["a list", { path: "slis" }],
    ["a setting", { path: "notification_settings" }],
    ["what is nowhere", { path: "nothing/team_1" }],
    ["a kind that tells the time", { path: "alert_mutes/mute_1" }],
    ["another spelling of Bearer", { authorization: "bearer x" }],
  ])("goes the usual way: %s", async (_, asked) => {
    expect(await isQuick(asked)).toBe(false);
    expect(await ask(asked)).toEqual(await askUsual(asked));
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
    for (let round = 0; round < 3; round += 1) expect(await isQuick()).toBe(true);
    // The count itself is a request, too.
    expect(await count()).toEqual([answered + 4, timed + 4]);
  });
});
