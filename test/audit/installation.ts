/**
 * An installation as who attacks it finds it: a database that a service and the program's own commands open
 * in turn, and SQL that nothing stops. On the engine under test; copies are cheap.
 */
import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import type { Database } from "../../src/database/database.ts";
import { openEmbedded } from "../../src/database/embedded.ts";
import { migrate } from "../../src/database/migrate.ts";
import { openServer } from "../../src/database/server.ts";
import { newSecretKey } from "../../src/database/vault.ts";
import type { Organization } from "../../src/engine/context.ts";
import type { OperationInput } from "../../src/engine/operation.ts";
import { readEnvironment } from "../../src/environment.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { createService, type Service } from "../../src/service.ts";
import { type Ended, orgconfig } from "../support/command.ts";
import { templateFolder } from "../support/template.ts";

export interface Running {
  readonly service: Service;
  readonly database: Database;
  makeOrganization(name: string): Promise<Organization>;
  /** Makes a team, which leaves one record. */
  makeTeam(organization: Organization, name: string): Promise<void>;
  /** Makes teams by a plan, which leaves one record each. @returns the plan's id */
  applyPlan(organization: Organization, teams: readonly string[]): Promise<string>;
}

export interface Installation {
  /** Runs a service on it until the work is done and what it left is sealed. @returns the lines of its log */
  serve(work: (running: Running) => Promise<void>): Promise<string[]>;
  /** Runs SQL past every trigger, as a database's owner can. */
  attack(...statements: readonly string[]): Promise<void>;
  command(args: readonly string[], input?: string): Promise<Ended>;
  /** The same with other secret keys in its environment. */
  withKeys(keys: readonly string[]): Installation;
  copy(): Promise<Installation>;
  drop(): Promise<void>;
}

const server = process.env.TEST_DATABASE_URL;

/** An empty one. */
export async function makeInstallation(keys = [newSecretKey()]): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-attack-"));
  if (server === undefined) {
    cpSync(templateFolder, join(folder, "postgres"), { recursive: true });
    return installation({ folder, url: undefined, keys });
  }
  const url = await makeDatabase(server);
  return installation({ folder, url, keys });
}

interface Place {
  readonly folder: string;
  readonly url: string | undefined;
  readonly keys: readonly string[];
}

function installation(place: Place): Installation {
  const { folder, url, keys } = place;
  const env: Record<string, string> = {
    ORGCONFIG_DATA_DIR: folder,
    ORGCONFIG_SECRET_KEYS: keys.join(","),
    ORGCONFIG_OPERATOR_TOKEN: "operator-token-of-a-test",
    ORGCONFIG_RATE_LIMIT: "off",
    ...(url !== undefined && { DATABASE_URL: url }),
  };

  async function opened<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = url === undefined ? await openEmbedded(folder) : openServer(url, { prepared: true });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  return {
    serve: (work) =>
      opened(async (database) => {
        await migrate(database);
        const logs: string[] = [];
        const logger = pino({ level: "info" }, { write: (line: string) => void logs.push(line) });
        const service = await createService(readEnvironment(env), database, logger);
        try {
          await work(runningOn(service, database));
          await service.audit.sealer.flush();
        } finally {
          await service.close();
        }
        return logs;
      }),
    attack: (...statements) =>
      opened((database) =>
        database.transaction(async (connection) => {
          await connection.execute("SET LOCAL session_replication_role = replica");
          for (const statement of statements) await connection.execute(statement);
        }),
      ),
    command: (args, input) => orgconfig(args, env, input),
    withKeys: (others) => installation({ ...place, keys: others }),
    async copy() {
      const twin = mkdtempSync(join(tmpdir(), "orgconfig-attack-"));
      if (url === undefined || server === undefined) {
        cpSync(folder, twin, { recursive: true });
        return installation({ ...place, folder: twin });
      }
      return installation({ ...place, folder: twin, url: await makeDatabase(server, url) });
    },
    async drop() {
      rmSync(folder, { recursive: true, force: true });
      if (url !== undefined && server !== undefined)
        await administer(server, `DROP DATABASE ${databaseOf(url)} WITH (FORCE)`);
    },
  };
}

function runningOn(service: Service, database: Database): Running {
  const actor = { kind: "user", id: "user_1", name: "ada@example.com" } as const;

  async function run(organization: Organization, operation: string, input: OperationInput) {
    const caller = { actor, organization, level: "admin", readOnlyKey: false } as const;
    const where = { door: "console", requestId: randomUUID(), address: undefined, now: new Date() } as const;
    return service.operations.get(operation)?.run({ caller, ...where }, input);
  }

  return {
    service,
    database,
    async makeOrganization(name) {
      const answer = await service.server.inject({
        method: "POST",
        url: "/api/v1/operator/organizations",
        headers: { authorization: "Bearer operator-token-of-a-test", "content-type": "application/json" },
        payload: JSON.stringify({ name, plan: "business" }),
      });
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return { ipAllowlist: [], ...answer.json<Omit<Organization, "ipAllowlist">>() };
    },
    makeTeam: async (organization, name) => {
      await run(organization, "create_team", { body: { name } });
    },
    async applyPlan(organization, teams) {
      const bundle = { teams: teams.map((name) => ({ name })) };
      const made = await run(organization, "plan_changes", { body: { bundle } });
      const id = String((made as { body: JsonObject }).body.id);
      await run(organization, "apply_plan", { body: { id } });
      return id;
    },
  };
}

async function makeDatabase(administered: string, template?: string): Promise<string> {
  const url = new URL(administered);
  url.pathname = `/test_${randomUUID().replaceAll("-", "")}`;
  const like = template === undefined ? "" : ` TEMPLATE ${databaseOf(template)}`;
  await administer(administered, `CREATE DATABASE ${databaseOf(url.href)}${like}`);
  return url.href;
}

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
