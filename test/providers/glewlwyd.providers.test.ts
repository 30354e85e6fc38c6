/** Signing in at Glewlwyd, as Debian packages it, with what docs/sign-in.md says to enter. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Browser, settingsFor, sharedCallback, siteUrl } from "../sso/support.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Person, type Site, siteOf } from "../support/sign-in.ts";
import { type Claims, type ClientOrder, type Glewlwyd, startGlewlwyd } from "./glewlwyd.ts";

let test: TestService;
let site: Site;
let provider: Glewlwyd;
let organization: { id: string; slug: string };
let admin: Person;

beforeAll(async () => {
  provider = await startGlewlwyd();
  test = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  site = siteOf(test);
});
afterAll(async () => {
  await test.close();
  await provider.close();
});
beforeEach(async () => {
  organization = await site.makeOrganization();
  admin = await site.makeMember(organization.id, "org_admin");
});

const path = () => `organizations/${organization.slug}/sso`;
let count = 0;

/** A client of the organization there, and the settings for it here. */
async function setUp(more: object = {}, client: Partial<ClientOrder> = {}) {
  count += 1;
  const order: ClientOrder = {
    id: `orgconfig-${count}`,
    secret: "kEpt-between-the-two-of-them.0123456789",
    redirectUris: [sharedCallback, `${sharedCallback}/${organization.slug}`],
    signOutUri: `${siteUrl}/sign-in`,
    authentication: "client_secret_basic",
    ...client,
  };
  await provider.addClient(order);
  const body = settingsFor(provider.issuer, { client_id: order.id, client_secret: order.secret, ...more });
  const answer = await admin.send("PUT", path(), { body });
  expect(answer.status, answer.text).toBe(200);
  return order;
}

async function somebody(claims: Partial<Claims> = {}) {
  count += 1;
  const username = `person${count}`;
  const said = { email: `${username}@example.com`, name: "Some Body", groups: [], verified: true, ...claims };
  await provider.say(username, said);
  return { username, said };
}

async function signIn(browser: Browser, username: string) {
  return browser.back(await provider.signIn(await browser.begin(organization.slug), username));
}

describe("a sign-in at Glewlwyd", () => {
  it("is tested before it is switched on: its claims, and the role that follows", async () => {
    await setUp({
      enabled: false,
      default_role: null,
      role_mappings: [{ value: "owners", role: "org_admin" }],
    });
    const browser = new Browser(test, admin);
    const begun = (await browser.send("POST", `${path()}/test`, {})).body;
    const { username, said } = await somebody({ groups: ["staff", "owners"] });
    await browser.back(await provider.signIn(begun.url, username));
    const { body } = await browser.send("POST", `${path()}/test`, { id: begun.id });
    expect(body).toMatchObject({
      status: "done",
      problem: null,
      claims: { email: said.email, email_verified: true, name: said.name, groups: said.groups },
      role: "org_admin",
    });
  });

  it.each(["client_secret_basic", "client_secret_post"] as const)(
    "lets somebody in by %s, as what the groups say at that time",
    async (authentication) => {
      await setUp(
        {
          role_mappings: [
            { value: "staff", role: "member" },
            { value: "owners", role: "org_admin" },
          ],
        },
        { authentication, secret: "with space, 100% + more: of it all &c." },
      );
      const { username, said } = await somebody({ groups: ["staff"] });
      const roleAfterSignIn = async () => {
        const browser = new Browser(test);
        const answer = await signIn(browser, username);
        expect([answer.status, answer.headers.location], answer.text).toEqual([
          303,
          `/o/${organization.slug}`,
        ]);
        const { user, organizations } = (await browser.send("GET", "session")).body;
        expect(user).toMatchObject({ email: said.email, name: said.name });
        return organizations[0].role;
      };
      expect(await roleAfterSignIn()).toBe("member");
      await provider.say(username, { ...said, groups: ["staff", "owners"] });
      expect(await roleAfterSignIn()).toBe("org_admin");
      await provider.say(username, { ...said, groups: [] });
      expect(await roleAfterSignIn()).toBe("viewer");
    },
  );

  it("is refused where the address is not verified, the secret is wrong, or the answer comes twice", async () => {
    const { id: client_id } = await setUp();
    const { username } = await somebody({ verified: false });
    const unverified = await signIn(new Browser(test), username);
    expect([unverified.status, unverified.body.reason]).toEqual([403, "sso_address"]);
    const browser = new Browser(test);
    const back = await provider.signIn(await browser.begin(organization.slug), (await somebody()).username);
    expect((await browser.back(back)).status).toBe(303);
    const again = await browser.back(back);
    expect([again.status, again.body.reason]).toEqual([400, "sso_expired"]);
    await admin.send("PUT", path(), {
      body: settingsFor(provider.issuer, { client_id, client_secret: "a wrong one" }),
    });
    const wrong = await signIn(new Browser(test), username);
    expect([wrong.status, wrong.body.reason]).toEqual([401, "sso_provider"]);
  });

  it("ends there too when somebody signs out here", async () => {
    await setUp();
    const { username } = await somebody();
    const browser = new Browser(test);
    await signIn(browser, username);
    expect(await provider.signInAgain(await new Browser(test).begin(organization.slug))).toBeDefined();
    const { sign_out_url: url } = (await browser.send("DELETE", "session")).body;
    expect(await provider.signOut(url)).toBe(`${siteUrl}/sign-in`);
    expect((await browser.send("GET", "session")).status).toBe(401);
    expect(await provider.signInAgain(await new Browser(test).begin(organization.slug))).toBeUndefined();
  });
});
