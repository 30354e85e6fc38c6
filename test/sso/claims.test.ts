/** What claims mean: rules without a provider. */
import { describe, expect, it } from "vitest";
import {
  addressOf,
  type Claims,
  groupsOf,
  isOfDomains,
  nameOf,
  roleAfter,
  teamsAfter,
  verificationOf,
} from "../../src/features/identity/sso/claims.ts";

const claims = (more: object) => ({ sub: "1", ...more }) as unknown as Claims;

describe("an address", () => {
  it.each([
    [true, "verified"],
    ["true", "verified"],
    ["True", "verified"],
    [1, "verified"],
    ["1", "verified"],
    [false, "unverified"],
    ["false", "unverified"],
    ["False", "unverified"],
    [0, "unverified"],
    ["", "unverified"],
    ["yes", "unverified"],
    [[true], "unverified"],
    [{}, "unverified"],
    [null, "unknown"],
    [undefined, "unknown"],
  ])("whose email_verified is %j counts as %s", (email_verified, verification) => {
    expect(verificationOf(claims({ email_verified }))).toBe(verification);
  });

  it("is Entra's to verify by xms_edov, which says less than email_verified", () => {
    expect(verificationOf(claims({ xms_edov: "1" }))).toBe("verified");
    expect(verificationOf(claims({ xms_edov: "False" }))).toBe("unverified");
    expect(verificationOf(claims({ email_verified: false, xms_edov: true }))).toBe("unverified");
  });

  it("has the form of one, and a domain that is let in", () => {
    expect(addressOf(claims({ email: "ada@example.com" }))).toBe("ada@example.com");
    for (const email of ["ada", "a b@example.com", "ada@b@c", "", 7, null, undefined, ["ada@example.com"]])
      expect(addressOf(claims({ email }))).toBeUndefined();
    expect(isOfDomains("Ada@EXAMPLE.com", ["example.COM"])).toBe(true);
    expect(isOfDomains("ada@evil.example.com", ["example.com"])).toBe(false);
    expect(isOfDomains("ada@evilexample.com", ["example.com"])).toBe(false);
    expect(isOfDomains("ada@anything.example", [])).toBe(true);
  });
});

describe("groups", () => {
  it("are a list, one text, or inside an object", () => {
    expect(groupsOf(claims({ groups: ["a", 7, "b"] }), "groups")).toEqual(["a", "b"]);
    expect(groupsOf(claims({ groups: "a" }), "groups")).toEqual(["a"]);
    expect(groupsOf(claims({ realm_access: { roles: ["a"] } }), "realm_access.roles")).toEqual(["a"]);
    expect(groupsOf(claims({ "https://acme.com/groups": ["a"] }), "https://acme.com/groups")).toEqual(["a"]);
    expect(groupsOf(claims({}), "constructor.name")).toEqual([]);
  });

  it("that Entra left out because they are too many are not the same as none", () => {
    expect(groupsOf(claims({ _claim_names: { groups: "src1" } }), "groups")).toBeUndefined();
    expect(groupsOf(claims({}), "groups")).toEqual([]);
  });
});

describe("the role", () => {
  const mappings = [
    { value: "owners", role: "org_admin" },
    { value: "staff", role: "viewer" },
    { value: "staff", role: "member" },
  ] as const;

  it("is the highest that a mapping gives, in whichever order", () => {
    const settings = { role_mappings: mappings, default_role: null };
    expect(roleAfter(["staff", "owners"], settings, undefined)).toBe("org_admin");
    expect(roleAfter(["staff"], settings, "org_admin")).toBe("member");
    expect(roleAfter([], settings, "org_admin")).toBeUndefined();
    expect(roleAfter(["others"], { ...settings, default_role: "viewer" }, "org_admin")).toBe("viewer");
  });

  it("is the organization's own matter where nothing is mapped", () => {
    const settings = { role_mappings: [], default_role: null };
    expect(roleAfter(["staff"], settings, "member")).toBe("member");
    expect(roleAfter(["staff"], settings, undefined)).toBeUndefined();
    expect(roleAfter([], { ...settings, default_role: "viewer" }, "org_admin")).toBe("org_admin");
  });
});

it("teams are joined by any of their values, and left only where a mapping says so", () => {
  const team_mappings = [
    { value: "a", team_id: "one", remove: true },
    { value: "b", team_id: "one" },
    { value: "c", team_id: "two" },
  ];
  expect(teamsAfter(["b", "c"], { team_mappings })).toEqual({ join: ["one", "two"], leave: [] });
  expect(teamsAfter([], { team_mappings })).toEqual({ join: [], leave: ["one"] });
});

it("a name is one line", () => {
  expect(nameOf(claims({ name: " Ada\nLovelace " }))).toBe("Ada Lovelace");
  expect(nameOf(claims({ name: "x".repeat(300) }))).toHaveLength(255);
  expect(nameOf(claims({ name: 7 }))).toBe("");
});
