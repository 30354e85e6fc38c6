/** The page before it is published: for the signed-in people of its organization, in a frame of the console alone. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../../support/service.ts";
import { type Person, type Site, siteOf } from "../../support/sign-in.ts";
import { pngOf } from "../../support/values.ts";

let test: TestService;
let tenant: Tenant;
let site: Site;
let person: Person;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant({ name: "Acme" });
  site = siteOf(test);
  person = await site.makeMember(tenant.organization.id, "viewer");
});
afterAll(() => test.close());

const preview = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  test.send("POST", `/o/${tenant.organization.slug}/status-page/preview`, {
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      cookie: person.cookie,
      origin: "http://localhost:80",
      host: "localhost:80",
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  });

const draft = (settings: object) => ({ settings: JSON.stringify(settings) });

describe("the preview", () => {
  it("shows what is in the form, and nothing of it is saved", async () => {
    const logo = `data:image/png;base64,${pngOf(10, 10).toString("base64")}`;
    const shown = await preview(draft({ title: "Soon <here>", accent_color: "#ffe600", logo }));
    expect([shown.status, shown.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(shown.text).toContain("Soon &lt;here&gt;");
    expect(shown.text).toContain(`<img src="${logo}"`);
    expect((await tenant.config("GET", "status_page_settings")).body).toMatchObject({
      title: null,
      slug: null,
    });
  });

  it("is shown by this site alone, kept nowhere, listed nowhere, and a stranger to the console", async () => {
    const { headers } = await preview({});
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
      "x-frame-options": "SAMEORIGIN",
    });
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/^default-src 'none'; .*; frame-ancestors 'self'; sandbox allow-scripts$/);
  });

  it.each([
    ["page", "All Systems Operational"],
    ["history", "History of"],
    ["subscribe", "Get a message with each update"],
    ["password", "This status page has a password."],
    ["nothing", "All Systems Operational"],
  ])("has the page %s, which leads nowhere", async (page, text) => {
    const shown = await preview({ page });
    expect(shown.text).toContain(text);
    expect(shown.text).not.toMatch(/(?:href|action|src)="\//);
  });

  it("says what has to be put right before there is something to show", async () => {
    const shown = await preview(draft({ accent_color: "red" }));
    expect(shown.status).toBe(200);
    expect(shown.text).toContain("The page is shown once this is put right: accent_color: must be a colour");
    expect((await preview({ settings: "[1" })).status).toBe(400);
  });

  it("is for people of the organization, from this site", async () => {
    expect((await preview({}, { cookie: "" })).status).toBe(401);
    expect((await preview({}, { origin: "https://elsewhere.example" })).status).toBe(403);
    const other = await test.makeTenant();
    const stranger = await site.makeMember(other.organization.id, "org_admin");
    expect((await preview({}, { cookie: stranger.cookie })).status).toBe(404);
  });
});
