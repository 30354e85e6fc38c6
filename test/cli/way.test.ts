/** The way from the command line to the service: proxies, certificates, waits, and addresses that cannot be one. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { behindProxy, listening, makeAuthority, startProxy } from "../provider/network.ts";
import { orgconfig as run } from "../support/command.ts";

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

async function portOf(server: Server): Promise<number> {
  opened.push({
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  });
  return listening(server);
}

const none: RequestListener = (_request, response) => response.end('{"data":[],"truncated":false}');
const orgconfig = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  run(args, { ORGCONFIG_OPERATOR_TOKEN: "operator", ORGCONFIG_KEY: "svc_ak_x", NO_PROXY: "", ...env });

it("goes through the proxy that the environment names", async () => {
  const proxy = await startProxy(await portOf(createServer(none)));
  opened.push(proxy);
  const ended = await orgconfig(["orgs", "list", "--json"], {
    ORGCONFIG_URL: `http://${behindProxy}`,
    HTTP_PROXY: `http://127.0.0.1:${proxy.port}`,
  });
  expect([ended.code, JSON.parse(ended.stdout)]).toEqual([0, { data: [], truncated: false }]);
  expect(proxy.requests).toEqual([`GET http://${behindProxy}/api/v1/operator/organizations`]);
});

it("trusts the authority that it is given, and says how to give it one", async () => {
  const authority = makeAuthority();
  opened.push(authority);
  const port = await portOf(createSecureServer(authority.issue("IP:127.0.0.1"), none));
  const env = { ORGCONFIG_URL: `https://127.0.0.1:${port}` };
  const refused = await orgconfig(["mail", "list"], env);
  expect([refused.code, refused.stderr]).toEqual([
    3,
    expect.stringContaining("set ORGCONFIG_CA_CERTIFICATE"),
  ]);
  const file = join(mkdtempSync(join(tmpdir(), "orgconfig-ca-")), "ca.pem");
  writeFileSync(file, authority.cert);
  expect((await orgconfig(["mail", "list"], { ...env, ORGCONFIG_CA_CERTIFICATE: file })).code).toBe(0);
  // Whoever sets it for an http address means something by it, too.
  for (const address of [env, { ORGCONFIG_URL: `http://127.0.0.1:${port}` }]) {
    const gone = { ...address, ORGCONFIG_CA_CERTIFICATE: `${file}.gone` };
    const missing = await orgconfig(["mail", "list"], gone);
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("ORGCONFIG_CA_CERTIFICATE")]);
  }
});

it("sends again what is safe, as often as it has to, and a write only where nothing was done", async () => {
  const arrived: string[] = [];
  const busy = JSON.stringify({ error: "rate_limited", message: "Too many.", request_id: "req_1" });
  const url = `http://127.0.0.1:${await portOf(
    createServer((request, response) => {
      request.resume();
      // It is older than the keys by which a call that comes again is known.
      if (request.url === "/api/v1/config/openapi.json") return void response.end("{}");
      arrived.push(request.method ?? "");
      if (arrived.length % 3 === 1) response.writeHead(429, { "retry-after": "0" }).end(busy);
      else if (arrived.length % 3 === 2) response.writeHead(502).end("<html>");
      else none(request, response);
    }),
  )}`;
  expect((await orgconfig(["orgs", "list"], { ORGCONFIG_URL: url })).code).toBe(0);
  expect(arrived.splice(0)).toEqual(["GET", "GET", "GET"]);
  const created = await orgconfig(["orgs", "create", "Acme"], { ORGCONFIG_URL: url });
  expect([created.code, created.stderr]).toEqual([
    3,
    expect.stringMatching(/answered 502 after 2 attempts.* Whether it was done is not known/),
  ]);
  expect(arrived).toEqual(["POST", "POST"]);
});

it.each([
  [200, "[]", "JSON that is a list and no object"],
  [200, '"ok"', "JSON that is a string and no object"],
  [502, "null", "JSON that is null and no object"],
  [200, "ok", "something that is not JSON"],
])("says of %i with %s that it is %s", async (status, body, words) => {
  const url = `http://127.0.0.1:${await portOf(
    createServer((_request, response) => response.writeHead(status).end(body)),
  )}`;
  const ended = await orgconfig(["orgs", "list"], { ORGCONFIG_URL: url, ORGCONFIG_MAX_RETRIES: "0" });
  expect([ended.code, ended.stderr]).toEqual([3, expect.stringContaining(`with ${words}`)]);
});

it("names where a redirect leads, and does not follow it with the key", async () => {
  const url = `http://127.0.0.1:${await portOf(
    createServer((_request, response) =>
      response.writeHead(308, { location: "https://config.example.com/" }).end(),
    ),
  )}`;
  const ended = await orgconfig(["export"], { ORGCONFIG_URL: url });
  expect([ended.code, ended.stdout, ended.stderr]).toEqual([
    3,
    "",
    expect.stringMatching(`${url} sends on to https://config.example.com/: write the address .*--url`),
  ]);
});

it.each([
  "config.example.com",
  "localhost:8080",
  "ftp://config.example.com",
  "https://config.example.com/orgconfig",
  "",
])("%j is no address of a service", async (address) => {
  for (const args of [
    ["orgs", "list"],
    ["gate", "check", "shop"],
    ["plan", "-f", "-"],
  ] as const)
    expect(await orgconfig(args, { ORGCONFIG_URL: address })).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("is not the address of a service. Write it in --url or ORGCONFIG_URL"),
    });
});

it("takes a key and a token without the white space around them, and names one that cannot be one", async () => {
  const sent: (string | undefined)[] = [];
  const url = `http://127.0.0.1:${await portOf(
    createServer((request, response) => {
      sent.push(request.headers.authorization);
      none(request, response);
    }),
  )}`;
  const keyFile = join(mkdtempSync(join(tmpdir(), "orgconfig-key-")), "key");
  const agent = ["agent", "--connector", "c", "--directory", tmpdir(), "--once"];
  const doors = [
    [["orgs", "list", "--json"], "ORGCONFIG_OPERATOR_TOKEN"],
    [["history", "slack_settings", "slack_settings", "--json"], "ORGCONFIG_KEY"],
    [["gate", "check", "shop", "--json"], "ORGCONFIG_KEY"],
    [agent, "ORGCONFIG_KEY"],
    [[...agent, "--key-file", keyFile], `--key-file: ${keyFile}`],
  ] as const;
  for (const [args, source] of doors) {
    const variable = source.startsWith("--") ? {} : { [source]: " svc_ak_x\n" };
    writeFileSync(keyFile, "svc_ak_x\r\n");
    await orgconfig(args, { ...variable, ORGCONFIG_URL: url });
    expect([...new Set(sent.splice(0))], source).toEqual(["Bearer svc_ak_x"]);
    for (const wrong of ["kéy", "two\nlines"]) {
      writeFileSync(keyFile, wrong);
      const refused = await orgconfig(args, { ...variable, [source]: wrong, ORGCONFIG_URL: url });
      expect([refused.code, refused.stderr]).toEqual([
        2,
        expect.stringMatching(
          `^orgconfig: (it is not known .*: )?${source} holds a space, a line break or another .*\n$`,
        ),
      ]);
      expect(refused.stderr).not.toContain(wrong);
      if (args.includes("--json" as never))
        expect(JSON.parse(refused.stdout)).toMatchObject({ error: "usage" });
    }
  }
  expect(sent).toEqual([]);
});

it("refuses a proxy and numbers that cannot be used, without what a password may stand in", async () => {
  const url = { ORGCONFIG_URL: `http://${behindProxy}` };
  const wrong = await orgconfig(["orgs", "list"], { ...url, HTTP_PROXY: "socks5://me:secret@proxy:1080" });
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining("HTTP_PROXY is not the address of a proxy"),
  ]);
  expect(wrong.stderr).not.toContain("secret");
  const many = await orgconfig(["orgs", "list"], { ...url, ORGCONFIG_MAX_RETRIES: "many" });
  expect([many.code, many.stderr]).toEqual([2, expect.stringContaining("ORGCONFIG_MAX_RETRIES must be")]);
});
