import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { goodPassword, recordsOf, siteOf } from "../support/sign-in.ts";

let test: TestService;
afterEach(() => test.close());

describe("with nothing set", () => {
  beforeEach(async () => {
    test = await startService();
  });

  it("makes a first person and a key that work, once", async () => {
    const first = await test.service.firstStart();
    expect(first).toMatchObject({ organization: { slug: "main" }, email: "admin@example.com" });
    const signedIn = await siteOf(test).signIn(first?.email as string, first?.password);
    expect(signedIn.body.organizations).toMatchObject([
      { slug: "main", plan: "business", role: "org_admin" },
    ]);
    const read = await test.send("GET", "/api/v1/config/teams", {
      headers: { authorization: `Bearer ${first?.key}` },
    });
    expect(read.status).toBe(200);
    expect(await test.service.firstStart()).toBeUndefined();
    const records = await recordsOf(test, first?.organization.id as string);
    expect(records.slice(0, 3).map(({ action, actor_kind }) => [action, actor_kind])).toEqual([
      ["create_organization", "service"],
      ["add_member", "service"],
      ["create_api_key", "service"],
    ]);
    const kept = JSON.stringify(records) + test.logs.join();
    for (const secret of [first?.password, first?.key]) expect(kept).not.toContain(secret);
  });

  it("happens once when two nodes start at the same time", async () => {
    const both = await Promise.all([test.service.firstStart(), test.service.firstStart()]);
    expect(both.filter((first) => first !== undefined)).toHaveLength(1);
  });

  it("stores nothing where what was made up cannot be kept", async () => {
    const unwritable = () => {
      throw new Error("there is no room");
    };
    await expect(test.service.firstStart(unwritable)).rejects.toThrow("there is no room");
    const kept: unknown[] = [];
    const first = await test.service.firstStart((made) => void kept.push(made));
    expect([kept, first?.organization.slug]).toEqual([[first], "main"]);
  });

  it("does not happen next to what is there", async () => {
    await test.makeOrganization();
    expect(await test.service.firstStart()).toBeUndefined();
  });
});

it("takes the address and the password from the environment, and shows neither secret nor key", async () => {
  test = await startService({
    ORGCONFIG_ADMIN_EMAIL: "root@localhost",
    ORGCONFIG_ADMIN_PASSWORD: goodPassword,
  });
  const first = await test.service.firstStart();
  expect(first).toMatchObject({ email: "root@localhost", password: undefined, key: undefined });
  expect((await siteOf(test).signIn("root@localhost")).status).toBe(200);
});

it("has the first org_admin among those who are mailed, where somebody gave the address", async () => {
  test = await startService({
    ORGCONFIG_ADMIN_EMAIL: "ada@example.com",
    ORGCONFIG_ADMIN_PASSWORD: goodPassword,
  });
  const first = await test.service.firstStart();
  const found = await test.database.queryText<{ recipients: unknown }>(
    {
      name: "test-recipients",
      text: "SELECT configuration -> 'recipients' AS recipients FROM rows WHERE organization_id = $1 AND kind = 'notification_settings'",
    },
    [first?.organization.id],
  );
  expect(found).toEqual([{ recipients: ["ada@example.com"] }]);
});

it("refuses a first password that is guessed first, and no start next to what is there", async () => {
  test = await startService({ ORGCONFIG_ADMIN_PASSWORD: "Password2026" });
  await expect(test.service.firstStart()).rejects.toThrow(
    /ORGCONFIG_ADMIN_PASSWORD is a common password; .*8/,
  );
  await test.makeOrganization();
  expect(await test.service.firstStart()).toBeUndefined();
});

it.each([
  ["ORGCONFIG_ADMIN_PASSWORD", "short"],
  ["ORGCONFIG_ADMIN_EMAIL", "nobody"],
])("does not start with a bad %s", async (name, value) => {
  test = await startService();
  await expect(startService({ [name]: value })).rejects.toThrow(name);
});
