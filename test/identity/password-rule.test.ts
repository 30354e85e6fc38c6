/** Passwords that are guessed first, refused wherever somebody chooses one. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { trivialPassword } from "../../src/features/identity/accounts/password-rule.ts";
import { startService, type TestService } from "../support/service.ts";
import { goodPassword, type Site, siteOf } from "../support/sign-in.ts";

const owner = { email: "Ada.Lovelace@acme-corp.example", organizations: ["Acme Corp", "Tidewater"] };

describe("the rule", () => {
  it.each([
    ["password", "is a common password"],
    ["Password2026", "is a common password"],
    ["!!qwertyuiop", "is a common password"],
    ["ＰＡＳＳＷＯＲＤ１", "is a common password"],
    ["aaaaaaaa", "is a repetition"],
    ["abcdabcdab", "is a repetition"],
    ["stuvwxyz", "is a repetition or a run"],
    ["zyxwvuts", "is a repetition or a run"],
    ["ada.lovelace@ACME-corp.example", "is the email address"],
    ["ada.lovelace1", "is the email address"],
    ["acme-corp.example", "is the email address"],
    ["Acme Corp", "is the organization's name"],
    ["acmecorp2026", "is the organization's name"],
    ["tidewater!", "is the organization's name"],
  ])("refuses %s", (password, reason) => {
    expect(trivialPassword(password, owner)).toContain(reason);
    expect(trivialPassword(password, owner)).toContain("at least 8 characters");
  });

  it.each([
    goodPassword,
    "a wholly different phrase",
    "monkey48210957316",
    "Tidewater rises at nine",
    "日本語のパスワード",
  ])("takes %s", (password) => {
    expect(trivialPassword(password, owner)).toBeUndefined();
  });
});

describe("holds", () => {
  let test: TestService;
  let site: Site;
  beforeAll(async () => {
    test = await startService();
    site = siteOf(test);
  });
  afterAll(() => test.close());

  it("for a link, for the operator, and for somebody who changes their own", async () => {
    const { id } = await site.makeOrganization({ name: "Tidewater" });
    const admin = await site.makeMember(id, "org_admin");
    const invited = await admin.send("POST", `organizations/${id}/members`, {
      body: { email: "newcomer@example.com", role: "viewer" },
    });
    const link = `invitations/${invited.body.invite_url.split("/").at(-1)}`;
    const reset = (body: object) =>
      site.operator("POST", "operator/accounts/reset", { body: { email: admin.email, ...body } });
    for (const password of ["Password2026", "tidewater!", "newcomer1", "newcomer@example.com"]) {
      const asked = await site.browser()("POST", link, { body: { password } });
      expect([password, asked.status, asked.body.reason]).toEqual([password, 422, "trivial_password"]);
      expect(asked.text).not.toContain(password);
    }
    const added = await site.operator("POST", `operator/organizations/${id}/members`, {
      body: { email: "other@example.com", role: "viewer", password: "tidewater1" },
    });
    expect([added.status, added.body.field, added.body.reason]).toEqual([
      422,
      "password",
      "trivial_password",
    ]);
    const changed = await admin.send("POST", "account/password", {
      body: { current_password: goodPassword, new_password: "tidewater1" },
    });
    expect([changed.status, changed.body.field]).toEqual([422, "new_password"]);
    expect((await reset({ password: "tidewater1" })).body.reason).toBe("trivial_password");
    expect((await reset({ password: goodPassword })).body.reason).toBe("same_password");
    expect((await admin.send("GET", "session")).status).toBe(200);
  });
});
