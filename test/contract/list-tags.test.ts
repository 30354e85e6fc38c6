/** Lists answer 304: their weak ETag is equal exactly where their body is, on every node, whatever moved it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Kind } from "../../src/kernel/kind.ts";
import { definitionsByKind } from "../../src/service.ts";
import { contractFor } from "../support/contract.ts";
import { type Draw, law } from "../support/property.ts";
import { type Answer, startService, type Tenant, type TestService } from "../support/service.ts";
import { giveToSet } from "../support/sets.ts";

const env = { ORGCONFIG_SECRET_KEYS: Buffer.alloc(32, 7).toString("base64"), ORGCONFIG_LIST_CAP: "4" };
const contract = contractFor(import.meta.url, env);

/** Another node on the same database, with a memory of its own. */
let other: TestService;
beforeAll(async () => {
  other = await startService(env, [], contract().database);
  await other.service.delivery.close();
});
afterAll(() => other.close());

/** Plain rows; rows with state; rows that time moves, newest first; rows with what is joined from elsewhere. */
const kinds = ["teams", "connectors", "alert_mutes", "deploy_policies"] as const;
const queries = ["", "?etags=true", "?managed_by=", "?managed_by=alpha", "?name=nobody"];
const steps = 12;

type Held = Map<string, { readonly tag: string; readonly text: string }>;
interface Seen {
  /** Of each path, the body of every tag and the tag of every body. */
  readonly bodies: Map<string, string>;
  readonly tags: Map<string, string>;
  readonly held: Held;
}

law("a list's ETag is equal exactly where its body is", 2, async (draw) => {
  const tenant = await contract().tenant();
  const seen: Seen = { bodies: new Map(), tags: new Map(), held: new Map() };
  for (const kind of kinds) await tenant.samples.row(definitionsByKind[kind] as Kind);
  for (let step = 0; step < steps; step += 1) {
    const writes = Array.from({ length: draw.between(0, 4) }, () => writeOf(tenant, draw));
    // What is read while writes commit must be true of some moment too.
    await Promise.all([...writes.map((write) => write()), readAll(tenant, seen)]);
    await readAll(tenant, seen);
    await compareAll(tenant, seen);
    await checkTrue(tenant, seen);
  }
});

type ContractTenant = Awaited<ReturnType<ReturnType<typeof contract>["tenant"]>>;

/** Drawn now and done later, so that several run at once. What is refused, such as a row that went, changes nothing. */
function writeOf(tenant: ContractTenant, draw: Draw): () => Promise<unknown> {
  const what = draw.below(9);
  const kind = what === 6 ? "connectors" : what === 7 ? "deploy_policies" : draw.oneOf(kinds);
  const definition = definitionsByKind[kind] as Kind;
  const turn = draw.below(6);
  const flag = draw.either();
  const pick = async () => {
    const { data } = (await tenant.config("GET", kind)).body;
    return data.length === 0 ? undefined : data[turn % data.length];
  };
  return async () => {
    if (what < 3) return tenant.samples.row(definition);
    if (what === 3) return tenant.config("PUT", "organization_settings", { body: { name: `Name ${turn}` } });
    const row = await pick();
    if (row === undefined) return undefined;
    const path = `${kind}/${encodeURIComponent(row.id)}`;
    if (what === 4) return tenant.config("DELETE", path);
    if (what === 5)
      return giveToSet(contract().database, tenant.organization.id, kind, row.id, flag ? "alpha" : null);
    if (what === 6) {
      const health_status = flag ? "healthy" : "degraded";
      return tenant.api("PUT", `state/${path}`, { body: { health_status } });
    }
    if (what === 7) {
      const body = { service: row.service, allow: flag, reason: "a release" };
      return tenant.api("POST", "deploy_gate/overrides", { body });
    }
    return tenant.config("PUT", path, {
      body: kind === "teams" ? { name: `Team ${turn}` } : { enabled: flag },
    });
  };
}

/** What was read last is what the rows, each read by itself, and the organization are. */
async function checkTrue({ config, api }: Tenant, { held }: Seen): Promise<void> {
  const { organization } = (await api("GET", "whoami")).body;
  for (const kind of kinds) {
    const list = JSON.parse(held.get(`${kind} now`)?.text ?? "");
    expect(organization).toMatchObject(list.organization);
    for (const row of list.data)
      expect((await config("GET", `${kind}/${encodeURIComponent(row.id)}`)).body).toEqual(row);
  }
}

function pathsOf(): string[] {
  return kinds.flatMap((kind) =>
    queries.filter((query) => isTaken(kind, query)).map((query) => kind + query),
  );
}

function isTaken(kind: string, query: string): boolean {
  return !query.includes("name=") || definitionsByKind[kind]?.naturalKey.includes("name") === true;
}

async function readAll(tenant: Tenant, seen: Seen): Promise<void> {
  for (const path of pathsOf())
    for (const node of [0, 1]) remember(seen, path, await read(tenant, node, path));
}

/** A tag that was answered before is answered 304 exactly where the body is still that one. */
async function compareAll(tenant: Tenant, seen: Seen): Promise<void> {
  for (const path of pathsOf()) {
    for (const [key, { tag, text }] of seen.held) {
      if (!key.startsWith(`${path} `)) continue;
      const node = text.length % 2;
      const now = seen.held.get(`${path} now`);
      const answer = await read(tenant, node, path, tag);
      expect([path, answer.status, answer.text]).toEqual(
        now?.text === text ? [path, 304, ""] : [path, 200, now?.text],
      );
      expect(answer.headers.etag).toBe(now?.tag);
    }
  }
}

function remember({ bodies, tags, held }: Seen, path: string, { status, headers, text }: Answer): void {
  expect([path, status]).toEqual([path, 200]);
  const tag = String(headers.etag);
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
  expect([path, bodies.get(`${path} ${tag}`) ?? text]).toEqual([path, text]);
  expect([path, tags.get(`${path} ${text}`) ?? tag]).toEqual([path, tag]);
  bodies.set(`${path} ${tag}`, text);
  tags.set(`${path} ${text}`, tag);
  held.set(`${path} now`, { tag, text });
  held.set(`${path} ${bodies.size % 3}`, { tag, text });
}

async function read(tenant: Tenant, node: number, path: string, tag?: string): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${tenant.key.value}`,
    ...(tag === undefined ? {} : { "if-none-match": tag }),
  };
  return (node === 0 ? contract() : other).send("GET", `/api/v1/config/${path}`, { headers });
}

it("moves with a write that took its revision first and is stored last", async () => {
  const { config, organization, samples } = await contract().tenant();
  const { database } = contract();
  const { id } = await samples.row(definitionsByKind.teams as Kind);
  const [early] = await database.queryText<{ revision: string }>(
    { name: "test-early", text: "SELECT nextval('row_revision')::text AS revision" },
    [],
  );
  await samples.row(definitionsByKind.teams as Kind);
  const before = await config("GET", "teams");
  await database.queryText(
    {
      name: "test-late",
      text: `UPDATE rows SET revision = $3::bigint, configuration = configuration || '{"name": "Late"}'
        WHERE organization_id = $1 AND kind = 'teams' AND id = $2`,
    },
    [organization.id, id, early?.revision],
  );
  const headers = { "if-none-match": String(before.headers.etag) };
  const after = await config("GET", "teams", { headers });
  expect([after.status, after.text.includes("Late")]).toEqual([200, true]);
  expect(after.headers.etag).not.toBe(before.headers.etag);
});

it("is held to both conditions, also by HEAD, and its tag names nothing that a write could be held to", async () => {
  const { config, samples } = await contract().tenant();
  await samples.row(definitionsByKind.teams as Kind);
  const list = await config("GET", "teams");
  const tag = String(list.headers.etag);
  expect(list.headers.vary).toBe("accept-encoding");
  for (const method of ["GET", "HEAD"]) {
    const ask = (headers: Record<string, string>) => config(method, "teams", { headers });
    for (const held of [tag, tag.slice(2), `"x", ${tag}`, "*"]) {
      const { status, text, headers } = await ask({ "if-none-match": held });
      expect([held, status, text, headers.etag]).toEqual([held, 304, "", tag]);
      expect(headers.vary).toBe("accept-encoding");
    }
    for (const held of ['"x"', 'W/"x"', "malformed"]) {
      const { status, headers } = await ask({ "if-none-match": held });
      expect([held, status, headers.etag]).toEqual([held, 200, tag]);
    }
    for (const match of [tag, tag.slice(2), '"x"'])
      expect((await ask({ "if-match": match })).status).toBe(412);
    expect((await ask({ "if-match": "*" })).status).toBe(200);
    expect((await ask({ "if-match": tag, "if-none-match": tag })).status).toBe(412);
  }
  expect((await config("POST", "teams", { body: { name: "B" }, headers: { "if-match": tag } })).status).toBe(
    412,
  );
});
