/** A page's logo: uploaded, or fetched once from where it is; served from the page's own address, and part of all that is kept. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { logoDueAt } from "../../../src/features/status-page/logo.ts";
import type { PageState } from "../../../src/renderers/status-page/index.ts";
import { siteOf } from "../../../src/renderers/status-page/site.ts";
import { startService, type Tenant, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { pngOf } from "../../support/values.ts";

const png = pngOf(720, 80);
const asked: string[] = [];

let site: Server;
let origin: string;
let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  site = createServer(({ url = "" }, response) => {
    asked.push(url);
    if (url === "/moved.png") response.writeHead(302, { location: "/logo.png" }).end();
    else if (url === "/logo.png") response.end(png);
    else if (url === "/logo.svg")
      response.end("<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>");
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  test = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  tenant = await test.makeTenant({ name: "Acme" });
  await tenant.config("PUT", "status_page_settings", { body: { enabled: true, slug: "acme" } });
});
afterAll(async () => {
  await test.close();
  site.close();
});

const settings = async (body: object) => {
  const answer = await tenant.config("PUT", "status_page_settings", { body });
  expect(answer.status).toBe(200);
};
const row = async () => (await tenant.config("GET", "status_page_settings")).body;
const page = async () => (await test.send("GET", "/status/acme")).text;
const stateOf = async () => (await tenant.api("GET", "status_page")).body.state as PageState;

it("is served from the page's own address once it is uploaded, and is nothing that runs", async () => {
  await settings({ logo: `data:image/png;base64,${png.toString("base64")}` });
  await until(async () => (await page()).includes("logo.png"));
  expect(await page()).toContain('<img src="/status/acme/logo.png" alt="" width="180" height="20">');
  const logo = await test.send("GET", "/status/acme/logo.png");
  expect([logo.status, logo.headers["content-type"], logo.headers["x-content-type-options"]]).toEqual([
    200,
    "image/png",
    "nosniff",
  ]);
  expect(logo.headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
  expect(Number(logo.headers["content-length"])).toBe(png.length);
  expect((await test.send("GET", "/status/acme/logo.jpg")).status).toBe(404);
  const { encoding, text } = siteOf(await stateOf()).get("logo.png") ?? {};
  expect(Buffer.from(text ?? "", encoding)).toEqual(png);
  await settings({ logo: null });
  await until(async () => !(await page()).includes("<img"));
});

it("refuses what is no picture, and says what is", async () => {
  const svg = `data:image/svg+xml;base64,${Buffer.from("<svg/>").toString("base64")}`;
  const answer = await tenant.config("PUT", "status_page_settings", { body: { logo: svg } });
  expect([answer.status, answer.body.field]).toEqual([422, "logo"]);
  expect(answer.body.message).toContain("save it as PNG");
});

it("is fetched once from where it is", async () => {
  await settings({ logo_url: `${origin}/logo.png` });
  await until(async () => (await page()).includes("logo.png"));
  await settings({ description: "Something else." });
  await until(async () => (await page()).includes("Something else."));
  expect(asked).toEqual(["/logo.png"]);
  expect(await row()).toMatchObject({ logo_url: `${origin}/logo.png`, logo_problem: null });
  expect(JSON.stringify(await row())).not.toContain(png.toString("base64"));
});

it.each([
  ["/moved.png", "redirect (HTTP 302)"],
  ["/logo.svg", "must be a PNG or a JPEG"],
  ["/nothing.png", "HTTP 404"],
])("says why what is at %s is not shown", async (path, why) => {
  await settings({ logo_url: origin + path });
  await until(async () => ((await row()).logo_problem ?? "").includes(why));
  expect(await page()).not.toContain("<img");
});

it("is not asked for inside a private network", async () => {
  const closed = await startService();
  try {
    const other = await closed.makeTenant();
    const before = asked.length;
    await other.config("PUT", "status_page_settings", { body: { logo_url: `${origin}/logo.png` } });
    const problem = async () => (await other.config("GET", "status_page_settings")).body.logo_problem;
    await until(async () => (await problem()) !== null);
    expect(await problem()).toContain("private network");
    expect(asked).toHaveLength(before);
  } finally {
    await closed.close();
  }
});

it("is tried again an hour after it could not be fetched", () => {
  const now = new Date("2026-11-26T20:00:00Z");
  const wanted = { logo: null, logo_url: "https://example.com/a.png" } as Parameters<typeof logoDueAt>[0];
  const image = { at: now.toISOString(), type: "", width: 0, height: 0, data: "" };
  expect(logoDueAt(wanted, {}, now)).toEqual(now);
  expect(logoDueAt(wanted, { logo_image: image, logo_problem: "It is away." }, now)).toEqual(
    new Date("2026-11-26T21:00:00Z"),
  );
  expect(logoDueAt(wanted, { logo_image: { ...image, data: "AA==" }, logo_problem: null }, now)).toBeNull();
  expect(logoDueAt({ ...wanted, logo: "data:image/png;base64,AA==" }, {}, now)).toBeNull();
});
