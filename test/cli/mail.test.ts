/** `orgconfig mail` as an operator types it: what was not sent, why, and how it goes out again. */
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type MailServer, notify, startMailServer } from "../events/support.ts";
import { orgconfig as run } from "../support/command.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

let server: MailServer;
let test: TestService;
let tenant: Tenant;
let url: string;
beforeAll(async () => {
  server = await startMailServer();
  test = await startService({ SMTP_URL: server.url });
  tenant = await test.makeTenant();
  await notify(tenant, { recipients: ["ops@example.com"] });
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${(test.service.server.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await test.close();
  await server.close();
});

const orgconfig = (args: readonly string[], env = {}) =>
  run(args, { ORGCONFIG_URL: url, ORGCONFIG_OPERATOR_TOKEN: test.settings.operatorToken, ...env });

async function parked(): Promise<{ id: string; last_error: string }[]> {
  return test.database.queryText(
    { name: "parked", text: "SELECT id, last_error FROM deliveries WHERE status = 'parked'" },
    [],
  );
}

/** Tries in vain, as though the first try had been a day ago. */
function untilParked(count: number): Promise<void> {
  return until(async () => {
    await test.database.queryText(
      {
        name: "age-deliveries",
        text: "UPDATE deliveries SET trying_since = now() - interval '24 hours', next_attempt_at = now() WHERE status = 'queued'",
      },
      [],
    );
    await test.service.delivery.flush();
    return (await parked()).length === count;
  });
}

it("lists what was parked after 24 hours with the reason, and sends it again", async () => {
  server.answer = () => 451;
  const emit = (title: string) => tenant.api("POST", "events", { body: { event: "slo_breach", title } });
  await emit("The oldest");
  await emit("The next");
  await untilParked(2);

  const listed = await orgconfig(["mail", "list"]);
  expect([listed.code, listed.stderr]).toEqual([0, ""]);
  const line = listed.stdout.split("\n").find((one) => one.includes("The oldest")) ?? "";
  for (const word of ["parked", "email", "ops@example.com", "451 not now", "it was tried for 24 hours"])
    expect(line).toContain(word);
  const { data, truncated } = JSON.parse((await orgconfig(["mail", "list", "--json"])).stdout);
  expect([data.length, truncated]).toEqual([2, false]);
  const ids = data.map(({ id }: { id: string }) => id);

  server.answer = () => undefined;
  expect((await orgconfig(["mail", "retry", ids[1]])).stdout).toBe("queued: 1\nleft: 0\n");
  await until(() => server.mails.length === 1);
  expect(server.mails[0]?.headers.subject).toContain("The next");
  expect((await orgconfig(["mail", "retry"])).stdout).toBe("queued: 1\nleft: 0\n");
  await until(() => server.mails.length === 2);
});

it("drops for good what is old, and only what waits for nobody", async () => {
  server.answer = () => 451;
  const emit = (title: string) => tenant.api("POST", "events", { body: { event: "slo_breach", title } });
  await emit("An old one");
  await emit("A young one");
  await untilParked(2);
  await test.database.execute(
    "UPDATE deliveries SET created_at = now() - interval '31 days' WHERE subject LIKE '%An old one%'",
  );
  expect(await orgconfig(["mail", "drop", "--older", "30d", "--status", "held"])).toMatchObject({
    code: 0,
    stdout: "dropped: 0\n",
  });
  expect((await orgconfig(["mail", "drop", "--older", "30d"])).stdout).toBe("dropped: 1\n");
  const listed = await orgconfig(["mail", "list"]);
  expect([listed.stdout.includes("An old one"), listed.stdout.includes("A young one")]).toEqual([
    false,
    true,
  ]);
  for (const older of ["30", "d", "-1d", "1y"]) {
    const { code, stderr } = await orgconfig(["mail", "drop", "--older", older]);
    expect([older, code, stderr]).toEqual([
      older,
      2,
      expect.stringContaining("--older: write an age as 30d"),
    ]);
  }
});

it("fails where what it was to queue is not there", async () => {
  const { code, stderr } = await orgconfig(["mail", "retry", "dlv_none"]);
  expect([code, stderr]).toEqual([1, expect.stringContaining("1 of those named")]);
});

it.each([
  ["a wrong token", ["mail", "list"], { ORGCONFIG_OPERATOR_TOKEN: "wrong" }, 1, /operator/i],
  [
    "nobody there",
    ["mail", "retry"],
    { ORGCONFIG_URL: "http://127.0.0.1:1" },
    3,
    /127\.0\.0\.1:1 .*look whether the service runs/,
  ],
] as const)("says what to do about %s", async (_, args, env, exit, words) => {
  const { code, stderr } = await orgconfig(args, env);
  expect(code).toBe(exit);
  expect(stderr).toMatch(words);
});
