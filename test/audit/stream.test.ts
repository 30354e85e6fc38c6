/** The audit log as a stream: no record is missed and none comes twice, whoever writes meanwhile and whichever node answers. */
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRowStore } from "../../src/database/store.ts";
import { createVault } from "../../src/database/vault.ts";
import { serviceCall } from "../../src/engine/context.ts";
import { createRecordCodes } from "../../src/features/identity/audit/record-codes.ts";
import { teams } from "../../src/resources/teams.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { unrestricted } from "../support/unrestricted.ts";

let one: TestService;
let other: TestService;
beforeAll(async () => {
  one = await startService();
  const { ORGCONFIG_SECRET_KEYS } = process.env;
  other = await startService(
    {
      ...(ORGCONFIG_SECRET_KEYS && { ORGCONFIG_SECRET_KEYS }),
      ORGCONFIG_DATA_DIR: one.settings.dataDirectory,
    },
    [],
    one.database,
  );
});
afterAll(async () => {
  await other.close();
  await one.close();
});

interface Streamed {
  readonly position: number;
  readonly sequence: number;
  readonly row_id: string;
}

/** Reads at one node. */
async function read(node: TestService, { key }: Tenant, query: string) {
  return node.send("GET", `/api/v1/audit?${query}`, { headers: { authorization: `Bearer ${key.value}` } });
}

/** Both nodes seal, side by side. */
const seal = () => Promise.all([one.service.audit.sealer.flush(), other.service.audit.sealer.flush()]);

it("answers from the beginning, in the chain's order, and says where to go on", async () => {
  const tenant = await one.makeTenant();
  expect((await read(one, tenant, "after=0")).body).toEqual({ data: [], next: 0 });
  for (const name of ["A", "B", "C"]) await tenant.config("POST", "teams", { body: { name } });
  await seal();
  const first = await read(one, tenant, "after=0&limit=2");
  expect(first.body.data.map(({ position }: Streamed) => position)).toEqual([1, 2]);
  expect(first.body.data[0]).toMatchObject({ action: "create_team", resource: "teams", outcome: "success" });
  expect(first.body.next).toBe(2);
  const rest = await read(other, tenant, "after=2");
  expect([rest.body.data.length, rest.body.next]).toEqual([1, 3]);
  expect((await read(one, tenant, "after=3")).body).toEqual({ data: [], next: 3 });
});

it.each([
  ["after=0&wait=31", "wait"],
  ["after=0&wait=-1", "wait"],
  ["after=0&wait=soon", "wait"],
  ["after=-1", "after"],
  ["after=x", "after"],
  ["wait=1", "wait"],
  ["after=0&action=create_team", "action"],
  ["after=0&cursor=MQ", "cursor"],
])("%s is refused, naming %s", async (query, field) => {
  const answer = await read(one, await one.makeTenant(), query);
  expect([answer.status, answer.body.field]).toEqual([422, field]);
});

it("waits for a record, which another node may seal", async () => {
  const tenant = await one.makeTenant();
  const waiting = read(other, tenant, "after=0&wait=30");
  await tenant.config("POST", "teams", { body: { name: "Late" } });
  await one.service.audit.sealer.flush();
  const { body } = await waiting;
  expect(body.data.map(({ row_id }: Streamed) => row_id)).toHaveLength(1);
  expect(body.next).toBe(1);
});

it("answers nobody whose key was revoked during the wait", async () => {
  const tenant = await one.makeTenant();
  const waiting = read(one, tenant, "after=0&wait=30");
  await sleep(50);
  await one.database.queryText(
    { name: "test-revoke-waiting", text: "UPDATE api_keys SET revoked_at = now() WHERE id = $1" },
    [tenant.key.id],
  );
  const writer = await one.makeKey(tenant.organization.id, ["api:admin"]);
  await one.send("POST", "/api/v1/config/teams", {
    headers: { authorization: `Bearer ${writer.value}` },
    body: { name: "Unseen" },
  });
  await seal();
  const answer = await waiting;
  expect(answer.status).toBe(401);
  expect(answer.text).not.toContain("Unseen");
});

it("misses and repeats nothing while many write at once and commit out of order", async () => {
  const { signRecord } = createRecordCodes(createVault(one.settings.secretKeys));
  const rows = createRowStore(one.database, signRecord);
  let runs = 0;
  const writer = fc.record({
    /** Rows of one transaction, which takes its sequences before it commits. */
    rows: fc.integer({ min: 1, max: 4 }),
    beforeMs: fc.integer({ min: 0, max: 30 }),
    withinMs: fc.integer({ min: 0, max: 30 }),
    throughNode: fc.boolean(),
  });
  const reader = fc.record({ limit: fc.integer({ min: 1, max: 5 }), waits: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(
      fc.array(writer, { minLength: 2, maxLength: 8 }),
      fc.array(reader, { minLength: 1, maxLength: 3 }),
      async (writers, readers) => {
        runs += 1;
        const tenant = await one.makeTenant({ name: `Stream ${runs}` });
        const organization = {
          ...tenant.organization,
          plan: "business",
          ipAllowlist: [],
          ...unrestricted,
        } as const;
        const total = writers.reduce((sum, { rows }) => sum + rows, 0);
        const write = async (plan: (typeof writers)[number], index: number) => {
          await sleep(plan.beforeMs);
          if (plan.throughNode) {
            for (let row = 0; row < plan.rows; row += 1)
              await tenant.config("POST", "teams", { body: { name: `Node ${index} ${row}` } });
          } else {
            await rows.transaction([], async (transaction) => {
              const engine = one.service.engine.in(transaction);
              for (let row = 0; row < plan.rows; row += 1)
                await engine.create(serviceCall("test", organization, "admin"), teams, {
                  name: `Transaction ${index} ${row}`,
                });
              await sleep(plan.withinMs);
            });
          }
          await seal();
        };
        const readAll = async ({ limit, waits }: (typeof readers)[number]) => {
          const seen: Streamed[] = [];
          let after = 0;
          for (let turn = 0; seen.length < total; turn += 1) {
            const node = turn % 2 === 0 ? one : other;
            const { body } = await read(
              node,
              tenant,
              `after=${after}&limit=${limit}${waits ? "&wait=1" : ""}`,
            );
            seen.push(...body.data);
            after = body.next;
            if (body.data.length === 0) await sleep(5);
          }
          expect((await read(one, tenant, `after=${after}`)).body).toEqual({ data: [], next: after });
          return seen;
        };
        const [streams] = await Promise.all([
          Promise.all(readers.map(readAll)),
          Promise.all(writers.map(write)).then(seal),
        ]);
        const stored = await one.database.queryText<{ sequence: string }>(
          {
            name: "test-stream-records",
            text: "SELECT sequence::text FROM audit_records WHERE organization_id = $1 ORDER BY audit_records.sequence",
          },
          [tenant.organization.id],
        );
        for (const seen of streams) {
          expect(seen.map(({ position }) => position)).toEqual(seen.map((_, index) => index + 1));
          expect(seen.map(({ sequence }) => sequence).toSorted((a, b) => a - b)).toEqual(
            stored.map(({ sequence }) => Number(sequence)),
          );
        }
      },
    ),
    { numRuns: 8 },
  );
}, 120_000);
