/** `orgconfig agent` as it is started next to a Prometheus. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { makeSlo } from "../features/slo.ts";
import { orgconfig } from "../support/command.ts";
import { compiledProgram } from "../support/compiled.ts";
import { programPath, type RunningEngine, startPrometheus, versionOf } from "../support/engines.ts";
import { startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { type Gate, openGate } from "./gate.ts";
import { freshFolder, makePlace, type Place } from "./set-up.ts";

const directory = freshFolder();
const promtool = programPath("promtool");

let test: TestService;
let gate: Gate;
let prometheus: RunningEngine;
let place: Place;
beforeAll(async () => {
  test = await startService();
  gate = await openGate(await test.service.server.listen({ host: "127.0.0.1", port: 0 }));
  prometheus = await startPrometheus({ rules: [directory] });
  place = await makePlace(test, "prometheus");
  await makeSlo(place.tenant, "checkout", "availability");
});
afterAll(async () => {
  await prometheus?.stop();
  await gate.close();
  await test.close();
});
beforeEach(() => {
  gate.shut = false;
});

const args = (connector: string, engine = prometheus.url) => [
  "agent",
  ...["--connector", connector],
  ...["--directory", directory],
  ...["--url", gate.url],
  ...["--reload-url", `${engine}/-/reload`],
  ...["--checker", promtool],
];

const env = () => ({ ORGCONFIG_KEY: place.key });

describe("--once", () => {
  const once = (given: readonly string[], more = {}) =>
    orgconfig([...given, "--once"], { ...env(), ...more });

  it("ends with 0 when the engine runs what is rendered", async () => {
    const ended = await once(args("Engine"));
    expect([ended.code, ended.stdout]).toEqual([0, ""]);
    expect(ended.stderr).toMatch(/the engine runs [0-9a-f]{12}\n/);
    expect(await place.applied()).toMatchObject({ ok: true, version: versionOf("promtool") });
    expect((await once(args(place.connectorId))).code).toBe(0);
  });

  it("ends with 1 when it does not, with 3 when the service is away, and says why", async () => {
    const away = `http://127.0.0.1:${await freePort()}`;
    const ended = await once(args("Engine", away));
    expect([ended.code, ended.stderr]).toEqual([
      1,
      expect.stringContaining("orgconfig: the engine cannot be reached: the connection was refused\n"),
    ]);
    const checked = await once([...args("Engine"), "--checker", "/bin/false", "--directory", freshFolder()]);
    expect([checked.code, checked.stderr]).toEqual([
      1,
      expect.stringContaining("/bin/false refuses the files"),
    ]);
    gate.shut = true;
    const alone = await once(args("Engine"));
    expect([alone.code, alone.stderr]).toEqual([
      3,
      expect.stringContaining("The service could not be reached"),
    ]);
    gate.shut = false;
    const strange = await once(args("Engine"), { ORGCONFIG_KEY: "svc_ak_wrong" });
    expect([strange.code, strange.stderr]).toEqual([1, expect.stringContaining("orgconfig: ")]);
  });

  it("gives Alertmanager a key of its own, also before it runs", async () => {
    const other = await makePlace(test, "alertmanager");
    const folder = freshFolder();
    const keyFile = join(folder, "key");
    const [into, away] = [join(folder, "files"), `http://127.0.0.1:${await freePort()}`];
    const given = [
      ...["agent", "--connector", "Engine", "--directory", into, "--url", gate.url],
      ...["--reload-url", `${away}/-/reload`, "--checker", programPath("amtool")],
      ...["--intake-key-file", keyFile],
    ];
    const withKey = () => once(given, { ORGCONFIG_KEY: other.key });
    const missing = await withKey();
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("--intake-key-file: ENOENT")]);
    writeFileSync(keyFile, "a-key-of-its-own\n");
    expect((await withKey()).stderr).toContain("the engine cannot be reached");
    expect(readFileSync(join(into, "intake.key"), "utf8")).toBe("a-key-of-its-own");
    expect(readFileSync(join(into, "alertmanager.yml"), "utf8")).toContain(`"${into}/intake.key"`);
  });

  it("ends with 2 when it is used wrongly", async () => {
    const mimir = { name: "Mimir", type: "observability", connector_type: "mimir", enabled: false };
    await place.tenant.config("POST", "connectors", { body: mimir });
    const code = { name: "GitHub", type: "source_control", connector_type: "github" };
    await place.tenant.config("POST", "connectors", { body: code });
    const cases: [string[], string][] = [
      [args("Enigne"), '--connector: there is no connector "Enigne"; take one of "Engine", "Mimir"'],
      [
        args("GitHub"),
        '--connector: "GitHub" is of type github, and nothing is rendered for that; take one of "Engine", "Mimir"',
      ],
      [
        args("Mimir"),
        "--connector: a mimir takes what is rendered over its API, so that no agent runs next to it",
      ],
      [
        [...args("Engine"), "--reload-url", "http://127.0.0.1:9090"],
        "--reload-url must be a URL that ends with",
      ],
      [[...args("Engine"), "--interval", "soon"], "--interval must be a time"],
      [[...args("Engine"), "--instance", " "], "--instance must be a name"],
      [[...args("Engine"), "--key-file", join(directory, "none")], "--key-file: ENOENT"],
      [["agent", "--connector", "Engine"], "--directory"],
    ];
    for (const [given, said] of cases) {
      const { code, stderr } = await once(given, { ORGCONFIG_KEY: place.tenant.key.value });
      expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
    }
    const { code: ended, stderr } = await once(args("Enigne"));
    expect(ended).toBe(2);
    expect(stderr).toContain('--connector: this key sees no connector "Enigne"; take one of "Engine"\n');
  });
});

describe("without --once", () => {
  let child: ChildProcess | undefined;
  let printed = "";
  afterEach(() => child?.kill("SIGKILL"));

  function begin(given: readonly string[]): Promise<number | null> {
    printed = "";
    const running = spawn(process.execPath, [compiledProgram(), ...given], {
      env: { ...process.env, ORGCONFIG_KEY: "" },
      stdio: ["ignore", "inherit", "pipe"],
    });
    child = running;
    running.stderr.on("data", (chunk) => (printed += String(chunk)));
    return new Promise((resolve) => running.once("close", resolve));
  }

  it("waits for the service, takes another key from the file, and ends with 0 on SIGTERM", async () => {
    const keyFile = join(freshFolder(), "key");
    writeFileSync(keyFile, `${place.key}\n`);
    gate.shut = true;
    const options = ["--key-file", keyFile, "--interval", "1s", "--instance", "am-1"];
    const code = begin([...args("Engine"), ...options]);
    await until(() => printed.includes("The service could not be reached"));
    gate.shut = false;
    await until(() => printed.includes("the engine runs"));

    writeFileSync(keyFile, "svc_ak_wrong");
    await until(() => printed.includes("nothing was fetched from the service"));
    const slo = await makeSlo(place.tenant, "checkout", "latency");
    const other = await test.makeKey(place.tenant.organization.id, ["api:admin"]);
    writeFileSync(keyFile, other.value);
    const rules = join(directory, "slos.rules.yml");
    await until(() => existsSync(rules) && readFileSync(rules, "utf8").includes(slo));
    await until(() => printed.includes("the service answers again"));

    child?.kill("SIGTERM");
    expect(await code).toBe(0);
    expect(printed).not.toContain(other.value);
    const departed = () =>
      test.database.queryText<{ instance: string }>(
        {
          name: "test-departed",
          text: "SELECT instance FROM render_acknowledgements WHERE connector_id = $1 AND departed",
        },
        [place.connectorId],
      );
    await until(async () => (await departed()).some(({ instance }) => instance === "am-1"));
  });

  it("goes on with a connector that was deleted and made again under the same name", async () => {
    const { tenant, connectorId } = place;
    const keyFile = join(freshFolder(), "key");
    // An engine's own key goes with its connector.
    writeFileSync(keyFile, tenant.key.value);
    const code = begin([...args("Engine"), "--key-file", keyFile, "--interval", "1s"]);
    await until(() => printed.includes("the engine runs"));
    expect((await tenant.config("DELETE", `connectors/${connectorId}`)).status).toBe(200);
    await until(() => printed.includes("nothing was fetched from the service"));
    const body = { name: "Engine", type: "observability", connector_type: "prometheus" };
    const { body: made } = await tenant.config("POST", "connectors", { body });
    await until(() => printed.includes(`the connector ${connectorId} is gone; ${made.id} has its name now`));
    const rules = join(directory, "slos.rules.yml");
    await until(() => readFileSync(rules, "utf8").includes(made.id));
    await until(
      async () => (await tenant.config("GET", `connectors/${made.id}`)).body.health_status === "healthy",
    );
    expect(existsSync(join(directory, `.orgconfig-${connectorId}.json`))).toBe(false);
    child?.kill("SIGTERM");
    expect(await code).toBe(0);
  });
});
