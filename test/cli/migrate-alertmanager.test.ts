/** `orgconfig migrate alertmanager`: what it prints and writes, its exit codes, and the comparison with an Alertmanager that runs. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { orgconfig } from "../support/command.ts";
import { compiledProgram } from "../support/compiled.ts";
import { startService } from "../support/service.ts";

const example = fileURLToPath(new URL("../../examples/migrate/alertmanager.yml", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "orgconfig-migrate-alertmanager-"));
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const run = (...args: string[]) => orgconfig(["migrate", "alertmanager", ...args], {});

const lost = file(
  "lost.yml",
  "route: {receiver: a, routes: [{receiver: b, match: {team: b}}]}\nreceivers: [{name: a, sns_configs: [{topic_arn: x}]}, {name: b, slack_configs: [{}]}]",
);

describe("exit codes", () => {
  it("0: the report, which ends with the proof", async () => {
    const { code, stdout } = await run(example, "--prove");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^# Migration\n/);
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^\d+ label sets: same recipients in all$/);
  });

  it("3: a recipient is lost; the report begins with it, and is written with the bundle", async () => {
    const out = join(folder, "lost");
    const { code, stderr } = await run(lost, "--out", out);
    expect(code).toBe(3);
    expect(stderr).toContain('the default receiver "a" was not carried over');
    expect(readFileSync(join(out, "migration.md"), "utf8").split("\n")[0]).toContain(
      'the recipient "a" is notified of nothing any more',
    );
    expect(parse(readFileSync(join(out, "orgconfig.yaml"), "utf8")).alert_routes).toHaveLength(2);
  });

  it("0: the proof is said on the terminal too where it is written into a file", async () => {
    const out = join(folder, "proved");
    const { code, stderr } = await run(example, "--prove", "--out", out);
    expect(code).toBe(0);
    expect(stderr).toMatch(/\d+ label sets: same recipients in all/);
    expect(readFileSync(join(out, "migration.md"), "utf8")).toContain("same recipients in all");
  });

  it("3: the proof differs, by real alerts too, which are named as those that nobody gets", async () => {
    const alerts = file(
      "alerts.json",
      JSON.stringify([
        { labels: { alertname: "DiskFull", host: "db1" } },
        { labels: { alertname: "X", team: "b" } },
      ]),
    );
    const { code, stdout } = await run(lost, "--prove", "--alerts", alerts);
    expect(code).toBe(3);
    expect(stdout).toContain('{alertname="DiskFull", host="db1"} reaches nobody: a was notified');
    expect(stdout).toMatch(/label sets: \d+ differ/);
  });

  it.each([
    ["a missing file", [join(folder, "nowhere.yml")], "there is no such file"],
    ["a name that is there twice", [file("twice.yml", "route: {}\nroute: {}")], "route is here twice"],
    ["missing alerts", [example, "--prove", "--alerts", join(folder, "none.json")], "there is no such file"],
    [
      "alerts of another form",
      [example, "--alerts", file("no-alerts.json", "{}")],
      "is no answer of Alertmanager",
    ],
    ["two forms", [example, "--bundle", "--terraform"], "give one of them"],
    ["an address without http", [example, "--compare", "alertmanager:9093"], "It is no address of http"],
  ])("2: %s, and nothing is written", async (_, args, message) => {
    const out = join(folder, "never");
    const { code, stderr } = await run(...args, "--out", out);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
    expect(existsSync(out)).toBe(false);
  });
});

it("prints a bundle, or a configuration for Terraform, and the report next to it", async () => {
  const bundle = await run(example, "--bundle");
  expect(Object.keys(parse(bundle.stdout))).toEqual([
    "outbound_configs",
    "alert_routes",
    "alert_mutes",
    "alert_inhibitions",
  ]);
  expect(bundle.stderr).toContain("# Migration");
  const variables = await run(example, "--bundle", "--secrets-from-env");
  expect(parse(variables.stdout).outbound_configs[1].secret).toEqual({ env: "OUTBOUND_CONFIG_PAGER_SECRET" });
  expect((await run(example, "--terraform")).stdout).toContain('resource "orgconfig_alert_inhibition"');
});

it("writes a bundle that applies, with its secrets unset and with them, and then plans nothing", async () => {
  const test = await startService();
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = test.service.server.server.address() as AddressInfo;
  const { key } = await test.makeTenant();
  const env = {
    ORGCONFIG_URL: `http://127.0.0.1:${port}`,
    ORGCONFIG_KEY: key.value,
    OUTBOUND_CONFIG_CHAT_SECRET: "https://hooks.slack.example/services/a",
    OUTBOUND_CONFIG_PAGER_SECRET: "b",
    OUTBOUND_CONFIG_SHOP_SECRET: "https://hooks.slack.example/services/c",
    OUTBOUND_CONFIG_DATA_SECRET: "d",
  };
  for (const [out, ...more] of [["plain"], ["variables", "--secrets-from-env"]]) {
    const place = join(folder, `moved-${out}`);
    expect(await run(example, "--out", place, ...more)).toMatchObject({ code: 0 });
    const applied = await orgconfig(["apply", "-f", place, "--set", "moved", "--auto-approve"], env);
    expect(applied, applied.stderr).toMatchObject({ code: 0 });
  }
  const again = await orgconfig(["plan", "-f", join(folder, "moved-plain"), "--set", "moved"], env);
  expect(again.stdout).toContain("nothing to change");
  await test.close();
});

it("compares with an Alertmanager that runs, at once, a line for a round or for each difference", async () => {
  const alerts = [
    alert({ alertname: "A", severity: "critical" }, ["pager"]),
    alert({ alertname: "B", team: "data" }, ["data"]),
    alert({ alertname: "A", severity: "info" }, ["chat"], ["x"]),
  ];
  const rounds = [alerts, [...alerts, alert({ alertname: "C" }, ["shop"])]];
  for (const [index, answer] of rounds.entries()) {
    const server = createServer((request, response) => {
      expect(request.url).toBe("/am/api/v2/alerts");
      response.end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}/am/`;
    const line = await firstLine([example, "--compare", address, "--out", join(folder, `compared-${index}`)]);
    server.close();
    expect(line).toMatch(
      index === 0
        ? /^\d{4}-\S+Z 3 alerts: equal$/
        : /^\d{4}-\S+Z 4 alerts: \{alertname="C"\}: there shop, shop 2, here chat$/,
    );
  }
});

it("follows no redirect, to which it would send the credential", async () => {
  const asked: string[] = [];
  const elsewhere = createServer(({ headers }, response) => {
    asked.push(headers.authorization ?? "");
    response.end("[]");
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  const server = createServer((_, response) => {
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
    response.writeHead(302, { location }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://ada:secret@127.0.0.1:${(server.address() as AddressInfo).port}`;
  const line = await firstLine([example, "--compare", address, "--out", join(folder, "redirected")]);
  for (const one of [server, elsewhere]) one.close();
  expect(line).toContain("it answers with a redirect (302), which is not followed");
  expect(line).not.toContain("secret");
  expect(asked).toEqual([]);
});

it("reads no more of a device or a pipe than its bound, and names that", async () => {
  const pipe = join(folder, "pipe.yml");
  execFileSync("mkfifo", [pipe]);
  const writer = spawn("sh", ["-c", `cat /dev/zero > ${pipe}`], { stdio: "ignore" });
  for (const name of ["/dev/zero", pipe]) {
    const { code, stderr } = await run(name);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`${name}: has more than 5000000 bytes; no more are read`),
    ]);
  }
  writer.kill();
  const { code, stderr } = await run(example, "--prove", "--alerts", "/dev/zero");
  expect([code, stderr]).toEqual([2, expect.stringContaining("bytes; no more are read")]);
});

it("counts a target that is switched off as nobody, as the proof does", async () => {
  const server = createServer((_, response) => {
    response.end(
      JSON.stringify([alert({ alertname: "A" }, ["a"]), alert({ alertname: "B", team: "b" }, ["b"])]),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const line = await firstLine([lost, "--compare", `http://127.0.0.1:${port}`, "--out", join(folder, "off")]);
  server.close();
  expect(line).toContain('2 alerts: {alertname="A"}: there a, here nobody');
});

function alert(labels: object, receivers: readonly string[], inhibitedBy: readonly string[] = []) {
  return { labels, receivers: receivers.map((name) => ({ name })), status: { inhibitedBy } };
}

/** Of a command that runs until it is stopped. */
function firstLine(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [compiledProgram(), "migrate", "alertmanager", ...args]);
  let printed = "";
  return new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      printed += String(chunk);
      if (!printed.includes("\n")) return;
      child.kill();
      resolve(printed.split("\n")[0] ?? "");
    });
    child.once("close", () => reject(new Error(`it ended: ${printed}`)));
  });
}
