import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BadEnvironment, readEnvironment } from "../src/environment.ts";

const folder = mkdtempSync(join(tmpdir(), "orgconfig-environment-"));
const file = join(folder, "file");
writeFileSync(file, "");
const server = {
  DATABASE_URL: "postgres://localhost/x",
  ORGCONFIG_SECRET_KEYS: Buffer.alloc(32, 1).toString("base64"),
  ORGCONFIG_OPERATOR_TOKEN: "a long operator token".replaceAll(" ", "-"),
};

describe("a value that cannot be used", () => {
  it.each([
    ["DATABASE_URL", "mysql://localhost/x"],
    ["DATABASE_URL", "postgres://u:hidden/#x@h/a"],
    ["DATABASE_URL", "postgres://u:hidden%E9x@h/a"],
    ["DATABASE_URL", "postgres://h:notaport/a"],
    ["DATABASE_URL", "postgres://[::1/a"],
    ["DATABASE_URL", "postgres://u@one:1,two:x/a"],
    ["DATABASE_URL", "postgres://u@one,/a"],
    ["DATABASE_URL", "postgres:///a?host=one,two,three&port=1,2"],
    ["DATABASE_URL", "postgres://u@one,two/a?target_session_attrs=prefer-standby"],
    ["DATABASE_URL", "postgres://u@one/a?target_session_attrs=standby"],
    ["PORT", "80a"],
    ["PORT", "65536"],
    ["ORGCONFIG_PG_PREPARED", "yes"],
    ["ORGCONFIG_PUBLIC_URL", "config.example.com"],
    ["ORGCONFIG_PUBLIC_URL", "https://example.com/config"],
    ["ORGCONFIG_PUBLIC_URL", "https://"],
    ["ORGCONFIG_MCP_ORIGINS", "*"],
    ["ORGCONFIG_MCP_ORIGINS", "https://*.example.com"],
    ["ORGCONFIG_MCP_ORIGINS", "https://app.example.com/"],
    ["ORGCONFIG_MCP_ORIGINS", "http://app.example.com"],
    ["ORGCONFIG_MCP_ORIGINS", "null"],
    ["ORGCONFIG_PUBLIC_URL", "https://user:password@example.com"],
    ["ORGCONFIG_SECRET_KEYS", ","],
    ["ORGCONFIG_SECRET_KEYS", "c2hvcnQ="],
    ["ORGCONFIG_OPERATOR_TOKEN", "short"],
    ["ORGCONFIG_REQUEST_LOG", "yes"],
    ["ORGCONFIG_LIST_CAP", "0"],
    ["ORGCONFIG_RATE_LIMIT", "fast"],
    ["ORGCONFIG_WORKERS", "0"],
    ["ORGCONFIG_WORKERS", "65"],
    ["ORGCONFIG_WORKERS", "all"],
    ["ORGCONFIG_TRUST_PROXY", "proxy"],
    ["ORGCONFIG_OUTBOUND_ALLOW", "10.0.0.0/33"],
    ["ORGCONFIG_ENGINE_DIRECTORY", "engines"],
    ["ORGCONFIG_PHONE_URL", "api.twilio.com"],
    ["ORGCONFIG_PHONE_URL", "http://gateway.example.com"],
    ["ORGCONFIG_PHONE_URL", "https://user:pw@gateway.example.com"],
    ["ORGCONFIG_PHONE_ACCOUNT", "AC/../1"],
    ["ORGCONFIG_PHONE_TOKEN", "short"],
    ["ORGCONFIG_PHONE_FROM", "015112345678"],
    ["SMTP_URL", "mail.example.com:587"],
    ["SMTP_URL", "smtp://"],
    ["MAIL_FROM", "not an address"],
    ["MAIL_FROM", "a@b.example\r\nBcc: x@y.example"],
    ["MAIL_FROM", "a@b.example, c@d.example"],
    ["ORGCONFIG_ADMIN_EMAIL", "admin"],
    ["ORGCONFIG_ADMIN_PASSWORD", "short"],
    ["ORGCONFIG_AWS_PRINCIPAL", "12345"],
    ["ORGCONFIG_AWS_PRINCIPAL", "arn:aws:s3:::bucket"],
    ["LOG_LEVEL", "loud"],
    ["ORGCONFIG_OPERATOR_LISTEN", "8081"],
    ["ORGCONFIG_OPERATOR_LISTEN", "127.0.0.1:99999"],
    ["ORGCONFIG_OPERATOR_LISTEN", "::1:8081"],
    ["ORGCONFIG_OPERATOR_TOKENS", "ada"],
    ["ORGCONFIG_OPERATOR_TOKENS", "ada=short"],
    ["ORGCONFIG_OPERATOR_TOKENS", "ada l=a-token-of-enough-length"],
    ["ORGCONFIG_OPERATOR_TOKENS", "ada=a-token-of-enough-length,ada=another-of-enough-length"],
    ["ORGCONFIG_OPERATOR_TOKENS", "ada=a-token-of-enough-length,bob=a-token-of-enough-length"],
    ["ORGCONFIG_OPERATOR_TOKENS", "operator=a-token-of-enough-length"],
    ["ORGCONFIG_SYSLOG_URL", "udp://siem.example.com:514"],
    ["ORGCONFIG_SYSLOG_URL", "siem.example.com"],
    ["ORGCONFIG_SYSLOG_CA", file],
    ["ORGCONFIG_SECRET_KEYS_COMMAND", "echo AAAA"],
    ["ORGCONFIG_ADMIN_PASSWORD_FILE", join(folder, "none")],
    ["ORGCONFIG_ADMIN_PASSWORD_FILE", file],
  ])("%s=%j is named", (name, value) => {
    const read = () => readEnvironment({ ...server, [name]: value });
    expect(read).toThrow(BadEnvironment);
    expect(read).toThrow(name);
    expect(read).not.toThrow("hidden");
  });

  it("is named with every other one", () => {
    const names = [
      "PORT",
      "ORGCONFIG_SECRET_KEYS",
      "ORGCONFIG_OPEN_ALERTS",
      "ORGCONFIG_KEPT_EVENTS",
      "LOG_LEVEL",
    ];
    const read = () =>
      readEnvironment({ ...server, ...Object.fromEntries(names.map((name) => [name, "none"])) });
    expect(read).toThrow(new RegExp(`^${names.map((name) => `${name} [^\\n]+`).join("\\n")}$`));
  });

  it.each([
    ["a file", file],
    ["below a file", join(file, "data")],
    ["nowhere to make a folder", "/proc/nowhere/data"],
  ])("%s is no data directory", (_, directory) => {
    expect(() => readEnvironment({ ORGCONFIG_DATA_DIR: directory })).toThrow(/^ORGCONFIG_DATA_DIR /);
  });
});

describe("a value that can", () => {
  it.each([
    ["DATABASE_URL", "postgres:///db?host=/run/postgresql"],
    ["DATABASE_URL", "postgres://u:secret@/db?host=/run/postgresql"],
    ["DATABASE_URL", "postgres://%2Frun%2Fpostgresql/db"],
    ["DATABASE_URL", "postgres://u:p@one:5432,two:5433,[::1]:5434/db?target_session_attrs=read-write"],
    ["DATABASE_URL", "postgres:///db?host=/run/one,/run/two&target_session_attrs=primary&sslmode=disable"],
    ["DATABASE_URL", "postgres://one/db?target_session_attrs=any"],
    ["DATABASE_URL", "postgresql://u:100%@[::1]:5432/db?sslmode=verify-full"],
    ["ORGCONFIG_AWS_PRINCIPAL", "arn:aws-us-gov:iam::123456789012:role/ops/orgconfig"],
    ["ORGCONFIG_ENGINE_DIRECTORY", "/var/lib/orgconfig/engines"],
    ["MAIL_FROM", "Acme Ops <ops@acme.example>"],
    ["MAIL_FROM", "orgconfig@localhost"],
    ["SMTP_URL", "smtp://user:secret@mail.example.com:587"],
    ["SMTP_URL", "smtps://[::1]:465?pool=true"],
    ["ORGCONFIG_PUBLIC_URL", "https://config.example.com/"],
    ["ORGCONFIG_PUBLIC_URL", "HTTP://localhost:8080"],
  ])("%s=%j is taken", (name, value) => {
    expect(() => readEnvironment({ ...server, [name]: value })).not.toThrow();
  });

  it("of a phone gateway goes with the others, and each that is missing is named", () => {
    const phone = { ORGCONFIG_PHONE_ACCOUNT: "AC1", ORGCONFIG_PHONE_FROM: "+15005550006" };
    expect(() => readEnvironment({ ...server, ...phone })).toThrow("ORGCONFIG_PHONE_TOKEN must be set");
    const url = { ORGCONFIG_PHONE_URL: "https://gateway.example.com/twilio/" };
    expect(() => readEnvironment({ ...server, ...url })).toThrow(
      "ORGCONFIG_PHONE_ACCOUNT and ORGCONFIG_PHONE_TOKEN and ORGCONFIG_PHONE_FROM must be set",
    );
    expect(readEnvironment(server).phone).toBeUndefined();
    const whole = { ...phone, ORGCONFIG_PHONE_TOKEN: "long enough" };
    const given = { account: "AC1", token: "long-enough", from: "+15005550006" };
    expect(() => readEnvironment({ ...server, ...whole })).toThrow("without spaces");
    const good = { ...server, ...phone, ORGCONFIG_PHONE_TOKEN: given.token };
    expect(readEnvironment(good).phone).toEqual({ url: "https://api.twilio.com", ...given });
    expect(readEnvironment({ ...good, ...url }).phone?.url).toBe("https://gateway.example.com/twilio");
    for (const near of ["http://127.0.0.1:9", "http://localhost:9", "http://[::1]:9"])
      expect(readEnvironment({ ...good, ORGCONFIG_PHONE_URL: near }).phone?.url).toBe(near);
    const inside = { ORGCONFIG_PHONE_URL: "http://10.1.2.3", ORGCONFIG_OUTBOUND_ALLOW: "10.0.0.0/8" };
    expect(readEnvironment({ ...good, ...inside }).phone?.url).toBe("http://10.1.2.3");
  });

  it("makes the data directory with all above it, and keeps there what it made up", () => {
    const env = { ORGCONFIG_DATA_DIR: join(folder, "a", "b") };
    const first = readEnvironment(env);
    expect(readEnvironment(env).operatorToken).toBe(first.operatorToken);
  });
});

describe("secrets that are not in the environment itself", () => {
  const { ORGCONFIG_SECRET_KEYS: key, ...rest } = server;
  const written = (name: string, content: string) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  it("are read from files, without the line's end", () => {
    const settings = readEnvironment({
      DATABASE_URL_FILE: written("url", "postgres://localhost/y\n"),
      ORGCONFIG_SECRET_KEYS_FILE: written("keys", `${key}\n`),
      ORGCONFIG_OPERATOR_TOKEN_FILE: written("token", `${server.ORGCONFIG_OPERATOR_TOKEN}\n`),
      ORGCONFIG_ADMIN_PASSWORD_FILE: written("password", "a long password\n"),
      SMTP_URL_FILE: written("smtp", "smtp://mail.example.com\n"),
    });
    expect(settings).toMatchObject({
      databaseUrl: "postgres://localhost/y",
      operatorToken: server.ORGCONFIG_OPERATOR_TOKEN,
      adminPassword: "a long password",
      smtpUrl: "smtp://mail.example.com",
    });
    expect(settings.secretKeys).toHaveLength(1);
  });

  it("are in one place", () => {
    const both = { ...server, ORGCONFIG_OPERATOR_TOKEN_FILE: written("token2", "another-token-of-length") };
    expect(() => readEnvironment(both)).toThrow(
      "ORGCONFIG_OPERATOR_TOKEN and ORGCONFIG_OPERATOR_TOKEN_FILE are both set",
    );
    const twice = { ...server, ORGCONFIG_SECRET_KEYS_COMMAND: `echo ${key}` };
    expect(() => readEnvironment(twice)).toThrow("are both set");
  });

  it("the keys are what a command prints, several by commas or lines", () => {
    const next = Buffer.alloc(32, 2).toString("base64");
    const keysOf = (command: string) =>
      readEnvironment({ ...rest, ORGCONFIG_SECRET_KEYS_COMMAND: command }).secretKeys;
    expect(keysOf(`echo ${key}`)).toEqual(readEnvironment(server).secretKeys);
    expect(keysOf(`printf '%s\\n%s\\n' ${next} ${key}`)).toHaveLength(2);
    expect(keysOf(`echo ${next},${key}`)).toHaveLength(2);
    expect(() => keysOf("exit 3")).toThrow("ORGCONFIG_SECRET_KEYS_COMMAND ended with 3");
    expect(() => keysOf("true")).toThrow("printed nothing");
    expect(() => keysOf("echo no-key")).toThrow("must print base64 keys");
  });
});

describe("the operator's tokens", () => {
  it("have names; the one alone is called operator", () => {
    expect(readEnvironment(server).operatorTokens).toEqual([
      { name: "operator", token: server.ORGCONFIG_OPERATOR_TOKEN },
    ]);
    const { ORGCONFIG_OPERATOR_TOKEN: _, ...rest } = server;
    const named = { ORGCONFIG_OPERATOR_TOKENS: "ada=a-token-of-enough-length, ci=another=of-enough-length" };
    const [ada, ci] = [
      { name: "ada", token: "a-token-of-enough-length" },
      { name: "ci", token: "another=of-enough-length" },
    ];
    expect(readEnvironment({ ...rest, ...named }).operatorTokens).toEqual([ada, ci]);
    expect(readEnvironment({ ...server, ...named }).operatorTokens.map(({ name }) => name)).toEqual([
      "operator",
      "ada",
      "ci",
    ]);
  });
});

it.each([
  ["127.0.0.1:8081", { host: "127.0.0.1", port: 8081 }],
  ["[::1]:8081", { host: "::1", port: 8081 }],
  ["localhost:0", { host: "localhost", port: 0 }],
])("the operator's calls may be served at %s", (value, listen) => {
  expect(readEnvironment({ ...server, ORGCONFIG_OPERATOR_LISTEN: value }).operatorListen).toEqual(listen);
});
