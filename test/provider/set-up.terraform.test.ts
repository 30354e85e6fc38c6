/** examples/terraform as a user gets it: formatted, valid, and its own tests with and without a service. */
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePerson } from "../support/people.ts";
import { breakGround, type Ground, saySkipped, withoutTerraform } from "./space.ts";

saySkipped("the example set-up in terraform");

let ground: Ground;

describe.skipIf(withoutTerraform)("the example set-up", () => {
  beforeAll(async () => {
    ground = await breakGround();
  });
  afterAll(() => ground.close());

  test("is formatted and valid, and passes its own tests", async () => {
    const tenant = await ground.tenant();
    const space = ground.space(tenant);
    cpSync("examples/terraform", space.directory, { recursive: true });
    await space.succeed("init");
    await space.succeed("fmt", "-check", "-recursive");
    expect(await space.succeed("validate")).not.toContain("Warning");

    const { id } = tenant.organization;
    const people = readFileSync(join(space.directory, "variables.tf"), "utf8").match(/\w+@example\.com/g);
    await Promise.all((people ?? []).map((email) => makePerson(ground.test.database, id, email)));
    ground.requests.length = 0;
    const alone = await space.runWith({ ORGCONFIG_ENDPOINT: "", ORGCONFIG_API_KEY: "" }, "test");
    expect(alone.output).toMatch(/Success! [1-9]\d* passed, 0 failed\./);
    expect(ground.requests).toEqual([]);

    const applied = await space.succeed("test", "-test-directory=tests/service");
    expect(applied).toMatch(/Success! [1-9]\d* passed, 0 failed\./);
    // Whom its rotas name is a member, and nobody is in its teams: their routes lead to nobody, and are said to.
    const [made = ""] = applied.split("tearing down");
    expect(made.match(/Warning: .*/g)).toEqual(["Warning: The service warns about this alert route"]);
    expect(made.replace(/\s+/g, " ")).toContain("or a team without members; what it takes reaches nobody");
    const { data } = (await tenant.config("GET", "deploy_policies")).body;
    expect(data).toEqual([]);
    expect(ground.requests).toContain("POST /api/v1/config/deploy_policies");
  });
});
