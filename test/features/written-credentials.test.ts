/** Credentials that the service wrote for an engine stay on the disk no longer than it runs the connector's agent. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import type { Database } from "../../src/database/database.ts";
import { createVault } from "../../src/database/vault.ts";
import { createHostingStore } from "../../src/features/reliability/hosting/store.ts";
import { createWrittenCredentials } from "../../src/features/reliability/hosting/written-credentials.ts";
import { openTestDatabase } from "../support/database.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const freshFolder = () => mkdtempSync(join(tmpdir(), "orgconfig-written-"));

describe("of a connector that the service hosts", () => {
  const root = freshFolder();
  let test: TestService;
  beforeAll(async () => {
    test = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1", ORGCONFIG_ENGINE_DIRECTORY: root });
  });
  afterAll(() => test.close());

  /** A blackbox_exporter that is away, and a check with credentials. */
  async function makeProbes({ config, organization }: Tenant) {
    const made = await config("POST", "connectors", {
      body: {
        name: "Probes",
        type: "observability",
        connector_type: "blackbox_exporter",
        metadata: { run_in: "service" },
        config: { url: `http://127.0.0.1:${await freePort()}` },
      },
    });
    const check = await config("POST", "synthetic_checks", {
      body: { name: "shop", kind: "http", target: "https://shop.example.com/", auth_header: "Bearer secret" },
    });
    expect([made.status, check.status]).toEqual([201, 201]);
    const folder = join(root, organization.id, made.body.id);
    return { path: `connectors/${made.body.id}`, folder, secret: join(folder, "secrets", check.body.id) };
  }

  it.concurrent.each([
    ["is disabled", "PUT", { enabled: false }],
    ["runs elsewhere", "PUT", { metadata: { run_in: "agent", secret_files: "present" } }],
    ["is deleted", "DELETE", undefined],
  ])("go when it %s", async (_, method, body) => {
    const tenant = await test.makeTenant();
    const { path, folder, secret } = await makeProbes(tenant);
    await until(() => existsSync(secret) && readFileSync(secret, "utf8") === "secret");
    await tenant.config(method, path, body === undefined ? {} : { body });
    await until(() => !existsSync(join(folder, "secrets")));
  });
});

describe("on a disk that nodes share", () => {
  const lease_ms = 3_600_000;
  const connector = { organizationId: "org_1", connectorId: "conn_1" };
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
    await database.execute(
      "INSERT INTO organizations (id, slug, name, plan, created_at) VALUES ('org_1', 'acme', 'Acme', 'team', now())",
    );
  });
  afterAll(() => database.close());

  /** Nodes over one folder, with what the first has written into it. */
  async function nodes(markedBy: "us" | "others" | "nobody" = "us") {
    await database.execute("DELETE FROM hosted_connectors");
    await database.execute("INSERT INTO hosted_connectors VALUES ('org_1', 'conn_1')");
    const directory = freshFolder();
    const hosted = createHostingStore(database);
    let passed_ms = 0;
    const vaultOf = (byte: number) => createVault([{ id: "test", bytes: Buffer.alloc(32, byte) }]);
    const node = (holder: string, vault = vaultOf(1)) =>
      createWrittenCredentials({ hosted, vault, directory, holder, now: () => passed_ms });
    const folder = join(directory, "org_1", "conn_1");
    mkdirSync(join(folder, "secrets"), { recursive: true });
    writeFileSync(join(folder, "secrets", "chk_1"), "secret");
    const mark = node("first", vaultOf(markedBy === "us" ? 1 : 2)).markFor(connector);
    if (markedBy !== "nobody") writeFileSync(join(folder, ".orgconfig-credentials"), mark);
    const there = () => existsSync(join(folder, "secrets", "chk_1"));
    const later = (seconds: number) => {
      passed_ms += seconds * 1_000;
    };
    return { hosted, first: node("first"), second: node("second"), there, later };
  }

  it("stay for the node that has the lease, and until another one has taken over", async () => {
    const { hosted, first, second, there, later } = await nodes();
    await hosted.claim("first", lease_ms, 1);
    await second.sweep();
    await hosted.release("first");
    await second.sweep();
    expect(there()).toBe(true);
    // It writes its own mark next to the credentials when it shares the disk.
    await hosted.claim("second", lease_ms, 1);
    await first.sweep();
    later(59);
    await first.sweep();
    expect(there()).toBe(true);
    later(1);
    await first.sweep();
    expect(there()).toBe(false);
  });

  it("go at once when no node is to run the connector's agent", async () => {
    const { second, there } = await nodes();
    await database.execute("DELETE FROM hosted_connectors");
    await second.sweep();
    expect(there()).toBe(false);
  });

  it.each(["others", "nobody"] as const)("stay where the mark is of %s", async (markedBy) => {
    const { second, there } = await nodes(markedBy);
    await database.execute("DELETE FROM hosted_connectors");
    await second.sweep();
    expect(there()).toBe(true);
  });
});
