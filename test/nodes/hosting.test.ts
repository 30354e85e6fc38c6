/** Two services on one database: a hosted connector's agent runs on one of them, and on the other when that one is gone. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { makeSlo } from "../features/slo.ts";
import { openTestDatabase } from "../support/database.ts";
import { type Mimir, startMimir } from "../support/mimir.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const env = {
  ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1",
  ORGCONFIG_SECRET_KEYS: Buffer.alloc(32, 7).toString("base64"),
};

let database: Database;
let mimir: Mimir;
beforeEach(async () => {
  database = await openTestDatabase();
  mimir = await startMimir();
});
afterEach(async () => {
  await mimir.close();
  await database.close();
});

/** A node of which can be known whether an agent of the connector began to work there, and that can be cut off. */
async function startNode() {
  const line = { cut: false };
  const cutOff = async () => {
    throw new Error("the node is cut off from the database");
  };
  const test = await startService(env, [], {
    ...database,
    query: ((...given) => (line.cut ? cutOff() : database.query(...given))) as Database["query"],
    transaction: ((work) => (line.cut ? cutOff() : database.transaction(work))) as Database["transaction"],
  });
  return {
    test,
    line,
    ran: (id: string) => test.logs.some((text) => text.includes(id) && text.includes("the engine runs")),
  };
}
type Node = Awaited<ReturnType<typeof startNode>>;

async function makeHosted(test: TestService): Promise<{ tenant: Tenant; id: string }> {
  const tenant = await test.makeTenant();
  await makeSlo(tenant, "checkout", "availability");
  const made = await tenant.config("POST", "connectors", {
    body: {
      name: "Mimir",
      type: "observability",
      connector_type: "mimir",
      config: { url: mimir.url, tenant: tenant.organization.id },
      metadata: { run_in: "service" },
    },
  });
  return { tenant, id: made.body.id };
}

async function holderOf(id: string): Promise<string | null | undefined> {
  const [found] = await database.queryText<{ holder: string | null }>(
    { name: "test-holder", text: "SELECT holder FROM hosted_connectors WHERE connector_id = $1" },
    [id],
  );
  return found?.holder;
}

/** The node that an agent ran on, and the other one. */
async function ranOn(nodes: readonly [Node, Node], id: string): Promise<[Node, Node]> {
  await until(() => nodes.some(({ ran }) => ran(id)));
  const [one, other] = nodes;
  expect([one.ran(id), other.ran(id)].filter(Boolean)).toHaveLength(1);
  return one.ran(id) ? [one, other] : [other, one];
}

it("an agent runs on one node; one that drains gives it back, and the other one goes on", async () => {
  const nodes: [Node, Node] = [await startNode(), await startNode()];
  const { tenant, id } = await makeHosted(nodes[0].test);
  const [first, second] = await ranOn(nodes, id);
  const holder = await holderOf(id);
  await first.test.close();
  expect(await holderOf(id)).not.toBe(holder);
  await until(() => second.ran(id));
  expect(Object.keys(mimir.groups(tenant.organization.id))).toEqual([`orgconfig-${id}-slos`]);
  await second.test.close();
  expect(await holderOf(id)).toBeNull();
});

it("a node that is gone without a word is followed by another one once its lease is over", async () => {
  const nodes: [Node, Node] = [await startNode(), await startNode()];
  const { id } = await makeHosted(nodes[0].test);
  const [first, second] = await ranOn(nodes, id);
  const holder = await holderOf(id);
  first.line.cut = true;
  // Time passes for the database: nobody renewed the lease.
  await database.queryText(
    { name: "test-lease", text: "UPDATE hosted_connectors SET held_until = now() WHERE connector_id = $1" },
    [id],
  );
  await until(() => second.ran(id));
  expect(await holderOf(id)).not.toBe(holder);
  first.line.cut = false;
  await Promise.all(nodes.map(({ test }) => test.close()));
});
