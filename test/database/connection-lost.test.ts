/**
 * What a client receives when the connection to the database breaks: in doubt where a write may have been made, and to
 * try again everywhere else. It runs on a server only.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Connection, Database } from "../../src/database/database.ts";
import { sql } from "../../src/database/queries.generated.ts";
import { answerTimeoutMs, openServer } from "../../src/database/server.ts";
import { sql as identity } from "../../src/features/identity/accounts/queries.generated.ts";
import { Refusal } from "../../src/kernel/problem.ts";
import { openTestDatabase } from "../support/database.ts";
import { type DatabaseProxy, type Ending, openDatabaseProxy } from "../support/database-proxy.ts";
import { type Answer, startService, type Tenant, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

/** The server itself, next to the proxy. */
let direct: Database;
let name: string;
let proxy: DatabaseProxy;
let database: Database;
beforeAll(async () => {
  direct = await openTestDatabase();
  name = (await ask<{ name: string }>(direct, "SELECT current_database() AS name"))[0]?.name ?? "";
  proxy = await openDatabaseProxy();
  database = openServer(proxy.urlOf(name), { prepared: true });
});
afterAll(async () => {
  await database.close();
  await proxy.close();
  await direct.close();
});

function ask<R>(connection: Connection, text: string, ...values: readonly unknown[]): Promise<R[]> {
  return connection.queryText<R>({ name: nameOf(text), text }, values);
}
const nameOf = (text: string) => `test ${text}`.slice(0, 60);

const again = { status: 503, error: "unavailable", reason: undefined, retryAfter: 1 };
/** Without Retry-After, which would have an ordinary client make the write again. */
const inDoubt = { status: 503, error: "unavailable", reason: "in_doubt", retryAfter: undefined };

describe("at the API", () => {
  let test: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    test = await startService({}, [], database);
    tenant = await test.makeTenant();
  });
  afterAll(() => test.close());

  /** Sends with the connection cut, and once more when it is there again. */
  async function twice(statements: readonly string[], ending: Ending, send: () => Promise<Answer>) {
    proxy.cutAt(statements, ending);
    const { status, body, headers } = await send();
    expect(proxy.wasCut()).toBe(true);
    const seconds = headers["retry-after"];
    const retryAfter = seconds === undefined ? undefined : Number(seconds);
    const first = { status, error: body.error, reason: body.reason, retryAfter };
    return { first, second: (await send()).status };
  }

  const readTeams = () => tenant.config("GET", "teams");
  const makeTeam = (name: string) => () => tenant.config("POST", "teams", { body: { name } });
  /** Takes a lock, and so a transaction. */
  const makeDefault = (name: string) => () => {
    const body = { name, type: "prometheus", url: "https://prometheus.example.com", is_default: true };
    return tenant.config("POST", "data_sources", { body });
  };

  describe.each(["unsent", "unanswered"] as const)("what is cut off %s", (ending) => {
    const afterwards = ending === "unanswered" ? 409 : 201;

    it.each(["accounts/authenticate-key", "database/version-of-rows-in-order"])(
      "is read again: %s",
      async (statement) => {
        expect(await twice([statement], ending, readTeams)).toEqual({ first: again, second: 200 });
      },
    );

    it("is in doubt where a statement writes by itself", async () => {
      const answers = await twice(["database/insert-rows"], ending, makeTeam(ending));
      expect(answers).toEqual({ first: inDoubt, second: afterwards });
    });

    it("is in doubt where it commits several statements", async () => {
      const answers = await twice(["database/insert-row", "COMMIT"], ending, makeDefault(`commit ${ending}`));
      expect(answers).toEqual({ first: inDoubt, second: afterwards });
    });

    it("is written again where it comes before the commit", async () => {
      const answers = await twice(["database/insert-row"], ending, makeDefault(`insert ${ending}`));
      expect(answers).toEqual({ first: again, second: 201 });
    });
  });

  it("what is read of a row before it is written is read again, and what is read after it in doubt", async () => {
    const makePolicy = () => tenant.config("POST", "deploy_policies", { body: { service: "checkout" } });
    expect(await twice(["database/get-row-by-key"], "unsent", makePolicy)).toEqual({
      first: again,
      second: 201,
    });
    // Where the database wrote more into the row than was decided.
    const other = () => tenant.config("POST", "deploy_policies", { body: { service: "cart" } });
    expect(await twice(["database/find-row"], "unsent", other)).toEqual({ first: inDoubt, second: 409 });
    const body = { repository: "acme/checkout", branch: "main" };
    const { id } = (await tenant.config("POST", "repo_settings", { body })).body;
    const remove = () => tenant.config("DELETE", `repo_settings/${id}`);
    const answers = await twice(["database/list-rows-in-order"], "unsent", remove);
    expect(answers).toEqual({ first: inDoubt, second: 404 });
  });

  it("an answer still comes that waited for a connection, and for a statement without an answer", () => {
    expect(test.service.server.server.timeout).toBeGreaterThan(5_000 + answerTimeoutMs);
  });

  it("a write that the server ends half-way is in doubt", async () => {
    const waiting = `FROM pg_stat_activity WHERE datname = '${name}' AND wait_event_type = 'Lock' AND query ~ 'INSERT INTO rows'`;
    // The lock keeps the write waiting, and ends with its transaction, which would see one moment of the activity only.
    const { answer } = await direct.transaction(async (holder) => {
      await holder.execute("LOCK TABLE rows IN EXCLUSIVE MODE");
      const answer = makeTeam("ended")();
      await until(async () => (await ask(database, `SELECT pid ${waiting}`)).length > 0);
      await database.execute(`SELECT pg_terminate_backend(pid) ${waiting}`);
      return { answer };
    });
    const { status, body } = await answer;
    expect({ status, reason: body.reason }).toEqual({ status: 503, reason: "in_doubt" });
  });
});

describe("in the database", () => {
  beforeAll(async () => {
    await direct.execute(`
      CREATE TABLE notes (text text);
      CREATE FUNCTION refuse_note() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = 'disk_full'; END $$;
      CREATE CONSTRAINT TRIGGER refuse_note AFTER INSERT ON notes DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (NEW.text = 'refused') EXECUTE FUNCTION refuse_note()`);
  });

  const writing = "INSERT INTO notes VALUES ($1)";
  const note = (connection: Connection, text: string) => ask(connection, writing, text);
  const notes = async (text: string) =>
    (await ask(direct, "SELECT text FROM notes WHERE text = $1", text)).length;

  /** What a piece of work is refused with. */
  async function refusalOf(work: Promise<unknown>): Promise<unknown> {
    const refusal: unknown = await work.catch((error: unknown) => error);
    if (!(refusal instanceof Refusal)) return refusal;
    const { status, code: error } = refusal;
    const { reason, retryAfterSeconds: retryAfter } = refusal.detail;
    return { status, error, reason, retryAfter };
  }

  it.each([
    ["BEGIN", "unsent", again, 0],
    ["BEGIN", "unanswered", again, 0],
    [nameOf(writing), "unsent", again, 0],
    [nameOf(writing), "unanswered", again, 0],
    ["COMMIT", "unsent", inDoubt, 0],
    ["COMMIT", "unanswered", inDoubt, 1],
  ] as const)("a transaction that is cut off at %s, %s", async (statement, ending, reported, count) => {
    const text = `${statement} ${ending}`;
    proxy.cutAt([statement], ending);
    expect(await refusalOf(database.transaction((connection) => note(connection, text)))).toEqual(reported);
    expect([proxy.wasCut(), await notes(text)]).toEqual([true, count]);
  });

  it("a transaction that only read is not in doubt", async () => {
    proxy.cutAt(["COMMIT"], "unanswered");
    const reading = database.transaction(async (connection) => {
      await connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
      await connection.query(identity.listSessions, {
        userId: "user_1",
        now: new Date(),
        limit: 1,
        idleMinutes: 720,
      });
    });
    expect(await refusalOf(reading)).toEqual(again);
    expect(proxy.wasCut()).toBe(true);
  });

  it("a transaction whose connection broke before its commit is not in doubt", async () => {
    proxy.cutAt([nameOf("SELECT 1")], "unsent");
    const forgiving = database.transaction(async (connection) => {
      await note(connection, "forgiven");
      await ask(connection, "SELECT 1").catch(() => {});
    });
    expect(await refusalOf(forgiving)).toEqual(again);
    expect([proxy.wasCut(), await notes("forgiven")]).toEqual([true, 0]);
  });

  it("a write that the server itself refuses, for lack of space, is not in doubt", async () => {
    const work = database.transaction((connection) => note(connection, "refused"));
    // Room on a disk is made by somebody, and not within a second.
    const later = { ...again, retryAfter: 30 };
    expect(await refusalOf(work)).toEqual(later);
    expect(await refusalOf(note(database, "refused"))).toEqual(later);
  });

  it("a statement or a transaction that the server ends for its time is not in doubt, and none of them a fault", async () => {
    const busy = { ...again, retryAfter: 5 };
    const slow = database.transaction(async (connection) => {
      await connection.execute("SET LOCAL statement_timeout = 50");
      await ask(connection, "SELECT pg_sleep(600)");
    });
    expect(await refusalOf(slow)).toEqual(busy);
    const idle = database.transaction(async (connection) => {
      const [own] = await ask<{ pid: number }>(connection, "SELECT pg_backend_pid() AS pid");
      await note(connection, "idle");
      await connection.execute("SET LOCAL idle_in_transaction_session_timeout = 50");
      const present = `SELECT FROM pg_stat_activity WHERE pid = ${own?.pid}`;
      await until(async () => (await ask(direct, present)).length === 0);
      await ask(connection, "SELECT 1");
    });
    expect(await refusalOf(idle)).toEqual(again);
    expect(await notes("idle")).toBe(0);
  });

  it("what a server never answers is given up, also in a transaction, and its connections are replaced", async () => {
    const impatient = openServer(proxy.urlOf(name), { prepared: true, answerTimeoutMs: 1_000 });
    /** Sends this on a connection that has just fallen silent. On a busy machine an earlier statement may be given up. */
    const inSilence = async (statement: (connection: Connection) => Promise<unknown>) => {
      for (;;) {
        let isSilent = false;
        const outcome = await refusalOf(
          impatient.transaction(async (connection) => {
            await note(connection, "unheard");
            proxy.fallSilent();
            isSilent = true;
            await statement(connection);
          }),
        );
        if (isSilent) return outcome;
      }
    };
    expect(await inSilence((connection) => ask(connection, "SELECT 1"))).toEqual(again);
    expect(await inSilence(async () => {})).toEqual(inDoubt);
    await until(async () => (await ask(impatient, "SELECT 1").catch(() => [])).length === 1);
    await impatient.close();
  });

  it.each(["end", "silence"] as const)(
    "nothing is in doubt where no connection is to be had: %s",
    async (what) => {
      const far = await openDatabaseProxy();
      far.meet(what);
      const database = openServer(far.urlOf(name), { prepared: true });
      const works = [
        database.transaction((connection) => note(connection, what)),
        note(database, what),
        database.query(sql.findRow, { organizationId: "org_1", kind: "teams", id: "team_1" }),
        database.query(identity.listSessions, {
          userId: "user_1",
          now: new Date(),
          limit: 1,
          idleMinutes: 720,
        }),
      ];
      expect(await Promise.all(works.map(refusalOf))).toEqual([again, again, again, again]);
      await database.close();
      await far.close();
      const gone = openServer(far.urlOf(name), { prepared: true });
      expect(await refusalOf(note(gone, what))).toEqual(again);
      await gone.close();
    },
  );
});
