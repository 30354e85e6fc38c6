import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { connectionOf } from "../../src/database/executor.ts";
import type { AuditStore } from "../../src/engine/ports/audit.ts";
import { createAudit } from "../../src/features/identity/audit/index.ts";
import type { SealedSubscriber } from "../../src/features/identity/audit/sealer.ts";
import { createAuditStore } from "../../src/features/identity/audit/store.ts";
import { openTestDatabase } from "../support/database.ts";
import { startService, type TestService } from "../support/service.ts";
import { inTransaction } from "../support/transactions.ts";
import { until } from "../support/until.ts";
import { ask, creationOf, newEntry, newNode, newVault, record, reportOf, vaultOf } from "./support.ts";

const vault = newVault();

describe("the sealer", () => {
  let database: Database;
  beforeEach(async () => {
    database = await openTestDatabase();
  });
  afterEach(() => database.close());

  const waiting = async () =>
    (await ask<{ n: number }>(database, "SELECT count(*)::int AS n FROM audit_outbox"))[0]?.n;

  it("gives each organization a chain, in order of sequence", async () => {
    const { audit, logged } = newNode(database, vault);
    await record(database, vault, "org_1", newEntry(), newEntry());
    await record(database, vault, "org_2", newEntry());
    await record(database, vault, "org_1", newEntry());
    await audit.sealer.flush();
    const links = await ask(
      database,
      "SELECT organization_id AS of, position::int, sequence::int FROM audit_seals ORDER BY 1, 2",
    );
    expect(links).toEqual([
      { of: "org_1", position: 1, sequence: 1 },
      { of: "org_1", position: 2, sequence: 2 },
      { of: "org_1", position: 3, sequence: 4 },
      { of: "org_2", position: 1, sequence: 3 },
    ]);
    expect(await waiting()).toBe(0);
    expect((await audit.verify()).verified).toBe(true);
    expect(logged.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("seals more than a batch in one go, and never twice", async () => {
    const { audit } = newNode(database, vault);
    for (const organization of ["org_1", "org_2"]) {
      const entries = Array.from({ length: 900 }, (_, number) => newEntry({ rowId: String(number) }));
      await database.transaction((connection) => record(connection, vault, organization, ...entries));
    }
    await Promise.all([audit.sealer.flush(), audit.sealer.flush()]);
    await audit.sealer.flush();
    for (const organization of ["org_1", "org_2"]) {
      expect(await reportOf(audit, organization)).toMatchObject({
        records: 900,
        sealed: 900,
        unsealed: 0,
        problems: [],
      });
    }
  });

  it("gives a record that commits late a later place, and that verifies", async () => {
    const { audit } = newNode(database, vault);
    await record(database, vault, "org_1", newEntry({ rowId: "late" }));
    await record(database, vault, "org_1", newEntry(), newEntry());
    // As if the first had not committed yet.
    const [late] = await ask<{ code: string }>(
      database,
      "DELETE FROM audit_outbox WHERE sequence = 1 RETURNING code",
    );
    await audit.sealer.flush();
    await ask(database, "INSERT INTO audit_outbox VALUES ('org_1', 1, $1)", [late?.code]);
    await record(database, vault, "org_1", newEntry());
    await audit.sealer.flush();
    const order = await ask<{ sequence: number }>(
      database,
      "SELECT sequence::int FROM audit_seals ORDER BY position",
    );
    expect(order.map(({ sequence }) => sequence)).toEqual([2, 3, 1, 4]);
    expect(await reportOf(audit, "org_1")).toMatchObject({ sealed: 4, problems: [] });
  });

  it("seals by itself after a wake, and by its timer without one", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { audit } = newNode(database, vault);
    audit.sealer.background.start();
    await record(database, vault, "org_1", newEntry());
    audit.sealer.wake();
    await until(async () => (await waiting()) === 0);
    await record(database, vault, "org_1", newEntry());
    await until(async () => {
      // The run before may not be over yet: then the timer passes it by, and comes again.
      vi.advanceTimersByTime(1_000);
      return (await waiting()) === 0;
    });
    await audit.sealer.stop();
    expect(await reportOf(audit, "org_1")).toMatchObject({ sealed: 2, problems: [] });
    await record(database, vault, "org_1", newEntry());
    audit.sealer.wake();
    vi.advanceTimersByTime(1_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await waiting()).toBe(1);
    vi.useRealTimers();
  });

  it("has transactions of its own when it is woken from inside of one", async () => {
    const { audit, logged } = newNode(database, vault);
    audit.sealer.onSealed(async () => {
      throw new Error("not now");
    });
    audit.sealer.background.start();
    await database.transaction(async (connection) => {
      await record(connection, vault, "org_1", newEntry());
      audit.sealer.wake();
    });
    await until(() => logged.some(({ level }) => level === "error"));
    await audit.sealer.stop();
    expect(await waiting()).toBe(1);
    expect(await ask(database, "SELECT FROM audit_seals")).toEqual([]);
  });

  it("shows subscribers of each record once, in the transaction that seals it", async () => {
    const { audit, logged } = newNode(database, vault);
    await database.execute("CREATE TABLE shown (sequence bigint)");
    let failures = 1;
    audit.sealer.onSealed(async (organizationId, records) => async (transaction) => {
      expect(inTransaction()).toBe(true);
      const connection = connectionOf(transaction);
      for (const { sequence } of records) await ask(connection, "INSERT INTO shown VALUES ($1)", [sequence]);
      if (organizationId === "org_1" && failures > 0) {
        failures -= 1;
        throw new Error("not now");
      }
    });
    await record(database, vault, "org_1", newEntry());
    await record(database, vault, "org_2", newEntry());
    await audit.sealer.flush();
    expect(await waiting()).toBe(1);
    expect(await ask(database, "SELECT sequence::int FROM shown")).toEqual([{ sequence: 2 }]);
    expect(logged.filter(({ level }) => level === "error")).toMatchObject([
      { details: { organization_id: "org_1", err: { message: "not now" } } },
    ]);
    await until(async () => {
      await audit.sealer.flush();
      return (await waiting()) === 0;
    });
    expect(await ask(database, "SELECT sequence::int FROM shown ORDER BY 1")).toEqual([
      { sequence: 1 },
      { sequence: 2 },
    ]);
    expect((await audit.verify()).verified).toBe(true);
  });

  it("finishes the work in hand when it is stopped", async () => {
    const { audit } = newNode(database, vault);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let entered = false;
    audit.sealer.onSealed(async () => {
      entered = true;
      await held;
      return undefined;
    });
    audit.sealer.background.start();
    await record(database, vault, "org_1", newEntry());
    audit.sealer.wake();
    await until(() => entered);
    let stopped = false;
    const stopping = audit.sealer.stop().then(() => {
      stopped = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(stopped).toBe(false);
    release();
    await stopping;
    expect(await reportOf(audit, "org_1")).toMatchObject({ sealed: 1, problems: [] });
  });

  it("shares the work with another node, each record sealed and reported once", async () => {
    const nodes = [newNode(database, vault), newNode(database, vault)];
    const reported: number[] = [];
    const subscriber: SealedSubscriber = async (_organizationId, records) => async () => {
      reported.push(...records.map(({ sequence }) => sequence));
    };
    for (const { audit } of nodes) {
      audit.sealer.onSealed(subscriber);
      audit.sealer.background.start();
    }
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let i = 0; i < 40; i += 1) {
        await record(database, vault, `org_${writer % 3}`, newEntry({ rowId: `${writer}/${i}` }));
        for (const { audit } of nodes) void audit.sealer.flush();
      }
    });
    await Promise.all(writers);
    await until(async () => (await waiting()) === 0);
    await Promise.all(nodes.map(({ audit }) => audit.sealer.stop()));
    expect(reported.sort((a, b) => a - b)).toEqual(Array.from({ length: 240 }, (_, index) => index + 1));
    for (const { audit, logged } of nodes) {
      expect((await audit.verify()).verified).toBe(true);
      expect(logged.filter(({ level }) => level === "error")).toEqual([]);
    }
    expect(await ask(database, "SELECT count(*)::int AS n FROM installation")).toEqual([{ n: 2 }]);
  });

  it("leaves records to the node that sealed them meanwhile", async () => {
    const [slow, quick] = [newNode(database, vault), newNode(database, vault)];
    await record(database, vault, "org_1", newEntry());
    await slow.audit.sealer.flush();
    await record(database, vault, "org_1", newEntry());
    let reported = 0;
    slow.audit.sealer.onSealed(async () => {
      await quick.audit.sealer.flush();
      return async () => {
        reported += 1;
      };
    });
    await slow.audit.sealer.flush();
    expect(reported).toBe(0);
    expect(await reportOf(slow.audit, "org_1")).toMatchObject({ sealed: 2, problems: [] });
    expect(slow.logged.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("logs every head when it starts and stops, and in between those that moved here", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const [one, other] = [newNode(database, vault), newNode(database, vault)];
    const reported = ({ logged }: typeof one) =>
      logged
        .filter(({ message }) => message === "heads of audit chains")
        .map(({ details }) => details.heads as { organization_id: string; position: number }[]);
    await record(database, vault, "org_1", newEntry(), newEntry());
    await record(database, vault, "org_2", newEntry());
    await one.audit.sealer.flush();
    const { head } = await reportOf(one.audit, "org_1");
    expect(reported(one).at(-1)).toEqual([
      { organization_id: "org_1", ...head, code: expect.stringMatching(/^2\.[0-9a-f]{64}$/) },
      expect.objectContaining({ organization_id: "org_2", position: 1 }),
    ]);
    await other.audit.sealer.flush();
    expect(reported(other)).toEqual([reported(one).at(-1)]);

    const before = reported(one).length;
    await record(database, vault, "org_2", newEntry());
    await one.audit.sealer.flush();
    expect(reported(one)).toHaveLength(before);
    // Whatever the database says of it: the node knows what it sealed.
    await ask(database, "UPDATE audit_heads SET logged_position = 9, logged_at = now()");
    vi.setSystemTime(Date.now() + 5 * 60_000);
    for (const { audit } of [one, other]) await audit.sealer.flush();
    expect(reported(one).slice(before)).toMatchObject([[{ organization_id: "org_2", position: 2 }]]);
    expect(reported(other)).toHaveLength(1);
    vi.setSystemTime(Date.now() + 5 * 60_000);
    await one.audit.sealer.flush();
    expect(reported(one)).toHaveLength(before + 1);

    await one.audit.sealer.stop();
    expect(reported(one).slice(before + 1)).toMatchObject([
      [
        { organization_id: "org_1", position: 2 },
        { organization_id: "org_2", position: 2 },
      ],
    ]);
    vi.useRealTimers();
  });

  it("seals what is flushed while heads are logged, before that flush ends", async () => {
    await newNode(database, vault).audit.sealer.flush();
    const store = createAuditStore(database);
    let late: Promise<void> | undefined;
    const delayed: AuditStore = {
      ...store,
      async heads(...range) {
        if (late === undefined) {
          await record(database, vault, "org_1", newEntry());
          late = sealer.flush();
        }
        return store.heads(...range);
      },
    };
    const { sealer } = createAudit({ database, vault, log: { info() {}, error() {} } }, delayed);
    await sealer.flush();
    await late;
    expect(late).toBeDefined();
    expect(await waiting()).toBe(0);
  });

  it("keeps its keys sealed, and opens them only with the installation's keys", async () => {
    const { audit } = newNode(database, vault);
    await record(database, vault, "org_1", newEntry());
    await audit.sealer.flush();
    const kept = await ask<{ value: string }>(database, "SELECT value FROM installation");
    expect(kept.map(({ value }) => value.slice(0, 5))).toEqual(["test.", "test."]);
    await expect(newNode(database, newVault()).audit.verify()).rejects.toThrow();
    expect(await newNode(database, vault).audit.verify()).toMatchObject({ verified: true });
  });
});

describe("a service", () => {
  let test: TestService;
  beforeAll(async () => {
    test = await startService();
  });
  afterAll(() => test.close());

  it("has chains that verify after hundreds of changes by many writers at once", async () => {
    const tenants = [await test.makeTenant(), await test.makeTenant()];
    for (const { organization } of tenants)
      await record(test.database, vaultOf(test), organization.id, creationOf(organization.id));
    const writers = Array.from({ length: 10 }, async (_, writer) => {
      const { config } = tenants[writer % 2] as (typeof tenants)[0];
      const { status, body: team } = await config("POST", "teams", { body: { name: `Team ${writer}` } });
      expect([status, team]).toEqual([201, expect.anything()]);
      for (let i = 1; i < 30; i += 1) {
        const answer = await config("PUT", `teams/${team.id}`, { body: { name: `Team ${writer} ${i}` } });
        expect(answer.status).toBe(200);
      }
    });
    await Promise.all(writers);
    await until(async () => (await ask(test.database, "SELECT FROM audit_outbox")).length === 0);
    const { verified, organizations } = await test.service.audit.verify();
    expect(verified).toBe(true);
    expect(organizations).toMatchObject(
      tenants.map(() => ({ records: 151, sealed: 151, unsealed: 0, problems: [] })),
    );
  });
});
