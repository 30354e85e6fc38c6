/** Open proposals cost a write of a row nothing: it asks the database the same with 500 of them as with none. */
import { AsyncLocalStorage } from "node:async_hooks";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Connection, Database } from "../../src/database/database.ts";
import { openTestDatabase } from "../support/database.ts";
import { startService, type TestService } from "../support/service.ts";
import { proposerOf } from "./support.ts";

/** Statements of the call that is looked at, and of nothing that the service does by itself meanwhile. */
const ofCall = new AsyncLocalStorage<string[]>();
let test: TestService;

function noting<C extends Connection>(connection: C): C {
  const query: C["query"] = (statement, values) => {
    ofCall.getStore()?.push(statement.name);
    return connection.query(statement, values);
  };
  return { ...connection, query };
}

beforeAll(async () => {
  const database = await openTestDatabase();
  const noted: Database = {
    ...noting(database),
    transaction: (work) => database.transaction((connection) => work(noting(connection))),
  };
  test = await startService({}, [], noted);
});
afterAll(() => test.close());

it("asks the database the same with 500 open proposals of the row as with none", async () => {
  const { api, config, organization } = await test.makeTenant();
  const { id } = (await config("POST", "teams", { body: { name: "Team" } })).body;
  const statementsOf = async (name: string) => {
    const sent: string[] = [];
    const answer = await ofCall.run(sent, () => config("PUT", `teams/${id}`, { body: { name } }));
    expect(answer.status, answer.text).toBe(200);
    return sent;
  };
  await statementsOf("First");
  const without = await statementsOf("Second");
  expect(without.length).toBeGreaterThan(0);
  const edits = [{ op: "save", resource: "teams", id, fields: { name: "Proposed" } }];
  const made = await proposerOf(api).propose({ edits: edits as never });
  await test.database.queryText(
    {
      name: "test-many-proposals",
      text: `INSERT INTO proposals (organization_id, id, status, author_id, sealed_request, head, digest, shown, touches, progress, created_at, due_at)
        SELECT organization_id, id || n, status, author_id, sealed_request, head, digest, shown, touches, progress, created_at, NULL
        FROM proposals, generate_series(1, 499) AS n WHERE organization_id = $1 AND id = $2`,
    },
    [organization.id, made.id],
  );
  expect(await statementsOf("Third")).toEqual(without);
  expect(without.filter((name) => name.includes("proposal"))).toEqual([]);
});
