/** examples/on-call as a user applies it: planned, applied, and covered at every moment. */
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { orgconfig as run } from "../support/command.ts";
import { makePerson } from "../support/people.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

const config = "examples/on-call/config";

let test: TestService;
let tenant: Tenant;
let env: Record<string, string>;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant({ plan: "business" });
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = test.service.server.server.address() as AddressInfo;
  const { id } = tenant.organization;
  env = {
    ORGCONFIG_URL: `http://127.0.0.1:${port}`,
    ORGCONFIG_KEY: (await test.makeKey(id, ["api:admin"])).value,
  };
  for (const name of ["ada", "ben", "cy", "dee", "eve", "finn", "gus", "hana"])
    await makePerson(test.database, id, `${name}@example.com`);
});
afterAll(() => test.close());

it("is planned and applied without a warning, and leaves no time to nobody", async () => {
  const plan = await run(["plan", "-f", config], env);
  expect(plan.code, plan.stderr).toBe(0);
  expect(plan.stdout).not.toMatch(/warning/i);
  const applied = await run(["apply", "-f", config, "--auto-approve"], env);
  expect(applied.code, applied.stderr).toBe(0);
  const again = await run(["plan", "-f", config], env);
  expect([again.code, again.stdout]).toEqual([0, expect.stringMatching(/^Plan: nothing to change/m)]);
  const covered = await run(["oncall", "coverage", "--days", "366"], env);
  expect([covered.code, covered.stdout]).toEqual([
    0,
    expect.stringMatching(/^Payments: covered\n(.*\n)*Platform: covered\n/),
  ]);
});

it("has Dee and Cy in Ben's place while he is away, and follows the sun", async () => {
  const { rotas } = JSON.parse(
    (await run(["oncall", "--at", "2026-12-24T20:00:00Z", "--json"], env)).stdout,
  ) as { rotas: { name: string; roles: { role: string; people: { email: string }[] }[] }[] };
  const people = Object.fromEntries(
    rotas.flatMap(({ name, roles }) =>
      roles.map(({ role, people }) => [`${name} ${role}`, people.map(({ email }) => email).join()]),
    ),
  );
  const away = Object.values(people).filter((one) => one === "ben@example.com");
  expect(away).toEqual([]);
  expect(people["Platform primary"]).toMatch(/^(gus|hana)@/);
  expect([people["Payments primary"], people["Payments secondary"]]).toContain("ada@example.com");
});
