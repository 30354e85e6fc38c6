/** The page as everybody reads it: through the service, over a database that goes away. */
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../../../src/database/database.ts";
import { Refusal } from "../../../src/kernel/problem.ts";
import { createLifecycle } from "../../../src/lifecycle.ts";
import { createService } from "../../../src/service.ts";
import { openTestDatabase } from "../../support/database.ts";
import { type Answer, startService, type Tenant, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const keys = { ORGCONFIG_SECRET_KEYS: Buffer.alloc(32, 7).toString("base64") };

let database: Database;
let line: { cut: boolean };
let directory: string;
let test: TestService;
let tenant: Tenant;
beforeEach(async () => {
  database = await openTestDatabase();
  line = { cut: false };
  directory = mkdtempSync(join(tmpdir(), "orgconfig-page-"));
  test = await startNode(line);
  tenant = await test.makeTenant({ name: "Acme" });
});
afterEach(async () => {
  await test.close();
  await database.close();
});

function startNode(at: { cut: boolean }, env = {}): Promise<TestService> {
  const away = async () => {
    throw new Refusal("unavailable", "The database does not answer.");
  };
  return startService({ ...keys, ORGCONFIG_DATA_DIR: directory, ...env }, [], {
    ...database,
    query: ((...given) => (at.cut ? away() : database.query(...given))) as Database["query"],
    queryText: ((...given) => (at.cut ? away() : database.queryText(...given))) as Database["queryText"],
    execute: (text) => (at.cut ? away() : database.execute(text)),
    transaction: ((work) => (at.cut ? away() : database.transaction(work))) as Database["transaction"],
    time: () => (at.cut ? away() : database.time()),
  });
}

/** Writes the settings, and waits until the page is served by them: on a slow machine that may take longer than a reader waits. */
async function settings(body: {
  readonly enabled?: boolean;
  readonly slug?: string;
  readonly [field: string]: unknown;
}) {
  const wanted = { enabled: true, slug: "acme", ...body };
  const answer = await tenant.config("PUT", "status_page_settings", { body: wanted });
  if (answer.status < 300)
    await until(
      async () => ((await test.send("GET", `/status/${wanted.slug}`)).status !== 404) === wanted.enabled,
    );
  return answer;
}

const read = (path = "", headers: Record<string, string> = {}, from = test): Promise<Answer> =>
  from.send("GET", `/status/acme${path}`, { headers });

/** Sends a password as the page's form does. */
const give = (password: string, address = "192.0.2.1") =>
  test.send("POST", "/status/acme/password", {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ password }).toString(),
    address,
  });

const cookieOf = ({ headers }: Answer) => String(headers["set-cookie"] ?? "").split(";")[0] ?? "";

describe("a page that everybody may see", () => {
  it("is there with its settings, and follows each change", async () => {
    expect((await read()).status).toBe(404);
    await settings({});
    const page = await read();
    expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.text).toContain("All Systems Operational");
    expect(page.text).toContain("<title>Acme</title>");
    const component = await tenant.config("POST", "status_page_components", { body: { name: "Checkout" } });
    await tenant.config("POST", "status_page_incidents", {
      body: { title: "Slow", body: "It is slow.", impact: "major", component_ids: [component.body.id] },
    });
    await until(async () => (await read()).text.includes("Partial System Outage"));
    const { body } = await read("/api/v2/summary.json");
    expect(body.incidents[0]).toMatchObject({ name: "Slow", impact: "major" });
    expect(body.page).toMatchObject({ name: "Acme", url: expect.stringMatching(/\/status\/acme$/) });
  });

  it("says the same last change after a change of settings, and another one after an incident", async () => {
    await settings({});
    const component = await tenant.config("POST", "status_page_components", { body: { name: "Checkout" } });
    await until(async () => (await read()).text.includes("Checkout"));
    const lastChange = (text: string) => /<p>Last change .*?<\/p>/.exec(text)?.[0];
    const updatedAt = async () => (await read("/api/v2/summary.json")).body.page.updated_at;
    const [shown, stated] = [lastChange((await read()).text), await updatedAt()];
    expect([shown, stated]).toEqual([expect.stringContaining("Last change"), expect.any(String)]);
    await settings({ description: "How we are." });
    await until(async () => (await read()).text.includes("How we are."));
    expect([lastChange((await read()).text), await updatedAt()]).toEqual([shown, stated]);
    await tenant.config("POST", "status_page_incidents", {
      body: { title: "Slow", body: "It is slow.", impact: "major", component_ids: [component.body.id] },
    });
    await until(async () => (await read()).text.includes("It is slow."));
    expect(await updatedAt()).not.toBe(stated);
  });

  it("has an entry of its own in RSS for each update of an incident, so that a reader shows it anew", async () => {
    await settings({});
    const incident = { title: "Slow", body: "It is slow.", impact: "major", component_ids: [] };
    const { body } = await tenant.config("POST", "status_page_incidents", { body: incident });
    const guids = async () =>
      [...(await read("/history.rss")).text.matchAll(/<guid isPermaLink="false">([^<]+)</g)].map(
        ([, id]) => id,
      );
    await until(async () => (await guids()).length === 1);
    const [first] = await guids();
    const update = { status: "monitoring", body: "It is better." };
    const { status, text } = await tenant.config("PUT", `status_page_incidents/${body.id}`, { body: update });
    expect(status, text).toBe(200);
    await until(async () => (await read("/history.rss")).text.includes("It is better."));
    const [second, ...others] = await guids();
    expect(others).toEqual([]);
    expect(second).not.toBe(first);
    expect(second?.split("#")[0]).toBe(first?.split("#")[0]);
    expect(await guids()).toEqual([second]);
  });

  it("may be kept for a moment, and is not sent again to who has it", async () => {
    await settings({});
    const { headers } = await read();
    expect(headers["cache-control"]).toBe(
      "public, max-age=15, stale-while-revalidate=60, stale-if-error=86400",
    );
    expect(headers["set-cookie"]).toBeUndefined();
    expect((await read("", { "if-none-match": String(headers.etag) })).status).toBe(304);
    const head = await test.send("HEAD", "/status/acme");
    expect([head.status, head.text, head.headers.etag]).toEqual([200, "", headers.etag]);
    expect((await read("", { "accept-encoding": "gzip" })).headers["content-encoding"]).toBe("gzip");
  });

  it("has its feeds, calendar, badges and script, which other sites may read where they are data", async () => {
    await settings({});
    const types = {
      "/history.atom": "application/atom+xml; charset=utf-8",
      "/history.rss": "application/rss+xml; charset=utf-8",
      "/maintenance.ics": "text/calendar; charset=utf-8",
      "/badge.svg": "image/svg+xml; charset=utf-8",
      "/embed.js": "text/javascript; charset=utf-8",
      "/api/v2/status.json": "application/json; charset=utf-8",
      "/history": "text/html; charset=utf-8",
    };
    for (const [path, type] of Object.entries(types)) {
      const { status, headers } = await read(path);
      expect([path, status, headers["content-type"]]).toEqual([path, 200, type]);
    }
    expect((await read("/api/v2/status.json")).headers["access-control-allow-origin"]).toBe("*");
    expect((await read()).headers["access-control-allow-origin"]).toBeUndefined();
  });

  it("has a feed of the components that are asked for, and none of one that it does not have", async () => {
    await settings({});
    const made = async (name: string) => {
      const { id } = (await tenant.config("POST", "status_page_components", { body: { name } })).body;
      const body = { title: `${name} fails`, body: "Words.", component_ids: [id] };
      await tenant.config("POST", "status_page_incidents", { body });
      return `component=${id}`;
    };
    const [cart, mail] = [await made("Cart"), await made("Mail")];
    await made("Search");
    await until(async () => (await read("/history.atom")).text.includes("Search fails"));
    const both = (await read(`/history.atom?${cart}&${mail}`)).text;
    expect(["Cart", "Mail", "Search"].map((name) => both.includes(`${name} fails`))).toEqual([
      true,
      true,
      false,
    ]);
    for (const query of ["component=spc_none", `${cart}&component=spc_none`])
      expect([query, (await read(`/history.atom?${query}`)).status]).toEqual([query, 404]);
  });

  it("has nothing elsewhere, and takes nothing", async () => {
    await settings({});
    for (const path of ["/none", "/api/v2/none.json", "/incidents/spi_none", "/history/none"])
      expect((await read(path)).status).toBe(404);
    for (const method of ["POST", "PUT", "DELETE", "PATCH"])
      expect((await test.send(method, "/status/acme")).status).toBe(405);
    expect((await give("anything")).status).toBe(404);
  });

  it("goes with its switch, its name and its organization's settings", async () => {
    await settings({});
    expect((await read()).status).toBe(200);
    await settings({ enabled: false });
    expect((await read()).status).toBe(404);
    expect(readdirSync(join(directory, "status-pages"))).toEqual([]);
  });

  it("says no to search engines where its settings do", async () => {
    await settings({ allow_indexing: false });
    await until(async () => (await read()).headers["x-robots-tag"] === "noindex");
  });

  it("leads on from a name that it had", async () => {
    await settings({});
    await settings({ slug: "acme-new" });
    await until(async () => (await read()).status === 308);
    const moved = await read("/history?month=2026-10");
    expect([moved.status, moved.headers.location]).toEqual([308, "/status/acme-new/history?month=2026-10"]);
    // Whoever has the name now comes before who had it.
    const other = await test.makeTenant();
    await other.config("PUT", "status_page_settings", {
      body: { enabled: true, slug: "acme", title: "Other" },
    });
    await until(async () => (await read()).text.includes("<title>Other</title>"));
  });

  it("shows what another organization has to nobody", async () => {
    await settings({});
    const other = await test.makeTenant();
    await other.config("POST", "status_page_components", { body: { name: "Theirs" } });
    expect((await read()).text).not.toContain("Theirs");
  });
});

describe("a page with a password", () => {
  it("needs one to be set", async () => {
    const { status, body } = await settings({ visibility: "password" });
    expect([status, body.fields[0].field]).toEqual([422, "password"]);
  });

  it("shows its door alone, and all of it to who has the password", async () => {
    await settings({ visibility: "password", password: "open sesame" });
    await tenant.config("POST", "status_page_components", { body: { name: "Hidden part" } });
    for (const path of ["", "/history", "/incidents/spi_x"]) {
      const door = await read(path);
      expect([door.status, door.headers["x-robots-tag"]]).toEqual([401, "noindex"]);
      expect(door.text).toContain('action="/status/acme/password"');
      expect(door.text).not.toContain("Hidden part");
    }
    for (const path of ["/api/v2/summary.json", "/history.atom", "/maintenance.ics", "/badge.svg"])
      expect((await read(path)).body).toMatchObject({ error: "unauthorized" });
    expect((await give("wrong")).text).toContain("That is not the password.");
    const entered = await give("open sesame");
    expect([entered.status, entered.headers.location]).toEqual([303, "/status/acme"]);
    expect(String(entered.headers["set-cookie"])).toMatch(/HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/i);
    const page = await read("", { cookie: cookieOf(entered) });
    expect([page.status, page.headers["cache-control"]]).toEqual([200, "private, no-cache"]);
    await until(async () => (await read("", { cookie: cookieOf(entered) })).text.includes("Hidden part"));
    const json = await read("/api/v2/summary.json", { cookie: cookieOf(entered) });
    expect([json.status, json.headers["access-control-allow-origin"]]).toEqual([200, undefined]);
  });

  it("says neither its title nor whose it is before the password, and afterwards both", async () => {
    const named = { title: "Nimbus Status", description: "Of all that Nimbus runs." };
    await settings({ visibility: "password", password: "open sesame", ...named });
    for (const door of [await read(), await give("wrong")]) {
      expect(door.status).toBe(401);
      for (const said of ["Nimbus", "Acme"]) expect(door.text).not.toContain(said);
    }
    const page = await read("", { cookie: cookieOf(await give("open sesame")) });
    expect(page.text).toContain("<title>Nimbus Status</title>");
    expect(page.text).toContain(named.description);
  });

  it("forgets who had another password, and takes no mark that was changed", async () => {
    await settings({ visibility: "password", password: "one" });
    const cookie = cookieOf(await give("one"));
    expect((await read("", { cookie })).status).toBe(200);
    expect((await read("", { cookie: cookie.replace(/=./, "=z") })).status).toBe(401);
    await settings({ visibility: "password", password: "two" });
    await until(async () => (await read("", { cookie })).status === 401);
    expect((await read("", { cookie: cookieOf(await give("two")) })).status).toBe(200);
  });

  it("slows down who guesses, and nobody else", async () => {
    await settings({ visibility: "password", password: "right" });
    for (let guess = 0; guess < 10; guess += 1) expect((await give("wrong")).status).toBe(401);
    const slowed = await give("right");
    expect([slowed.status, Number(slowed.headers["retry-after"])]).toEqual([429, expect.any(Number)]);
    expect(slowed.text).toContain("Too many wrong passwords were tried");
    expect((await give("right", "198.51.100.7")).status).toBe(303);
  });
});

describe("while the database is away", () => {
  it("the page stays, and says of what time it is", async () => {
    await settings({});
    expect((await read()).text).not.toContain("As of");
    line.cut = true;
    await until(async () => (await read()).text.includes("As of <time"));
    expect((await read("/api/v2/status.json")).body.status.indicator).toBe("none");
    expect((await test.send("GET", "/readyz")).status).toBe(503);
    line.cut = false;
    await until(async () => !(await read()).text.includes("As of"));
  });

  it("a node that starts without it shows what it had, to who has the password alone", async () => {
    await settings({ visibility: "password", password: "open" });
    const cookie = cookieOf(await give("open"));
    await read("", { cookie });
    const kept = readdirSync(join(directory, "status-pages"));
    expect(kept).toHaveLength(1);
    expect(readFileSync(join(directory, "status-pages", kept[0] ?? ""), "utf8")).not.toMatch(/Acme|open/);
    const restarted = await startNode({ cut: true });
    try {
      const page = await read("", { cookie }, restarted);
      expect(page.status).toBe(200);
      expect(page.text).toContain("As of <time");
      expect((await read("", {}, restarted)).status).toBe(401);
      const tryAt = (password: string) =>
        restarted.send("POST", "/status/acme/password", {
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({ password }).toString(),
          address: "192.0.2.9",
        });
      expect((await tryAt("open")).status).toBe(303);
      for (let guess = 0; guess < 10; guess += 1) expect((await tryAt("wrong")).status).toBe(401);
      expect((await tryAt("open")).status).toBe(429);
    } finally {
      await restarted.close();
    }
  });
});

it("is answered while the service starts, and while it drains", async () => {
  await settings({});
  await read();
  const lifecycle = createLifecycle("starting");
  const service = await createService(test.settings, database, pino({ level: "silent" }), lifecycle);
  const ask = (url: string) => service.server.inject({ url, headers: { host: "localhost" } });
  expect([(await ask("/status/acme")).statusCode, (await ask("/api/v1/session")).statusCode]).toEqual([
    200, 503,
  ]);
  lifecycle.drain();
  expect((await ask("/status/acme")).statusCode).toBe(200);
  await service.close();
});

it("a change at one node shows at the other", async () => {
  await settings({});
  const other = await startNode(
    { cut: false },
    { ORGCONFIG_DATA_DIR: mkdtempSync(join(tmpdir(), "orgconfig-page-")) },
  );
  try {
    expect((await read("", {}, other)).status).toBe(200);
    await tenant.config("POST", "status_page_components", { body: { name: "Brand new" } });
    await until(async () => (await read("", {}, other)).text.includes("Brand new"));
  } finally {
    await other.close();
  }
});

describe("a page with a host name of its own", () => {
  const named = { ORGCONFIG_PUBLIC_URL: "https://config.example.com" };

  it("is at the root there, and nothing else is", async () => {
    await settings({ domain: "status.acme.example", visibility: "password", password: "open" });
    const node = await startNode({ cut: false }, named);
    const at = (path: string, host = "status.acme.example") => node.send("GET", path, { headers: { host } });
    try {
      await until(async () => (await at("/")).status === 401);
      expect((await at("/")).text).toContain('action="/password"');
      expect((await at("/", "Status.Acme.Example:443")).status).toBe(401);
      await settings({ domain: "status.acme.example", visibility: "public" });
      await until(async () => (await at("/")).status === 200);
      expect((await at("/?x=1")).text).toContain('href="/history"');
      expect((await at("/api/v2/summary.json")).body.page.url).toBe("https://status.acme.example");
      for (const path of ["/api/v1/session", "/healthz", "/docs", "/status/acme", "/sign-in"])
        expect((await at(path)).status).toBe(404);
      expect((await at("/status/acme", "config.example.com")).text).toContain('href="/status/acme/history"');
    } finally {
      await node.close();
    }
  });

  it("belongs to one organization, and is not the service's own", async () => {
    await settings({ domain: "status.acme.example" });
    const other = await test.makeTenant();
    const wanted = await other.config("PUT", "status_page_settings", {
      body: { domain: "STATUS.acme.example" },
    });
    expect([wanted.status, wanted.body.fields?.[0]?.field]).toEqual([422, "domain"]);
    await settings({ domain: null });
    const given = await other.config("PUT", "status_page_settings", {
      body: { domain: "status.acme.example" },
    });
    expect(given.status).toBeLessThan(300);
  });

  it("is at no host where the service does not know its own", async () => {
    await settings({ domain: "status.acme.example" });
    await read();
    const answer = await test.send("GET", "/history", { headers: { host: "status.acme.example" } });
    expect(answer.status).toBe(404);
  });
});
