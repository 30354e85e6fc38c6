/** What callers send can neither forge a line of the log, nor bring a secret into log, metrics or errors. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { goodPassword, type Site, siteOf } from "../support/sign-in.ts";

let test: TestService;
let site: Site;
let tenant: Tenant;
const said: string[] = [];
beforeAll(async () => {
  test = await startService({ LOG_LEVEL: "trace" });
  site = siteOf(test);
  tenant = await test.makeTenant();
});
afterAll(() => test.close());

const forged = '{"level":30,"msg":"forged"}';
/** Line ends of every sort, a terminal's escape, and what would close a JSON text. */
const hostile = `x\r\n${forged}\n\u2028${forged}\u2029\u0085\u001b[2J\u001b]0;owned\u0007"},${forged}`;
const escaped = encodeURIComponent(hostile);

it("writes one line of JSON for each thing it says", async () => {
  const headers = {
    "user-agent": "a\tb",
    "x-request-id": forged,
    "x-forwarded-for": forged,
    referer: forged,
  };
  await tenant.config("GET", `teams/${escaped}`, { headers });
  await tenant.config("GET", `${escaped}?${escaped}=${escaped}`, { headers });
  await tenant.config("POST", "teams", { headers, body: { name: hostile, [hostile]: hostile } });
  await tenant.config("POST", "teams", { headers, body: hostile });
  await test.send("GET", `/${escaped}`, { headers });
  await test.send("GET", "/api/v1/config/teams", {
    headers: { ...headers, authorization: `Bearer ${forged}` },
  });
  await site.signIn(`a@${escaped}.example`, hostile);
  test.service.server.log.warn({ err: new Error(hostile), name: hostile }, hostile);
  expect(test.logs.length).toBeGreaterThan(0);
  for (const line of test.logs) {
    expect(line.endsWith("\n")).toBe(true);
    expect(() => JSON.parse(line)).not.toThrow();
    expect(JSON.parse(line).msg).not.toBe("forged");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f]/);
  }
});

it("says no secret, whatever goes wrong", async () => {
  const secret = "s3cr3t-of-the-row";
  const body = { name: "a", type: "cloud", connector_type: "aws", config: { token: secret } };
  const made = await tenant.config("POST", "connectors", { body });
  expect(made.status).toBe(201);
  const path = `connectors/${made.body.id}`;
  const keep = async (answer: Promise<{ text: string }>) => void said.push((await answer).text);
  await keep(tenant.config("POST", "connectors", { body })); // 409, with the row
  await keep(
    tenant.config("PUT", path, { body: { config: { token: secret } }, headers: { "if-match": '"0"' } }),
  );
  await keep(tenant.config("PUT", path, { body: { config: secret, nonsense: secret.length } }));
  await keep(tenant.config("PUT", path, { body: { config: null, name: 5 } }));
  await keep(tenant.config("POST", "connectors", { body: JSON.stringify(body).slice(0, -1) }));
  await keep(tenant.api("GET", "audit"));
  await keep(tenant.config("GET", "export"));
  const person = await site.makeMember(tenant.organization.id, "org_admin", "ada@example.com");
  await site.signIn("ada@example.com", `${goodPassword} wrong`);
  await keep(person.send("GET", "session"));
  // A fault inside: what the database says about it may hold whatever was sent.
  await test.database.execute("ALTER TABLE rows RENAME TO rows_away");
  const broken = await tenant.config("PUT", path, { body: { config: { token: secret } } });
  expect(broken.status).toBe(500);
  await test.database.execute("ALTER TABLE rows_away RENAME TO rows");
  said.push(broken.text, (await test.send("GET", "/metrics")).text, ...test.logs);
  const unspoken = {
    "a row's secret": secret,
    "a key": tenant.key.value,
    "a password": goodPassword,
    "a session": person.cookie.split("=")[1] as string,
    "the operator's token": test.settings.operatorToken,
    "a sealing key": test.settings.secretKeys[0]?.bytes.toString("base64") as string,
  };
  for (const [what, value] of Object.entries(unspoken)) {
    expect(value.length).toBeGreaterThan(10);
    expect([what, said.filter((text) => text.includes(value))]).toEqual([what, []]);
  }
  expect(test.logs.some((line) => JSON.parse(line).level === 50)).toBe(true);
});

it("counts requests under no name that callers choose", async () => {
  const askedAs = async (name: string) => {
    await test.send("GET", `/api/v1/config/teams?who=${name}`);
    await test.send("GET", `/api/v1/config/teams/${name}`);
    await test.send("GET", `/${name}`);
    return (await test.send("GET", "/metrics")).text;
  };
  const seriesIn = (text: string) =>
    text
      .split("\n")
      .filter((line) => line.startsWith("orgconfig_http"))
      .map((line) => line.split(" ")[0])
      .sort();
  const first = await askedAs("marker-1");
  const text = await askedAs("marker-2");
  expect(text).toContain("orgconfig_http_requests_total");
  for (const name of ["marker", tenant.organization.id, tenant.organization.slug, "ada@"])
    expect(text).not.toContain(name);
  // No more series, however many rows and paths there are.
  expect(seriesIn(text)).toEqual(seriesIn(first));
});
