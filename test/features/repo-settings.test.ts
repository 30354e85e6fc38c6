import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService } from "../support/service.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService({ ORGCONFIG_LIST_CAP: "2" });
});
afterAll(() => test.close());

it("answers a delete with what the repository still has", async () => {
  const { organization, config } = await test.makeTenant();
  const other = await test.makeTenant();
  const ids: Record<string, string> = {};
  for (const branch of ["main", "next", "old", "a"]) {
    const made = await config("POST", "repo_settings", { body: { repository: "acme/shop", branch } });
    ids[branch] = made.body.id;
  }
  await config("POST", "repo_settings", { body: { repository: "acme/other", branch: "main" } });
  await other.config("POST", "repo_settings", { body: { repository: "acme/shop", branch: "main" } });

  const cut = await config("DELETE", `repo_settings/${ids.old}`);
  expect(cut.status).toBe(200);
  expect(Object.keys(cut.body)).toEqual(["organization", "repository", "data", "branches", "truncated"]);
  expect(cut.body).toMatchObject({
    organization,
    repository: "acme/shop",
    branches: ["a", "main"],
    truncated: true,
  });

  const whole = await config("DELETE", `repo_settings/${ids.a}`);
  expect(whole.body).toMatchObject({ branches: ["main", "next"], truncated: false });
  const read = await config("GET", `repo_settings/${ids.main}`);
  expect(whole.body.data[0]).toEqual(read.body);

  await config("DELETE", `repo_settings/${ids.main}`);
  const last = await config("DELETE", `repo_settings/${ids.next}`);
  expect(last.body).toEqual({
    organization,
    repository: "acme/shop",
    data: [],
    branches: [],
    truncated: false,
  });
});
