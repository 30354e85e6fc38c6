/** Which connectors the service runs agents for by itself, and what such an agent says. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import type { Database } from "../../src/database/database.ts";
import { createRowStore } from "../../src/database/store.ts";
import { createHostingStore } from "../../src/features/reliability/hosting/store.ts";
import { engineName, openTestDatabase } from "../support/database.ts";
import { type Mimir, startMimir } from "../support/mimir.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { recordsOf } from "../support/sign-in.ts";
import { until } from "../support/until.ts";
import { makeSlo } from "./slo.ts";

async function makeConnector({ config }: Tenant, rest: object = {}): Promise<string> {
  const body = {
    name: "Mimir",
    type: "observability",
    connector_type: "mimir",
    metadata: { run_in: "service" },
    ...rest,
  };
  const made = await config("POST", "connectors", { body });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.id;
}

let test: TestService;
let mimir: Mimir;
beforeAll(async () => {
  mimir = await startMimir({ authorization: "Bearer right" });
  test = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
});
afterAll(async () => {
  await test.close();
  await mimir.close();
});

describe("the list of hosted connectors", () => {
  it("follows the connectors: type, switch, metadata and delete", async () => {
    const tenant = await test.makeTenant();
    const id = await makeConnector(tenant);
    await makeConnector(tenant, { name: "Extra", metadata: {} });
    await makeConnector(tenant, { name: "Nothing rendered", connector_type: "made_up" });
    const listed = async () => {
      const rows = await test.database.queryText<{ connector_id: string }>(
        {
          name: "test-hosted",
          text: "SELECT connector_id FROM hosted_connectors WHERE organization_id = $1",
        },
        [tenant.organization.id],
      );
      return rows.map(({ connector_id }) => connector_id);
    };
    expect(await listed()).toEqual([id]);
    const change = (body: object) => tenant.config("PUT", `connectors/${id}`, { body });
    await change({ enabled: false });
    expect(await listed()).toEqual([]);
    await change({ enabled: true });
    expect(await listed()).toEqual([id]);
    await change({ metadata: { run_in: "agent" } });
    expect(await listed()).toEqual([]);
    await change({ metadata: { run_in: "service" } });
    await tenant.config("DELETE", `connectors/${id}`);
    expect(await listed()).toEqual([]);
  });
});

describe("a lease", () => {
  const organizationId = "org_1";
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
    await database.execute(
      `INSERT INTO organizations (id, slug, name, plan, created_at) VALUES ('${organizationId}', 'acme', 'Acme', 'team', now())`,
    );
  });
  afterAll(() => database.close());
  afterEach(() => database.execute("DELETE FROM hosted_connectors"));

  const lease_ms = 3_600_000;
  const add = (connectorId: string) =>
    createRowStore(database, () => ({ id: "", code: "" })).transaction([], async (writer) => {
      await createHostingStore(database).setListed(writer, { organizationId, connectorId }, true);
      return true;
    });
  const release = (holder: string) => createHostingStore(database).release(holder);
  async function waitingForLocks(): Promise<number> {
    const text =
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    return (await database.queryText({ name: "test-waiting", text }, [])).length;
  }
  async function claim(holder: string, limit = 100): Promise<string[]> {
    const found = await createHostingStore(database).claim(holder, lease_ms, limit);
    return found.map(({ connectorId }) => connectorId).sort();
  }

  it("is one node's, as far as its limit goes, until it is over or given back", async () => {
    for (const id of ["a", "b", "c"]) await add(id);
    const first = await claim("first", 2);
    expect(first).toHaveLength(2);
    const second = await claim("second");
    expect([...first, ...second].sort()).toEqual(["a", "b", "c"]);
    // What a holder has comes first, also where the limit leaves no room for more.
    await release("second");
    expect(await claim("first", 2)).toEqual(first);
    expect(await claim("third")).toEqual(second);
    await release("first");
    expect(await claim("third")).toEqual(["a", "b", "c"]);
    await database.execute("UPDATE hosted_connectors SET held_until = now() - interval '1 second'");
    expect(await claim("second")).toEqual(["a", "b", "c"]);
    expect(await claim("third")).toEqual([]);
  });

  it("is not lost to its holder while somebody else writes its connector", async () => {
    for (const id of ["a", "b"]) await add(id);
    expect(await claim("first", 1)).toHaveLength(1);
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let writing: Promise<void> | undefined;
    await new Promise<void>((locked) => {
      writing = database.transaction(async (connection) => {
        await connection.execute("UPDATE hosted_connectors SET held_until = held_until");
        locked();
        await ended;
      });
    });
    let done = false;
    const claims = claim("first").finally(() => {
      done = true;
    });
    // The embedded database has one connection, so that the claim waits for the whole transaction.
    await until(async () => done || engineName === "embedded" || (await waitingForLocks()) > 0);
    const early = done;
    end();
    await writing;
    expect(early).toBe(false);
    expect(await claims).toEqual(["a", "b"]);
  });

  it("stays when its connector is written again", async () => {
    await add("a");
    expect(await claim("first")).toEqual(["a"]);
    await add("a");
    expect(await claim("second")).toEqual([]);
  });
});

describe("a hosted agent", async () => {
  const nobody = `http://127.0.0.1:${await freePort()}`;
  const connector = async ({ config }: Tenant, id: string) => (await config("GET", `connectors/${id}`)).body;
  async function failure(tenant: Tenant, id: string): Promise<string> {
    await until(async () => (await connector(tenant, id)).health_status === "failing");
    return (await connector(tenant, id)).last_error_message;
  }

  it.concurrent("brings what is rendered to the engine, and is on record as the service's own", async () => {
    const tenant = await test.makeTenant();
    const slo = await makeSlo(tenant, "checkout", "availability");
    const config = { url: `${mimir.url}/`, token: "right", tenant: tenant.organization.id };
    const id = await makeConnector(tenant, { config });
    await until(async () => (await connector(tenant, id)).health_status === "healthy");
    const groups = mimir.groups(tenant.organization.id)[`orgconfig-${id}-slos`];
    expect(JSON.stringify(groups)).toContain(slo);
    const { body } = await tenant.api("GET", "render");
    expect(body.data[0].applied).toMatchObject({ ok: true, digest: body.data[0].digest });
    const records = await recordsOf(test, tenant.organization.id);
    const own = records.filter(({ action }) => action === "acknowledge_render");
    expect(own).toMatchObject([{ actor_kind: "service", actor_name: "agent", door: "service" }]);
  });

  it.concurrent("brings alert routes to a tenant's Alertmanager whose connector asks for it", async () => {
    const tenant = await test.makeTenant();
    const body = { name: "all", matchers: ["a=~.+"], destinations: [{ email: "ada@example.com" }] };
    const route = await tenant.config("POST", "alert_routes", { body });
    const key = "an-api-key-of-the-engine";
    const config = { url: mimir.url, token: "right", tenant: tenant.organization.id, intake_key: key };
    const metadata = { run_in: "service", alertmanager: "mimir" };
    const id = await makeConnector(tenant, { config, metadata });
    await until(async () => (await connector(tenant, id)).health_status === "healthy");
    const written = mimir.alertmanagers.get(tenant.organization.id) ?? "";
    expect(written).toContain(`receiver: "${route.body.id}"`);
    expect(written).toContain(`credentials: "${key}"`);
    expect(JSON.stringify((await tenant.api("GET", `render/${id}`)).body)).not.toContain(key);
  });

  it.concurrent.each([
    ["the credentials are wrong", { token: "wrong" }, "HTTP 401"],
    ["there is no address", { url: undefined }, "config.url of the connector is missing"],
    ["nothing answers there", { url: nobody }, "cannot be reached"],
    ["the address is private and not allowed", { url: "http://10.0.0.1" }, "private network"],
  ])("says in the connector's health that %s", async (_, rest, said) => {
    const tenant = await test.makeTenant();
    const config = { url: mimir.url, token: "right", tenant: "other", ...rest };
    const id = await makeConnector(tenant, { config });
    expect(await failure(tenant, id)).toContain(said);
  });

  it.concurrent("shows no credential that the engine repeats, in no answer and no log", async () => {
    const password = "hunter2-LongPassword!";
    const echo = createServer(({ headers }, response) =>
      response.writeHead(500).end(`${headers.authorization} is svc:${password}`),
    );
    await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
    try {
      const tenant = await test.makeTenant();
      const url = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
      const id = await makeConnector(tenant, { config: { url, username: "svc", password } });
      expect(await failure(tenant, id)).toContain("answered HTTP 500");
      const { body } = await tenant.api("GET", "render");
      expect(body.data[0].applied.message).toContain("[redacted]");
      const shown = [await connector(tenant, id), body, ...test.logs]
        .map((one) => JSON.stringify(one))
        .join();
      for (const secret of [password, Buffer.from(`svc:${password}`).toString("base64")])
        expect(shown).not.toContain(secret);
    } finally {
      echo.closeAllConnections();
      await new Promise((resolve) => echo.close(resolve));
    }
  });

  it.concurrent("writes no files where the operator named no folder", async () => {
    const tenant = await test.makeTenant();
    const id = await makeConnector(tenant, {
      connector_type: "prometheus",
      config: { url: mimir.url },
    });
    expect(await failure(tenant, id)).toContain("ORGCONFIG_ENGINE_DIRECTORY");
  });
});
