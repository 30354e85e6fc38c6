/** What the doctor says of a phone gateway. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { phoneChecks } from "../../src/cli/doctor/local-checks.ts";
import { readEnvironment } from "../../src/environment.ts";
import { type PhoneGatewayStandIn, startPhoneGateway } from "../support/phone-gateway.ts";

const folder = mkdtempSync(join(tmpdir(), "orgconfig-phone-"));
let gateway: PhoneGatewayStandIn;
beforeAll(async () => {
  gateway = await startPhoneGateway();
});
afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true });
});

const said = async (variables: Record<string, string>) => {
  const settings = readEnvironment({ ORGCONFIG_DATA_DIR: folder, ...variables });
  const checks = await phoneChecks(settings);
  return checks.map(({ area, name, status, message }) => [`${area}/${name} ${status}`, message]);
};
const allowed = { ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" };
const open = { ORGCONFIG_PUBLIC_URL: "https://config.example.com" };

it("has a line without one, and calls nobody where there is one", async () => {
  expect(await said({})).toEqual([
    ["phone/gateway skipped", expect.stringContaining("ORGCONFIG_PHONE_ACCOUNT")],
  ]);
  expect(await said({ ...gateway.environment, ...allowed, ...open })).toEqual([
    ["phone/gateway ok", expect.stringContaining("takes the account")],
    ["phone/answers ok", expect.stringContaining("https://config.example.com/phone/text")],
  ]);
  expect([gateway.calls, gateway.texts]).toEqual([[], []]);
});

it("says what is wrong with it, and never the token", async () => {
  const wrong = { ...gateway.environment, ORGCONFIG_PHONE_TOKEN: "another-token" };
  const found = await said({ ...wrong, ...allowed });
  expect(found).toEqual([
    ["phone/gateway error", expect.stringContaining("does not take ORGCONFIG_PHONE_ACCOUNT")],
    ["phone/answers warning", expect.stringContaining("ORGCONFIG_PUBLIC_URL")],
  ]);
  expect(JSON.stringify(found)).not.toContain("another-token");
  expect((await said({ ...gateway.environment }))[0]).toEqual([
    "phone/gateway error",
    expect.stringContaining("ORGCONFIG_OUTBOUND_ALLOW"),
  ]);
});
