/** `orgconfig status-page export`: a site whose links all lead to one of its files. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { orgconfig } from "../support/command.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let test: TestService;
let tenant: Tenant;
let env: Record<string, string>;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant({ name: "Acme" });
  const { value } = await test.makeKey(tenant.organization.id, ["api:config_read"]);
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = test.service.server.server.address() as AddressInfo;
  env = { ORGCONFIG_URL: `http://127.0.0.1:${port}`, ORGCONFIG_KEY: value };
});
afterAll(() => test.close());

const folder = () => join(mkdtempSync(join(tmpdir(), "orgconfig-site-")), "site");

it("says what is missing where no page is served", async () => {
  const { code, stderr } = await orgconfig(["status-page", "export", folder(), "--slug", "acme"], env);
  expect([code === 0, stderr]).toEqual([false, expect.stringContaining("set enabled and a slug")]);
});

it("writes the page, and every link within it leads to a file", async () => {
  await tenant.config("PUT", "status_page_settings", { body: { enabled: true, slug: "acme" } });
  const made = await tenant.config("POST", "status_page_components", { body: { name: "Checkout" } });
  const incident = await tenant.config("POST", "status_page_incidents", {
    body: { title: "Slow", body: "It is slow.", component_ids: [made.body.id] },
  });
  const site = folder();
  const { code, stderr } = await orgconfig(["status-page", "export", site, "--slug", "acme"], env);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^\d+ files written to /)]);
  const files = readdirSync(site, { recursive: true, encoding: "utf8" });
  for (const file of [
    "index.html",
    "history/index.html",
    `incidents/${incident.body.id}/index.html`,
    `components/${made.body.id}/badge.svg`,
    "history.atom",
    "maintenance.ics",
    "api/v2/summary.json",
    "api/v2/incidents/unresolved.json",
  ])
    expect(files).toContain(file);
  for (const file of files.filter((name) => name.endsWith(".html")))
    for (const [, href = ""] of readFileSync(join(site, file), "utf8").matchAll(/href="([^"#]+)"/g))
      if (!/^(https?|data):/.test(href))
        expect([file, href, existsSync(resolve(site, dirname(file), href))]).toEqual([file, href, true]);
});

it("takes away what an earlier export wrote and is no more, and nothing of anybody else's", async () => {
  const site = folder();
  const old = [
    "incidents/spi_gone/index.html",
    "components/spc_gone/badge.svg",
    "history/2020-01/index.html",
  ];
  const others = ["CNAME", "incidents/notes.html", "assets/incidents/spi_gone/index.html"];
  for (const path of [...old, ...others]) {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), "as it was");
  }
  const { code, stderr } = await orgconfig(["status-page", "export", site, "--slug", "acme"], env);
  expect([code, stderr]).toEqual([0, expect.stringContaining("; 3 files of an earlier one taken away")]);
  expect(old.filter((path) => existsSync(join(site, path)))).toEqual([]);
  expect(others.map((path) => readFileSync(join(site, path), "utf8"))).toEqual(others.map(() => "as it was"));
});

it("says so where the place is no folder", async () => {
  const site = folder();
  writeFileSync(site, "a file");
  const { code, stderr } = await orgconfig(["status-page", "export", site, "--slug", "acme"], env);
  expect([code === 0, stderr]).toEqual([false, expect.stringContaining(`${site} is no folder`)]);
  expect(readFileSync(site, "utf8")).toBe("a file");
});

it("refuses another name, and a page with a password unless it is asked for", async () => {
  const other = await orgconfig(["status-page", "export", folder(), "--slug", "other"], env);
  expect([other.code === 0, other.stderr]).toEqual([false, expect.stringContaining('whose page is "acme"')]);
  await tenant.config("PUT", "status_page_settings", { body: { visibility: "password", password: "open" } });
  const site = folder();
  const closed = await orgconfig(["status-page", "export", site, "--slug", "acme"], env);
  expect([closed.code === 0, existsSync(site)]).toEqual([false, false]);
  expect(closed.stderr).toContain("--with-password-pages");
  const asked = await orgconfig(
    ["status-page", "export", site, "--slug", "acme", "--with-password-pages"],
    env,
  );
  expect([asked.code, existsSync(join(site, "index.html"))]).toEqual([0, true]);
});
