/** One state, one organization: what the provider does with a key of another. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Tenant } from "../support/service.ts";
import { breakGround, type Ground, type Space, saySkipped, unwrapped, withoutTerraform } from "./space.ts";

saySkipped("keys of other organizations in terraform");

let ground: Ground;
const refused = "The state belongs to another organization than the API key";

const configuration = (recipient: string) => `
  resource "orgconfig_team" "it" {
    name = "platform"
  }
  resource "orgconfig_team" "other" {
    name = "payments"
  }
  resource "orgconfig_notification_settings" "it" {
    recipients = ["${recipient}"]
  }
`;

/** A state of one organization, and an administrator's key of another. */
async function twoTenants(): Promise<{
  ours: Tenant;
  theirs: Tenant;
  space: Space;
  key: Record<string, string>;
}> {
  const [ours, theirs] = [await ground.tenant(), await ground.tenant()];
  await theirs.config("PUT", "notification_settings", { body: { recipients: ["theirs@example.com"] } });
  const space = ground.space(ours);
  await space.configure(configuration("ours@example.com"));
  await space.apply();
  return { ours, theirs, space, key: { ORGCONFIG_API_KEY: theirs.key.value } };
}

/** All that can be read of an organization. */
async function contents({ config }: Tenant): Promise<unknown> {
  const paths = ["teams", "notification_settings", "organization_settings"];
  return Promise.all(paths.map(async (path) => (await config("GET", path)).text));
}

const count = (text: string, part: string) => text.split(part).length - 1;

describe.skipIf(withoutTerraform)("a key of another organization", () => {
  beforeAll(async () => {
    ground = await breakGround({}, "attached");
  });
  afterAll(() => ground.close());

  test("is refused once and clearly by every command, before anything is read, changed or forgotten", async () => {
    const { ours, theirs, space, key } = await twoTenants();
    const before = await contents(theirs);
    const state = space.read("terraform.tfstate");
    await space.configure(configuration("changed@example.com"));
    const commands = [
      ["plan"],
      ["plan", "-refresh=false"],
      ["plan", "-refresh-only"],
      ["apply", "-auto-approve"],
      ["apply", "-auto-approve", "-parallelism=1"],
      ["apply", "-refresh-only", "-auto-approve"],
      ["destroy", "-auto-approve"],
      ["destroy", "-auto-approve", "-refresh=false"],
    ];
    for (const command of commands) {
      ground.requests.length = 0;
      const { code, output } = await space.runWith(key, ...command);
      expect(code, command.join(" ")).toBe(1);
      const text = unwrapped(output);
      expect(count(text, "Error:"), text).toBe(1);
      expect(text).toContain(refused);
      for (const { organization } of [ours, theirs]) {
        const { id, slug, name } = organization;
        expect(text).toContain(`${name} (slug ${slug}, id ${id})`);
      }
      expect(text).toContain("set api_key (or ORGCONFIG_API_KEY, ORGCONFIG_KEY) to one of its keys");
      expect(ground.requests.filter((request) => request !== "GET /api/v1/whoami")).toEqual([]);
      expect(space.read("terraform.tfstate"), command.join(" ")).toBe(state);
    }
    expect(await contents(theirs)).toEqual(before);
    await space.configure(configuration("ours@example.com"));
    expect(await space.pending()).toBe("");
  });

  test("applies no plan that another key made", async () => {
    const { theirs, space, key } = await twoTenants();
    const before = await contents(theirs);
    // A refused destroy leaves the name of the plan's notes next to the ETag, for the next plan to replace.
    const rows = () =>
      JSON.parse(space.read("terraform.tfstate"), (name, value) =>
        name === "private"
          ? Buffer.from(value, "base64")
              .toString()
              .replace(/[0-9a-f-]{36} /, "")
          : value,
      ).resources;
    const state = rows();
    const changed = configuration("new@example.com").replace(/resource "orgconfig_team" "other".*?}/s, "");
    await space.configure(changed);
    await space.succeed("plan", "-out=plan");
    const { code, output } = await space.runWith(key, "apply", "plan");
    expect(code).toBe(1);
    // An update and a delete: each is refused, and the first says all.
    expect(count(output, refused)).toBe(2);
    expect(count(unwrapped(output), "To go on with")).toBe(1);
    expect(await contents(theirs)).toEqual(before);
    expect(rows()).toEqual(state);
  });

  test("makes no row of a plan that another key made, where the block names the organization", async () => {
    const { ours, theirs, space, key } = await twoTenants();
    const before = await contents(theirs);
    const block = `provider "orgconfig" {\n  organization = "${ours.organization.slug}"\n}\n`;
    const added = 'resource "orgconfig_organization_settings" "it" {\n  name = "Renamed"\n}\n';
    await space.configure(block + configuration("ours@example.com") + added);
    await space.succeed("plan", "-out=plan");
    const { code, output } = await space.runWith(key, "apply", "plan");
    expect(code).toBe(1);
    expect(unwrapped(output)).toContain("The API key belongs to another organization");
    expect(await contents(theirs)).toEqual(before);
    await space.succeed("apply", "plan");
  });

  test("imports nothing next to rows of the first, and says where it looked", async () => {
    const { ours, theirs, space, key } = await twoTenants();
    const [row] = (await ours.config("GET", "teams")).body.data;
    const block = (to: string, id: string) => `import {\n  to = ${to}\n  id = "${id}"\n}\n`;
    await space.configure(
      `${configuration("ours@example.com")}resource "orgconfig_ai_settings" "it" {}\n${block("orgconfig_ai_settings.it", "ai_settings")}`,
    );
    const planned = await space.runWith(key, "plan");
    expect(planned.code).toBe(1);
    expect(unwrapped(planned.output)).toContain(refused);
    const empty = ground.space(theirs);
    await empty.configure(
      `resource "orgconfig_team" "it" {\n  name = "platform"\n}\n${block("orgconfig_team.it", row.id)}`,
    );
    const { organization } = theirs;
    expect(await empty.fail("plan")).toContain(
      `The API key belongs to ${organization.name} (slug ${organization.slug}, id ${organization.id}), which has no row with this id or natural key.`,
    );
  });

  test("is known from the first refresh or apply of a state that an older provider wrote", async () => {
    const { ours, theirs, space, key } = await twoTenants();
    const state = JSON.parse(space.read("terraform.tfstate"));
    type Instance = { private: string };
    const instances: Instance[] = state.resources.flatMap((row: { instances: Instance[] }) => row.instances);
    const kept = (text: string) => JSON.parse(Buffer.from(text, "base64").toString());
    // What the provider kept before: the ETag, and nothing else.
    for (const instance of instances) {
      instance.private = Buffer.from(kept(instance.private).own).toString("base64");
    }
    space.write("terraform.tfstate", JSON.stringify(state));
    expect(await space.pending()).toBe("");
    await space.apply("-refresh-only");
    for (const { instances } of JSON.parse(space.read("terraform.tfstate")).resources) {
      expect(kept(instances[0].private).organization.id).toBe(ours.organization.id);
    }
    expect(await space.drift()).toBe("");
    expect(unwrapped((await space.runWith(key, "plan")).output)).toContain(refused);
    expect((await theirs.config("GET", "teams")).body.data).toEqual([]);
  });

  test("stays the same organization when that is renamed", async () => {
    const { ours, space } = await twoTenants();
    await ours.config("PUT", "organization_settings", { body: { name: "Another name" } });
    expect(await space.drift()).toBe("");
    expect(await space.pending()).toBe("");
  });

  test("is refused by the provider block that names its organization, by slug or id", async () => {
    const [ours, theirs] = [await ground.tenant(), await ground.tenant()];
    const space = ground.space(ours);
    const team = 'resource "orgconfig_team" "it" {\n  name = "platform"\n}\n';
    for (const wanted of [ours.organization.slug, ours.organization.id]) {
      await space.configure(`provider "orgconfig" {\n  organization = "${wanted}"\n}\n${team}`);
      expect((await space.run("plan")).code).toBe(0);
      ground.requests.length = 0;
      const { code, output } = await space.runWith(
        { ORGCONFIG_API_KEY: theirs.key.value },
        "apply",
        "-auto-approve",
      );
      expect(code).toBe(1);
      const text = unwrapped(output);
      expect(text).toContain(`organization (or ORGCONFIG_ORGANIZATION) is "${wanted}"`);
      expect(text).toContain(`organization = "${theirs.organization.slug}"`);
      expect(ground.requests).toEqual(["GET /api/v1/whoami"]);
    }
  });
});
