/** The loop next to a real blackbox_exporter. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { startBlackbox, versionOf } from "../support/engines.ts";
import { startService, type TestService } from "../support/service.ts";
import { freshFolder, makeAgent, makePlace, type Place } from "./set-up.ts";

const token = "a-token-of-the-shop";

let test: TestService;
let service: string;
let shop: Server;
let shopUrl: string;
beforeAll(async () => {
  test = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  service = await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  shop = createServer((request, response) => {
    response.writeHead(request.headers.authorization === `Bearer ${token}` ? 200 : 401).end();
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await test.close();
  shop.closeAllConnections();
  await new Promise((resolve) => shop.close(resolve));
});

async function makeCheck({ tenant }: Place, rest: object = {}): Promise<string> {
  const body = { name: "Shop", kind: "http", target: shopUrl, ...rest };
  const made = await tenant.config("POST", "synthetic_checks", { body });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.id;
}

async function targetsOf({ tenant, connectorId }: Place) {
  return (await tenant.api("GET", `sd/${connectorId}`)).body;
}

it("writes a first file for an exporter that cannot start without, and names the secrets that are missing", async () => {
  const place = await makePlace(test, "blackbox_exporter", { metadata: { secret_files: "present" } });
  const check = await makeCheck(place, { auth_header: `Bearer ${token}` });
  const directory = freshFolder();
  const port = await freePort();
  const engine = `http://127.0.0.1:${port}`;
  const { agent, later } = await makeAgent(place, { service, engine, directory });
  expect((await agent.round()).message).toBe("the engine cannot be reached: the connection was refused");
  expect(await targetsOf(place)).toEqual([]);

  const exporter = await startBlackbox(join(directory, "blackbox.yml"), port);
  expect(await agent.round()).toMatchObject({
    ok: true,
    message: `${directory} lacks secrets/${check}: write the credentials of the check's auth_header into it, without the scheme`,
  });
  expect(await place.applied()).toMatchObject({
    ok: true,
    version: versionOf("prometheus-blackbox-exporter"),
  });
  const [{ targets, labels }] = await targetsOf(place);
  expect(targets).toEqual([shopUrl]);

  // Where this user cannot look, nobody knows that something is missing. A link to itself keeps root out, too.
  const secrets = join(directory, "secrets");
  symlinkSync(secrets, secrets);
  later(60);
  expect(await agent.round()).toMatchObject({ ok: true, message: null });
  rmSync(secrets);

  mkdirSync(secrets, { mode: 0o700 });
  writeFileSync(join(secrets, check), token, { mode: 0o600 });
  later(60);
  expect(await agent.round()).toMatchObject({ ok: true, message: null });
  const probe = await fetch(`${engine}/probe?module=${labels.__param_module}&target=${shopUrl}`);
  expect(await probe.text()).toContain("\nprobe_success 1\n");

  await place.tenant.config("DELETE", `synthetic_checks/${check}`);
  expect((await agent.round()).ok).toBe(true);
  expect(readFileSync(join(directory, "blackbox.yml"), "utf8")).toBe("modules: {}\n");
  expect(await targetsOf(place)).toEqual([]);
  await exporter.stop();
});

it("keeps what it runs when the exporter refuses, and says when it reads another file", async () => {
  const place = await makePlace(test, "blackbox_exporter");
  await makeCheck(place);
  const directory = freshFolder();
  const file = join(directory, "blackbox.yml");
  const elsewhere = join(freshFolder(), "blackbox.yml");
  writeFileSync(elsewhere, "modules: {}\n");
  const other = await startBlackbox(elsewhere);
  const strayed = await makeAgent(place, { service, engine: other.url, directory });
  expect((await strayed.agent.round()).message).toBe(
    `blackbox_exporter lacks 1 of its modules: start it with --config.file=${file}`,
  );
  await other.stop();

  const exporter = await startBlackbox(file);
  const good = readFileSync(file, "utf8");
  const broken = 'modules:\n  http_1:\n    prober: "http"\n    depth: 1\n';
  const refused = { checked: /refuses the files: /, unchecked: /HTTP 500 to POST \/-\/reload: / };
  for (const [how, said] of Object.entries(refused)) {
    const at = { service, engine: exporter.url, directory };
    const { agent, gate } = await makeAgent(place, how === "checked" ? at : { ...at, checker: undefined });
    expect((await agent.round()).ok).toBe(true);
    gate.change = (render) => ({
      ...render,
      digest: "b".repeat(64),
      files: [{ name: "blackbox.yml", content: broken }],
    });
    expect((await agent.round()).message).toMatch(said);
    expect(readFileSync(file, "utf8")).toBe(good);
    expect((await place.connector()).health_status).toBe("failing");
  }
  await exporter.stop();
});
