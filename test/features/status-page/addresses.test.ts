/** What stands at a page's addresses: names that move, methods, hosts, and what people read where nothing does. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const publicUrl = "https://config.example.com";

let test: TestService;
let acme: Tenant;
let beta: Tenant;
beforeEach(async () => {
  test = await startService({
    ORGCONFIG_SECRET_KEYS: Buffer.alloc(32, 7).toString("base64"),
    ORGCONFIG_PUBLIC_URL: publicUrl,
  });
  acme = await test.makeTenant({ name: "Acme" });
  beta = await test.makeTenant({ name: "Beta" });
});
afterEach(() => test.close());

const settings = (of: Tenant, body: object) => of.config("PUT", "status_page_settings", { body });
const read = (path: string, headers: Record<string, string> = {}) => test.send("GET", path, { headers });
const statusOf = async (path: string) => (await read(path)).status;

/** A page that is served. */
async function serve(of: Tenant, slug: string, more: object = {}) {
  const { status, text } = await settings(of, { enabled: true, slug, ...more });
  expect([status < 300, text]).toEqual([true, text]);
  await until(async () => [200, 401].includes(await statusOf(`/status/${slug}`)));
}

describe("a name that a page had", () => {
  it("leads nowhere once another organization has it, though that one's page is off", async () => {
    await serve(beta, "wanted");
    await serve(beta, "beta");
    await until(async () => (await statusOf("/status/wanted")) === 308);
    await serve(acme, "wanted");
    await settings(acme, { enabled: false });
    await until(async () => (await statusOf("/status/wanted")) !== 200);
    expect(await statusOf("/status/wanted")).toBe(404);
  });

  it("leads to who had it last", async () => {
    await serve(acme, "name");
    await serve(acme, "acme-1");
    await serve(beta, "name");
    await serve(beta, "beta-1");
    await serve(acme, "name");
    await serve(acme, "acme-2");
    const target = async () => (await read("/status/name")).headers.location;
    await until(async () => (await target()) !== undefined);
    expect(await target()).toBe("/status/acme-2");
  });

  it("is kept by browsers as long as a page is, and leads scripts of other sites on", async () => {
    await serve(acme, "old");
    await serve(acme, "new");
    await until(async () => (await statusOf("/status/old")) === 308);
    const { headers } = await read("/status/old/api/v2/status.json");
    expect(headers["cache-control"]).toBe("public, max-age=15");
    expect(headers["access-control-allow-origin"]).toBe("*");
  });

  it("still takes the form that was opened under it", async () => {
    await serve(acme, "old", { visibility: "password", password: "open sesame" });
    await serve(acme, "new");
    await until(async () => (await statusOf("/status/old")) === 308);
    const entered = await test.send("POST", "/status/old/password", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "password=open+sesame",
    });
    expect([entered.status, entered.headers.location]).toEqual([303, "/status/new"]);
  });
});

describe("methods", () => {
  it("that a path does not take are 405, and name those it takes", async () => {
    await serve(acme, "acme");
    const taken = {
      "": "GET, HEAD, OPTIONS",
      "/history": "GET, HEAD, OPTIONS",
      "/api/v2/summary.json": "GET, HEAD, OPTIONS",
      "/subscribe": "GET, HEAD, POST, OPTIONS",
      "/password": "GET, HEAD, POST, OPTIONS",
    };
    for (const [path, allow] of Object.entries(taken)) {
      for (const method of ["PUT", "DELETE", "PATCH"]) {
        const { status, headers } = await test.send(method, `/status/acme${path}`);
        expect([path, method, status, headers.allow]).toEqual([path, method, 405, allow]);
      }
      const { status, headers } = await test.send("OPTIONS", `/status/acme${path}`);
      expect([path, status, headers.allow]).toEqual([path, 204, allow]);
    }
  });

  it("and headers are open to other sites, but for a page with a password", async () => {
    await serve(acme, "acme");
    const ask = () => test.send("OPTIONS", "/status/acme/api/v2/summary.json");
    const { headers } = await ask();
    expect(headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD",
      "access-control-allow-headers": "*",
    });
    await settings(acme, { visibility: "password", password: "open sesame" });
    await until(async () => (await statusOf("/status/acme")) === 401);
    expect((await ask()).headers["access-control-allow-origin"]).toBeUndefined();
  });

  it("are 404 where there is no page", async () => {
    expect((await test.send("DELETE", "/status/nobody")).status).toBe(404);
    expect((await test.send("OPTIONS", "/status/nobody/history")).status).toBe(404);
  });
});

describe("where there is nothing", () => {
  it("people get a page with the way back, and programs JSON", async () => {
    await serve(acme, "acme");
    const gone = await read("/status/acme/incidents/spi_gone");
    expect([gone.status, gone.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(gone.text).toContain("There is nothing at this address.");
    expect(gone.text).toContain('<a href="/status/acme">Current status</a>');
    const nobody = await read("/status/nobody");
    expect([nobody.status, nobody.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(nobody.text).not.toContain("Current status");
    const json = await read("/status/acme/api/v2/none.json");
    expect([json.status, json.body.error]).toEqual([404, "not_found"]);
  });

  it("a form that is too long is answered by a page", async () => {
    await serve(acme, "acme");
    const { status, headers, text } = await test.send("POST", "/status/acme/subscribe", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: `email=${"a".repeat(70_000)}`,
    });
    expect([status, headers["content-type"]]).toEqual([413, "text/html; charset=utf-8"]);
    expect(text).toContain("longer than this form takes");
    expect(text).not.toContain("MiB");
  });

  it("where the password was sent leads back to the page", async () => {
    await serve(acme, "acme", { visibility: "password", password: "open sesame" });
    const { status, headers } = await read("/status/acme/password");
    expect([status, headers.location]).toEqual([303, "/status/acme"]);
  });
});

describe("a page with a password", () => {
  it("asks for it at its form for subscribers, too", async () => {
    await serve(acme, "acme", { visibility: "password", password: "open sesame" });
    for (const method of ["GET", "POST"]) {
      const door = await test.send(method, "/status/acme/subscribe");
      expect([method, door.status]).toEqual([method, 401]);
      expect(door.text).toContain('action="/status/acme/password"');
    }
  });

  it("says how it is opened", async () => {
    await serve(acme, "acme", { visibility: "password", password: "open sesame" });
    for (const path of ["", "/history.atom", "/api/v2/summary.json"])
      expect((await read(`/status/acme${path}`)).headers["www-authenticate"]).toMatch(
        /^Cookie realm="status page", form-action="\/status\/acme\/password", cookie-name="\w+"$/,
      );
  });
});

describe("the password of a page", () => {
  const give = (password: string, address = "192.0.2.1") =>
    test.send("POST", "/status/acme/password", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ password }).toString(),
      address,
    });
  const cookieOf = ({ headers }: { headers: Readonly<Record<string, string | undefined>> }) =>
    String(headers["set-cookie"] ?? "").split(";")[0] ?? "";

  it("is guessed by all addresses together no faster than one may", async () => {
    await serve(acme, "acme", { visibility: "password", password: "open sesame" });
    const guesses = Array.from({ length: 40 }, (_, at) => give(`wrong ${at}`, `198.51.100.${at % 5}`));
    const answers = (await Promise.all(guesses)).map(({ status }) => status);
    // Ten in a minute of all that failed before, one more of each, and what is looked at side by side.
    expect(answers.filter((status) => status === 401).length).toBeLessThan(20);
    expect(answers.filter((status) => status === 429).length).toBeGreaterThan(20);
    // Who did not fail waits a moment, and gets in.
    expect((await give("open sesame", "192.0.2.77")).status).toBe(303);
  });

  it("is counted by all nodes together", async () => {
    await serve(acme, "acme", { visibility: "password", password: "open sesame" });
    for (let guess = 0; guess < 10; guess += 1) expect((await give("wrong")).status).toBe(401);
    const other = await startService(
      { ORGCONFIG_SECRET_KEYS: Buffer.alloc(32, 7).toString("base64") },
      [],
      test.database,
    );
    try {
      const answer = await other.send("POST", "/status/acme/password", {
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "password=open+sesame",
        address: "192.0.2.1",
      });
      expect(answer.status).toBe(429);
    } finally {
      await other.close();
    }
  });

  it("ends the cookies of the one before, also once it is set back", async () => {
    await serve(acme, "acme", { visibility: "password", password: "one" });
    const cookie = cookieOf(await give("one"));
    const open = async () => (await read("/status/acme", { cookie })).status;
    expect(await open()).toBe(200);
    await settings(acme, { password: "one" });
    expect(await open()).toBe(200);
    await settings(acme, { password: "two" });
    await until(async () => (await open()) === 401);
    await settings(acme, { password: "one" });
    await until(async () => (await give("one")).status === 303);
    expect(await open()).toBe(401);
  });
});

it("programs know a page by an id of its own, which says nothing of the organization's", async () => {
  await serve(acme, "acme");
  const { body, text } = await read("/status/acme/api/v2/summary.json");
  expect(body.page.id).toMatch(/^\w+$/);
  expect(text).not.toContain(acme.organization.id);
  await serve(acme, "acme-2");
  expect((await read("/status/acme-2/api/v2/status.json")).body.page.id).toBe(body.page.id);
});

it("is compressed for who takes gzip, and for nobody else", async () => {
  await serve(acme, "acme");
  for (const [accepted, encoding] of [
    ["gzip", "gzip"],
    ["br, gzip;q=0.5", "gzip"],
    ["*", "gzip"],
    ["gzip;q=0", undefined],
    ["gzip; q=0.000, br", undefined],
    ["*;q=0", undefined],
    ["gzip;q=0, *", undefined],
    ["xgzip", undefined],
    ["", undefined],
  ] as const) {
    const { headers } = await read("/status/acme", { "accept-encoding": accepted });
    expect([accepted, headers["content-encoding"]]).toEqual([accepted, encoding]);
  }
});

describe("at a host name of its own", () => {
  const at = (path: string, host = "status.acme.example") => read(path, { host });
  beforeEach(async () => {
    await serve(acme, "acme", { domain: "status.acme.example" });
    await until(async () => (await at("/")).text.includes("<title>Acme</title>"));
  });

  it("there is the page alone, also with the root's dot behind the name", async () => {
    for (const host of ["status.acme.example.", "status.acme.example.:443"]) {
      expect((await at("/", host)).text).toContain("<title>Acme</title>");
      for (const path of ["/healthz", "/docs", "/api/v1/session"])
        expect((await at(path, host)).status).toBe(404);
    }
    expect((await at("/healthz", "config.example.com.")).status).toBe(200);
  });

  it("written in Unicode a name is the one that browsers send, and another's", async () => {
    await settings(acme, { domain: "Bücher.example" });
    await until(async () => (await at("/", "xn--bcher-kva.example")).text.includes("<title>Acme</title>"));
    const { body } = await at("/api/v2/status.json", "xn--bcher-kva.example");
    expect(body.page.url).toBe("https://xn--bcher-kva.example");
    const taken = await settings(beta, { domain: "xn--bcher-kva.example" });
    expect([taken.status, taken.body.fields[0].field]).toEqual([422, "domain"]);
  });

  it("a path means the same whatever was asked for elsewhere", async () => {
    const twice = ["/status/acme/history", "/status/acme/api/v2/summary.json"];
    for (const path of twice) expect((await at(path, "config.example.com")).status).toBe(200);
    for (const path of twice) expect((await at(path)).status).toBe(404);
  });
});
