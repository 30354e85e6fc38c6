/** People in Terraform, from the invitation to the last org_admin. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePerson } from "../support/people.ts";
import type { Tenant } from "../support/service.ts";
import { type Site, siteOf } from "../support/sign-in.ts";
import { breakGround, type Ground, type Space, saySkipped, unwrapped, withoutTerraform } from "./space.ts";

saySkipped("people in terraform");

let ground: Ground;
let site: Site;

/** A tenant with an org_admin, and a directory in which the provider has the operator's token. */
async function begin(): Promise<{ tenant: Tenant; space: Space; token: string; path: string }> {
  const tenant = await ground.tenant();
  const { id } = tenant.organization;
  await makePerson(ground.test.database, id, "root@example.com", "org_admin");
  const token = ground.test.settings.operatorToken;
  const space = ground.space(tenant, { ORGCONFIG_OPERATOR_TOKEN: token });
  return { tenant, space, token, path: `operator/organizations/${id}/members` };
}

const member = (name: string, role: string, email = `${name}@example.com`) => `
  resource "orgconfig_member" "${name}" {
    email = "${email}"
    role  = "${role}"
  }
`;

describe.skipIf(withoutTerraform)("people", () => {
  beforeAll(async () => {
    ground = await breakGround({}, "attached");
    site = siteOf(ground.test);
  });
  afterAll(() => ground.close());

  test("are invited, and accept, and no link or token is kept", async () => {
    const { space, token, path } = await begin();
    await space.configure(member("ada", "viewer"));
    await space.install();
    await space.succeed("plan", "-out=plan");
    const made = await space.runWith({ TF_LOG: "trace" }, "apply", "plan");
    expect(made.code, made.output).toBe(0);
    expect(unwrapped(made.output)).toContain("ada@example.com was invited, and got no mail");

    const { body } = await site.operator("POST", `${path}/ada@example.com/invitation`);
    const link = `invitations/${body.invite_url.split("/").at(-1)}`;
    const accepted = await site.browser()("POST", link, { body: { password: "a phrase of her own" } });
    expect(accepted.status).toBe(200);
    expect(await space.drift()).toBe("");

    const files = space.read("terraform.tfstate") + space.readPlan("plan");
    for (const kept of [made.output, files]) {
      expect(kept).not.toContain(token);
      expect(kept).not.toMatch(/invitations\/[\w-]{20}/);
    }
  });

  test("are kept in their role, and invited anew where they were removed elsewhere", async () => {
    const { space, path } = await begin();
    await space.configure(member("ada", "viewer") + member("grace", "viewer"));
    await space.apply();
    await site.operator("PATCH", `${path}/ada@example.com`, { body: { role: "org_admin" } });
    await site.operator("DELETE", `${path}/grace@example.com`);
    expect(unwrapped(await space.drift())).toContain(
      'Member "grace@example.com" was removed outside of Terraform',
    );
    const changes = await space.plan();
    expect(Object.values(changes).map(({ actions }) => actions)).toEqual([["update"], ["create"]]);
    await space.apply("plan");
    const { data } = (await site.operator("GET", path)).body;
    expect(data).toMatchObject([
      { email: "ada@example.com", role: "viewer", status: "invited" },
      { email: "grace@example.com", role: "viewer", status: "invited" },
      { email: "root@example.com" },
    ]);
  });

  test("are taken over by address, and the last org_admin stays", async () => {
    const { tenant, space, path } = await begin();
    const root = 'import {\n  to = orgconfig_member.root\n  id = "Root@example.com"\n}\n';
    await space.configure(member("root", "org_admin", "ROOT@example.com"));
    expect(await space.fail("apply", "-auto-approve")).toContain("This member exists already");
    await space.configure(root + member("root", "org_admin", "ROOT@example.com"));
    expect(await space.apply()).toContain("1 imported, 0 added, 0 changed, 0 destroyed");
    expect(await space.pending()).toBe("");

    const refused = await space.fail("destroy", "-auto-approve");
    expect(refused).toContain("The last org_admin cannot be removed");
    expect(refused).toContain('The row: member "root@example.com"');
    await makePerson(ground.test.database, tenant.organization.id, "next@example.com", "org_admin");
    await space.succeed("destroy", "-auto-approve");
    expect((await site.operator("GET", path)).body.data).toMatchObject([{ email: "next@example.com" }]);
  });

  test("need the operator's token, which one error asks for", async () => {
    const { space } = await begin();
    const found = 'data "orgconfig_member" "root" {\n  email = "root@example.com"\n}\n';
    await space.configure(member("ada", "viewer") + member("grace", "viewer"));
    const { code, output } = await space.runWith({ ORGCONFIG_OPERATOR_TOKEN: "" }, "plan");
    const text = unwrapped(output);
    expect([code, text.split("Error:").length - 1]).toEqual([1, 1]);
    expect(text).toContain("write operator_token in the block");
    expect(text).toContain("or set ORGCONFIG_OPERATOR_TOKEN");
    await space.configure(`${found}output "role" {\n  value = data.orgconfig_member.root.role\n}\n`);
    expect(await space.apply()).toContain('role = "org_admin"');
  });
});
