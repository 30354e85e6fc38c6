/** The operator's calls at an address of their own, with a token for each person. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";

const tokens = { ada: "a-token-of-enough-length", ci: "another-of-enough-length" };
let test: TestService;
beforeAll(async () => {
  test = await startService({
    ORGCONFIG_OPERATOR_LISTEN: "127.0.0.1:0",
    ORGCONFIG_OPERATOR_TOKENS: `ada=${tokens.ada},ci=${tokens.ci}`,
  });
});
afterAll(() => test.close());

const path = "/api/v1/operator/organizations";

async function atOwn(method: "GET" | "POST", token: string | undefined, body?: object, url = path) {
  const { operatorServer } = test.service;
  if (operatorServer === undefined) throw new Error("there is a server for the operator");
  const response = await operatorServer.inject({
    method,
    url,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  });
  return { status: response.statusCode, body: response.json() };
}

it("serves them there and nowhere else, and nothing else there", async () => {
  expect((await atOwn("GET", tokens.ada)).status).toBe(200);
  const headers = { authorization: `Bearer ${tokens.ada}` };
  expect((await test.send("GET", path, { headers })).status).toBe(401);
  const { key } = await test.makeTenant();
  const withKey = await test.send("GET", path, { headers: { authorization: `Bearer ${key.value}` } });
  expect([withKey.status, withKey.body.reason]).toEqual([404, "unknown_path"]);
  for (const url of ["/api/v1/whoami", "/api/v1/session", "/api/mcp", "/", "/metrics"])
    expect((await atOwn("GET", key.value, undefined, url)).status).toBe(404);
  // The operator's page needs what its forms are drawn from.
  expect((await atOwn("GET", undefined, undefined, "/console/definitions.json")).status).toBe(200);
});

it("names the token in records, and in the log", async () => {
  const made = await Promise.all(
    Object.entries(tokens).map(([name, token]) =>
      atOwn("POST", token, { name: `Made by ${name}`, plan: "business" }),
    ),
  );
  expect(made.map(({ status }) => status)).toEqual([201, 201]);
  const records = await test.database.queryText<{ actor_kind: string; actor_id: string; actor_name: string }>(
    {
      name: "test-operator-records",
      text: "SELECT actor_kind, actor_id, actor_name FROM audit_records WHERE action = 'create_organization' ORDER BY actor_id",
    },
    [],
  );
  expect(records).toEqual([
    { actor_kind: "operator", actor_id: "ada", actor_name: "ada" },
    { actor_kind: "operator", actor_id: "ci", actor_name: "ci" },
  ]);
  expect(test.logs.join("")).toContain('"who":"operator ada"');
});

it("refuses guesses by their address before it looks at the token, and logs each", async () => {
  const guess = async () => (await atOwn("GET", "a-guess-of-enough-length")).status;
  const found: number[] = [];
  for (let tries = 0; tries < 200 && found.at(-1) !== 429; tries += 1) found.push(await guess());
  expect(new Set(found)).toEqual(new Set([401, 429]));
  expect((await atOwn("GET", tokens.ada)).status).toBe(429);
  const refused = test.logs.filter((line) => line.includes("operator call refused"));
  expect(refused.length).toBeGreaterThanOrEqual(found.length);
  expect(refused.join("")).not.toContain("a-guess");
});
