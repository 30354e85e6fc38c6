/** The provider block and its variables: what they come to, and what is said of those that cannot be used. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { rootCertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Environment,
  readSettings,
  type Settings,
  settingsProblems,
  stillUnknown,
} from "../../provider/settings.ts";
import type { Diagnostic } from "../../provider/wire/diagnostics.ts";
import { type ObjectValue, UNKNOWN } from "../../provider/wire/values.ts";
import { isDirect } from "../../src/client/proxy.ts";
import { type Authority, makeAuthority } from "./network.ts";

const usual = { endpoint: "HTTPS://config.example.com:443/", api_key: "svc_ak_x" };

function read(config: ObjectValue, environment: Environment = {}): Settings {
  const settings = readSettings({ ...usual, ...config }, environment);
  if (Array.isArray(settings)) throw new Error(JSON.stringify(settings));
  return settings as Settings;
}

function problemsOf(config: ObjectValue, environment: Environment = {}): Diagnostic[] {
  const settings = readSettings({ ...usual, ...config }, environment);
  return Array.isArray(settings) ? settings : [];
}

let authority: Authority;
let folder: string;
beforeAll(() => {
  authority = makeAuthority();
  folder = mkdtempSync(join(tmpdir(), "settings-"));
});
afterAll(() => {
  authority.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a file of the test's folder, and gives its path. */
function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

test("an operator's token that is not known yet is not taken from the environment, which may hold another", () => {
  const environment = { ORGCONFIG_OPERATOR_TOKEN: "another", ORGCONFIG_MAX_RETRIES: "3" };
  expect(read({ operator_token: UNKNOWN, max_retries: UNKNOWN }, environment)).toMatchObject({
    operatorToken: UNKNOWN,
    maxRetries: 3,
  });
});

test("propose is a yes or a no, wherever it stands, and does not go with a reason against tests", () => {
  const propose = (config: ObjectValue, variable?: string) =>
    read(config, { ORGCONFIG_PROPOSE: variable }).propose;
  expect([propose({}), propose({}, "true"), propose({}, "false")]).toEqual([false, true, false]);
  expect([propose({ propose: true }), propose({ propose: false }, "true")]).toEqual([true, false]);
  expect(problemsOf({}, { ORGCONFIG_PROPOSE: "yes" })).toMatchObject([
    { summary: "ORGCONFIG_PROPOSE cannot be used" },
  ]);
  expect(problemsOf({ propose: true, override_tests: "Incident" })).toMatchObject([
    { summary: "propose does not go with override_tests", path: ["propose"] },
  ]);
  // Until it is known nothing is written.
  expect(stillUnknown({ ...usual, propose: UNKNOWN })).toEqual(["propose"]);
});

test("every argument has its variable, and wins over it", () => {
  const environment = {
    ORGCONFIG_ENDPOINT: "https://other.example.com",
    ORGCONFIG_API_KEY: "svc_ak_y",
    ORGCONFIG_OPERATOR_TOKEN: "operator",
    ORGCONFIG_ORGANIZATION: "acme",
    ORGCONFIG_TIMEOUT: "90",
    ORGCONFIG_MAX_RETRIES: "0",
    ORGCONFIG_OVERRIDE_TESTS: "Incident 42",
  };
  const variables = readSettings({}, environment);
  expect(variables).toMatchObject({
    endpoint: "https://other.example.com",
    apiKey: "svc_ak_y",
    operatorToken: "operator",
    organization: "acme",
    timeout_ms: 90_000,
    maxRetries: 0,
    overrideTests: "Incident 42",
  });
  const written = {
    organization: "zenith",
    operator_token: "o",
    timeout_seconds: 5,
    max_retries: 3,
    override_tests: "r",
  };
  expect(read(written, environment)).toMatchObject({
    endpoint: "https://config.example.com",
    apiKey: "svc_ak_x",
    operatorToken: "o",
    organization: "zenith",
    timeout_ms: 5_000,
    maxRetries: 3,
    overrideTests: "r",
  });
});

test("takes the pair of variables of the command line, and its own older ones before them", () => {
  const pair = { ORGCONFIG_URL: "https://cli.example.com", ORGCONFIG_KEY: "svc_ak_cli" };
  expect(readSettings({}, pair)).toMatchObject({ endpoint: "https://cli.example.com", apiKey: "svc_ak_cli" });
  const both = {
    ...pair,
    ORGCONFIG_ENDPOINT: "https://older.example.com",
    ORGCONFIG_API_KEY: "svc_ak_older",
  };
  expect(readSettings({}, both)).toMatchObject({
    endpoint: "https://older.example.com",
    apiKey: "svc_ak_older",
  });
});

describe("what cannot be used is reported at its argument", () => {
  test.each([
    ["endpoint", "config.example.com", "Write the service's address without a path or a user"],
    ["timeout_seconds", 0, "Write a whole number from 1 to 3600, here or in ORGCONFIG_TIMEOUT"],
    ["timeout_seconds", 1.5, '"1.5" is not one'],
    ["max_retries", -1, "Write a whole number from 0 to 100"],
    ["ca_certificate", "-----BEGIN PRIVATE KEY-----", "holds no certificate"],
    ["ca_certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", "is damaged"],
    ["proxy_url", "socks5://127.0.0.1:1080", "SOCKS is not supported"],
    ["proxy_url", "http://127.0.0.1:3128/path", "Write its address without a path"],
  ])("%s = %j, by validate already", (name, value, words) => {
    const [problem, ...others] = settingsProblems({ ...usual, [name]: value });
    expect([problem?.path, others]).toEqual([[name], []]);
    expect(problem?.detail).toContain(words);
    expect(problemsOf({ [name]: value })).toEqual([problem]);
  });

  test("or with its variable", () => {
    const detail = (environment: Environment) => problemsOf({}, environment)[0]?.detail;
    expect(detail({ ORGCONFIG_TIMEOUT: "a minute" })).toContain(
      'in ORGCONFIG_TIMEOUT: "a minute" is not one',
    );
    expect(detail({ ORGCONFIG_CA_CERTIFICATE: "/nowhere/ca.pem" })).toContain(
      "/nowhere/ca.pem, which cannot be read (ENOENT)",
    );
    expect(detail({ SSL_CERT_FILE: "/nowhere/all.pem" })).toContain(
      "SSL_CERT_FILE names the file /nowhere/all.pem",
    );
    expect(detail({ HTTPS_PROXY: "socks5://u:secret@p:1" })).toContain("This one comes from HTTPS_PROXY");
  });

  test("without a password, and without its line", () => {
    const problems = problemsOf({ proxy_url: "http://user:%zz-secret@proxy.example.com" });
    expect(problems).toMatchObject([{ summary: "proxy_url is not the address of a proxy" }]);
    expect(problems[0]).not.toHaveProperty("path");
    expect(JSON.stringify(problems)).not.toContain("secret");
    expect(JSON.stringify(problemsOf({ operator_token: "secret token" }))).not.toContain("secret");
  });

  test("and nothing of what is not known yet", () => {
    const names = ["endpoint", "timeout_seconds", "max_retries", "ca_certificate", "proxy_url"];
    expect(settingsProblems(Object.fromEntries(names.map((name) => [name, UNKNOWN])))).toEqual([]);
  });
});

describe("authorities", () => {
  const count = (config: ObjectValue, environment: Environment = {}) =>
    read(config, environment).trusted?.length;
  const all = rootCertificates.length;

  test("are Node's own, unless something else is said", () => {
    expect(read({}).trusted).toBeUndefined();
    expect(read({}, { SSL_CERT_FILE: "", SSL_CERT_DIR: "" }).trusted).toBeUndefined();
  });

  test("are added by ca_certificate, as text or as a file", () => {
    expect(count({ ca_certificate: authority.cert })).toBe(all + 1);
    expect(count({}, { ORGCONFIG_CA_CERTIFICATE: file("ca.pem", `# ours\n${authority.cert}`) })).toBe(
      all + 1,
    );
  });

  test("are those of SSL_CERT_FILE in place of Node's, and of SSL_CERT_DIR next to them", () => {
    const others = rootCertificates.slice(0, 3);
    const SSL_CERT_FILE = file("all.pem", others.join("\n"));
    expect(count({}, { SSL_CERT_FILE })).toBe(3);
    expect(count({ ca_certificate: authority.cert }, { SSL_CERT_FILE })).toBe(4);
    const certs = mkdtempSync(join(folder, "certs-"));
    writeFileSync(join(certs, "ours.pem"), authority.cert);
    writeFileSync(join(certs, "README"), "no certificate");
    const SSL_CERT_DIR = ["/nowhere", certs].join(delimiter);
    expect(count({}, { SSL_CERT_DIR })).toBe(all + 1);
    expect(count({}, { SSL_CERT_FILE, SSL_CERT_DIR })).toBe(4);
  });

  test("are not asked for by a service that speaks plain http", () => {
    const endpoint = "http://config.example.com";
    expect(read({ endpoint }, { SSL_CERT_FILE: "/nowhere" }).trusted).toBeUndefined();
  });
});

describe("the proxy", () => {
  const proxy = (config: ObjectValue, environment: Environment) => read(config, environment).proxy?.href;
  const http = { endpoint: "http://config.example.com" };

  test("is that of the endpoint's scheme, in upper or lower case, with or without http:// in front", () => {
    const environment = { HTTPS_PROXY: "http://a:1", https_proxy: "http://b:1", http_proxy: "c:3128" };
    expect(proxy({}, environment)).toBe("http://a:1/");
    expect(proxy(http, environment)).toBe("http://c:3128/");
    expect(proxy({}, { http_proxy: "c:3128" })).toBeUndefined();
  });

  test("is not used where NO_PROXY has the host, unless the block names one", () => {
    const environment = { HTTPS_PROXY: "http://a:1", no_proxy: "example.com" };
    expect(proxy({}, environment)).toBeUndefined();
    expect(proxy({ proxy_url: "http://b:1" }, environment)).toBe("http://b:1/");
    expect(proxy({}, { ...environment, NO_PROXY: "example.org" })).toBe("http://a:1/");
  });

  test.each([
    ["https://config.example.com", "*", true],
    ["https://config.example.com", "example.org, EXAMPLE.com", true],
    ["https://config.example.com", ".example.com", true],
    ["https://config.example.com", "*.example.com", true],
    ["https://example.com", ".example.com", false],
    ["https://notexample.com", "example.com", false],
    ["https://config.example.com", "config.example.com:443", true],
    ["https://config.example.com", "config.example.com:8443", false],
    ["http://config.example.com:8080", "example.com:8080", true],
    ["https://10.1.2.3", "10.0.0.0/8", true],
    ["https://11.1.2.3", "10.0.0.0/8", false],
    ["https://10.1.2.3", "10.1.2.3", true],
    ["https://10.1.2.3", "10.1.2.3:444", false],
    ["https://[2001:db8::1]", "2001:db8::/32", true],
    ["https://[2001:db8::1]", "2001:0db8::1", true],
    ["https://[2001:db8::1]:8443", "[2001:db8::1]:8443", true],
    ["https://[2001:db8::1]", "[2001:db8::1]:8443", false],
    ["https://config.example.com", "10.0.0.0/99, ,/", false],
    ["http://localhost:8080", "", true],
    ["http://127.0.0.1:8080", "", true],
    ["http://[::1]:8080", "", true],
  ])("is not used for %s with NO_PROXY %j: %s", (endpoint, noProxy, direct) => {
    expect(isDirect(endpoint, noProxy)).toBe(direct);
  });
});
