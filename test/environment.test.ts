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
    ["PORT", "80a"],
    ["PORT", "65536"],
    ["ORGCONFIG_PG_PREPARED", "yes"],
    ["ORGCONFIG_PUBLIC_URL", "config.example.com"],
    ["ORGCONFIG_PUBLIC_URL", "https://example.com/config"],
    ["ORGCONFIG_PUBLIC_URL", "https://"],
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
  ])("%s=%j is named", (name, value) => {
    const read = () => readEnvironment({ ...server, [name]: value });
    expect(read).toThrow(BadEnvironment);
    expect(read).toThrow(name);
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

  it("makes the data directory with all above it, and keeps there what it made up", () => {
    const env = { ORGCONFIG_DATA_DIR: join(folder, "a", "b") };
    const first = readEnvironment(env);
    expect(readEnvironment(env).operatorToken).toBe(first.operatorToken);
  });
});
