/** The loop next to a real Prometheus: what it runs, what it says of itself, and what becomes of every sort of failure. */
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { sloQueries } from "../../src/renderers/prometheus/read-back.ts";
import { makeSlo } from "../features/slo.ts";
import { getJson, type RunningEngine, samplesOf, startPrometheus, versionOf } from "../support/engines.ts";
import { startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { type AgentPlace, freshFolder, makeAgent, makePlace, type Place } from "./set-up.ts";

let test: TestService;
let service: string;
let prometheus: RunningEngine;
/** What Prometheus reads, one folder for each agent. */
const folders = Array.from({ length: 24 }, freshFolder);
let taken = 0;
beforeAll(async () => {
  test = await startService();
  service = await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  prometheus = await startPrometheus({ rules: folders });
});
afterAll(async () => {
  await prometheus?.stop();
  await test.close();
});

/** A place with an SLO, and an agent for it in a directory that Prometheus reads. */
async function start(rest: Partial<AgentPlace> = {}) {
  const place = await makePlace(test, "prometheus", { metadata: { evaluation_interval: "10s" } });
  const slo = await makeSlo(place.tenant, "checkout", "availability", { window_days: 7 });
  const directory = nextFolder();
  const at = await makeAgent(place, { service, engine: prometheus.url, directory, ...rest });
  return { place, slo, directory, ...at };
}

function nextFolder(): string {
  const folder = folders[taken++];
  if (folder === undefined) throw new Error("Prometheus reads too few folders for so many tests");
  return folder;
}

async function runs(id: string, engine = prometheus): Promise<boolean> {
  return JSON.stringify(await getJson(`${engine.url}/api/v1/rules`)).includes(id);
}

async function digestOf({ tenant, connectorId }: Place): Promise<string> {
  return (await tenant.api("GET", `render/${connectorId}`)).body.digest;
}

const rulesOf = (directory: string) => readFileSync(join(directory, "slos.rules.yml"), "utf8");

/** A rendering that no Prometheus takes. */
const broken = (render: object) => ({
  ...render,
  digest: "b".repeat(64),
  files: [{ name: "slos.rules.yml", content: 'groups:\n  - name: "x"\n    rules:\n      - record: "1 2"\n' }],
});

describe("an SLO", () => {
  it("is in Prometheus after one round, and gone after the next once it is deleted", async () => {
    const { place, slo, agent, directory, gate } = await start();
    expect(await agent.round()).toMatchObject({ ok: true, message: null });
    expect(await runs(slo)).toBe(true);
    expect(rulesOf(directory)).toContain(slo);
    const digest = await digestOf(place);
    expect(await place.applied()).toMatchObject({
      digest,
      ok: true,
      running_digest: digest,
      version: versionOf("promtool"),
    });
    expect(await place.connector()).toMatchObject({ health_status: "healthy", consecutive_failures: 0 });

    await place.tenant.config("DELETE", `slos/${slo}`);
    expect((await agent.round()).ok).toBe(true);
    expect(await runs(slo)).toBe(false);
    expect(await place.applied()).toMatchObject({ running_digest: await digestOf(place) });
    expect(gate.passed.filter((line) => line.endsWith("/applied 200"))).toHaveLength(2);
  });

  it("is asked for with the digest, and nothing is said again until a minute has passed", async () => {
    const { place, agent, gate, later } = await start();
    const { connectorId } = place;
    await agent.round();
    gate.passed.length = 0;
    await agent.round();
    expect(gate.passed).toEqual([`GET /api/v1/render/${connectorId} 304`]);
    later(60);
    await agent.round();
    expect(gate.passed.slice(1)).toEqual([
      `GET /api/v1/render/${connectorId} 304`,
      `PUT /api/v1/render/${connectorId}/applied 200`,
      "PUT /api/v1/state 200",
    ]);
    // What the digest does not show is asked for now and then.
    later(600);
    gate.passed.length = 0;
    await agent.round();
    expect(gate.passed[0]).toBe(`GET /api/v1/render/${connectorId} 200`);
  });

  it("has its figures from Prometheus, and the data source its health", async () => {
    const { place, slo, agent, later } = await start();
    const { body } = await place.tenant.config("GET", `slos/${slo}`);
    // One in a hundred is bad, where two may be.
    await place.tenant.config("PUT", `slis/${body.sli_id}`, {
      body: { good_query: "vector(99)", total_query: "vector(100)" },
    });
    await place.tenant.config("PUT", `slos/${slo}`, { body: { target_percent: 98 } });
    const { body: sli } = await place.tenant.config("GET", `slis/${body.sli_id}`);
    await agent.round();
    const source = async () => (await place.tenant.config("GET", `data_sources/${sli.data_source_id}`)).body;
    expect(await source()).toMatchObject({ health_status: "healthy", last_error_kind: null });
    // The group is evaluated once a minute, and when that was is seen on the minute.
    const { time } = sloQueries(place.connectorId);
    await until(async () => (await samplesOf(prometheus.url, time)).includes(slo), 150_000);
    later(60);
    await agent.round();
    expect((await place.tenant.config("GET", `slos/${slo}`)).body).toMatchObject({
      status: "healthy",
      sli_percent: 99,
      error_budget_remaining_percent: 50,
      burn_rate: 0.5,
    });
  });
});

describe("a plan that asks", () => {
  it("is replayed on what Prometheus has of an SLI that is not there yet", async () => {
    const { place, agent } = await start();
    await agent.round();
    const source = await place.tenant.config("POST", "data_sources", {
      body: { name: "new", type: "prometheus", url: "https://prometheus.example.com" },
    });
    const sli = await place.tenant.config("POST", "slis", {
      body: {
        ...{ name: "new", service: "cart", kind: "ratio", data_source_id: source.body.id },
        ...{ good_query: "vector(99.5)", total_query: "vector(100)" },
      },
    });
    const slo = { name: "new", service: "cart", sli_id: sli.body.id, target_percent: 99, window_days: 1 };
    const edits = [{ op: "create", resource: "slos", fields: slo }];
    const body = { edits, replay_days: 1, replay_query: true };
    await agent.round();
    let isOver = false;
    const planned = place.tenant.api("POST", "plans", { body }).finally(() => {
      isOver = true;
    });
    const { signal } = new AbortController();
    while (!isOver) await agent.untilChanged(600, signal);
    expect((await planned).body.effects.replay).toMatchObject({
      slos: [{ name: "cart/new", budget_before: null, budget_after: 50, fired: [] }],
      cannot: [],
    });
  });
});

describe("rules that Prometheus runs and cannot evaluate", () => {
  it("are reported, with the SLO that they are of", async () => {
    const { place, slo, agent, later } = await start();
    const { body } = await place.tenant.config("GET", `slos/${slo}`);
    // It is well formed, and each evaluation finds more than one series on both sides.
    const two = '(label_replace(vector(1), "n", "1", "", "") or label_replace(vector(1), "n", "2", "", ""))';
    await place.tenant.config("PUT", `slis/${body.sli_id}`, {
      body: { good_query: "vector(1)", total_query: `${two} * on () ${two}` },
    });
    // Prometheus may have evaluated them before the round ends.
    expect(await agent.round()).toMatchObject({ ok: true });
    await until(async () => {
      const { data } = await getJson(`${prometheus.url}/api/v1/rules`);
      const all = data.groups.flatMap(({ rules }: { rules: object[] }) => rules);
      return all.some(
        (rule: { health: string; labels: Record<string, string> }) =>
          rule.labels.orgconfig_slo_id === slo && rule.health === "err",
      );
    }, 150_000);
    later(60);
    const said = /^rules of SLO checkout\/availability fail when they are evaluated \(.*match.*\)/;
    expect(await agent.round()).toMatchObject({
      ok: true,
      degraded: true,
      message: expect.stringMatching(said),
    });
    expect(await place.applied()).toMatchObject({ ok: true, message: expect.stringMatching(said) });
    expect(await place.connector()).toMatchObject({
      health_status: "degraded",
      last_error_message: expect.stringMatching(said),
      consecutive_failures: 0,
    });
  });
});

describe("the last good files stay, and the connector's health says why, when", () => {
  async function expectKept({ place, slo, directory }: Awaited<ReturnType<typeof start>>, said: string) {
    expect(rulesOf(directory)).toContain(slo);
    expect(await runs(slo)).toBe(true);
    expect((await getJson(`${prometheus.url}/api/v1/status/runtimeinfo`)).data.reloadConfigSuccess).toBe(
      true,
    );
    const found = await place.connector();
    expect(found).toMatchObject({
      health_status: "failing",
      last_error_message: expect.stringContaining(said),
    });
    expect(await place.applied()).toMatchObject({ ok: false, running_digest: await digestOf(place) });
    expect(readdirSync(directory).filter((name) => name.includes("-new-"))).toEqual([]);
  }

  it("the checker refuses", async () => {
    const at = await start();
    await at.agent.round();
    at.gate.change = broken;
    expect(await at.agent.round()).toMatchObject({ ok: false, message: expect.stringMatching(/promtool/) });
    await expectKept(at, "refuses the files: ");
    // It is not checked again and again; once it is another one, at once.
    const said = at.gate.passed.length;
    expect((await at.agent.round()).ok).toBe(false);
    expect(at.gate.passed.slice(said)).toEqual([`GET /api/v1/render/${at.place.connectorId} 200`]);
    at.gate.change = undefined;
    expect((await at.agent.round()).ok).toBe(true);
    expect((await at.place.connector()).health_status).toBe("healthy");
  });

  it("there is no checker, and Prometheus refuses the reload", async () => {
    const at = await start({ checker: undefined });
    await at.agent.round();
    at.gate.change = broken;
    expect((await at.agent.round()).ok).toBe(false);
    await expectKept(at, "the engine answered HTTP 500 to POST /-/reload");
  });

  it("the checker is not there, is no program, or fails for a reason of its own", async () => {
    const directory = freshFolder();
    const script = join(directory, "check.sh");
    writeFileSync(script, "#!/bin/sh\necho the disk is full >&2\nexit 3\n");
    const cases = [
      [join(directory, "none"), "was not found; name another with --checker"],
      [directory, "cannot be started (EACCES); name another with --checker"],
      [script, "refuses the files: the disk is full"],
    ] as const;
    chmodSync(script, 0o755);
    for (const [checker, said] of cases) {
      const { agent, place, directory: untouched } = await start({ checker });
      expect((await agent.round()).message).toBe(`${checker} ${said}`);
      expect(readdirSync(untouched)).toEqual([]);
      expect((await place.connector()).last_error_message).toContain(said);
    }
  });

  it("the directory cannot be written", async () => {
    const directory = join(freshFolder(), "file");
    writeFileSync(directory, "");
    const { agent, place } = await start({ directory });
    const { message } = await agent.round();
    expect(message).toMatch(/^\/.*\/file cannot be read or written \(ENOTDIR/);
    expect((await place.connector()).last_error_message).toContain("cannot be read or written");
  });

  it("a file breaks off, or is another than was announced", async () => {
    const { agent, gate, slo, place, directory, logs, later } = await start();
    await agent.round();
    await place.tenant.config("DELETE", `slos/${slo}`);
    const good = rulesOf(directory);
    gate.breaking = true;
    expect((await agent.round()).message).toMatch(/^nothing was fetched from the service/);
    gate.breaking = false;
    let asked = 0;
    gate.change = (render) => ({ ...render, files: [{ name: "slos.rules.yml", content: `# ${asked++}\n` }] });
    expect((await agent.round()).message).toContain("its files are not those that it announced");
    later(60);
    expect((await agent.round()).ok).toBe(false);
    expect(rulesOf(directory)).toBe(good);
    // The engine is not to blame.
    expect((await place.connector()).health_status).toBe("healthy");
    gate.change = undefined;
    expect((await agent.round()).ok).toBe(true);
    expect(logs).toContain("the service answers again");
    expect(await runs(slo)).toBe(false);
  });

  it("the service is away, at first or later", async () => {
    const { agent, gate, slo, place, directory, logs } = await start();
    gate.shut = true;
    expect((await agent.round()).message).toMatch(/^nothing was fetched from the service/);
    expect(readdirSync(directory)).toEqual([]);
    gate.shut = false;
    expect((await agent.round()).ok).toBe(true);
    gate.shut = true;
    await place.tenant.config("DELETE", `slos/${slo}`);
    await agent.round();
    await agent.round();
    expect(await runs(slo)).toBe(true);
    gate.shut = false;
    expect((await agent.round()).ok).toBe(true);
    expect(await runs(slo)).toBe(false);
    const about = logs.flatMap((line) => /^[^,]*service[^,]*/.exec(line) ?? []);
    // The same failure is said once; how a connection breaks may differ.
    expect(about.filter((line, index) => line !== about[index - 1])).toEqual([
      "nothing was fetched from the service",
      "the service answers again",
      "nothing was fetched from the service",
      "the service answers again",
    ]);
  });
});

describe("Prometheus", () => {
  it("is away at first and later", async () => {
    const port = await freePort();
    const directory = freshFolder();
    const begin = () => startPrometheus({ rules: [directory], port });
    const { agent, place, slo, later } = await start({ directory, engine: `http://127.0.0.1:${port}` });
    expect(await agent.round()).toMatchObject({
      ok: false,
      message: "the engine cannot be reached: the connection was refused",
    });
    // The checker found them good: Prometheus reads them when it starts.
    expect(rulesOf(directory)).toContain(slo);
    expect(await place.applied()).toMatchObject({ ok: false, running_digest: null });
    const { body } = await place.tenant.config("GET", "data_sources");
    expect(body.data).toMatchObject([{ health_status: "failing", last_error_kind: "network" }]);

    const first = await begin();
    expect((await agent.round()).ok).toBe(true);
    await first.stop();
    expect((await agent.round()).ok).toBe(false);
    expect((await place.connector()).health_status).toBe("failing");

    const second = await begin();
    later(60);
    expect((await agent.round()).ok).toBe(true);
    expect(await runs(slo, second)).toBe(true);
    expect((await place.connector()).health_status).toBe("healthy");
    const { body: after } = await place.tenant.config("GET", "data_sources");
    expect(after.data).toMatchObject([{ health_status: "healthy", consecutive_failures: 0 }]);
    await second.stop();
  });

  it("takes no reloads, and the way out is said", async () => {
    const directory = freshFolder();
    const locked = await startPrometheus({ rules: [directory], lifecycle: false });
    const { agent, place } = await start({ directory, engine: locked.url });
    const message = "Prometheus does not take reloads: start it with --web.enable-lifecycle";
    expect(await agent.round()).toEqual({ ok: false, message, lost: null });
    expect(await place.connector()).toMatchObject({ health_status: "failing", last_error_message: message });
    expect(existsSync(join(directory, "slos.rules.yml"))).toBe(false);
    await locked.stop();
  });

  it("does not read the directory, and the way out is said", async () => {
    const directory = freshFolder();
    const { agent } = await start({ directory });
    expect(await agent.round()).toMatchObject({
      ok: false,
      message: `Prometheus does not read slos.rules.yml: name ${directory}/*.rules.yml in its rule_files, and no other copy`,
      // It has none of the rules: whatever it says, it measures nothing.
      lost: "engine",
    });
    // Until it is looked at again, too.
    expect(await agent.round()).toMatchObject({ ok: false, lost: "engine" });
  });
});

describe("the directory", () => {
  it("is put right when somebody changes or removes a file, and that is said", async () => {
    const { agent, directory, slo, place } = await start();
    await agent.round();
    const good = rulesOf(directory);
    const file = join(directory, "slos.rules.yml");
    for (const meddle of [() => writeFileSync(file, "groups: []\n"), () => rmSync(file)]) {
      meddle();
      const { ok, message } = await agent.round();
      expect([ok, message]).toEqual([
        true,
        expect.stringContaining(`somebody changed or removed ${file}; it was restored on `),
      ]);
      expect(rulesOf(directory)).toBe(good);
    }
    expect(await runs(slo)).toBe(true);
    expect((await place.applied()).message).toContain("somebody changed or removed");
    expect((await place.connector()).health_status).toBe("healthy");
  });

  it("keeps other people's files as they are", async () => {
    const { agent, directory, place, slo } = await start();
    const theirs = join(directory, "theirs.rules.yml");
    writeFileSync(theirs, "groups: []\n");
    await agent.round();
    await place.tenant.config("DELETE", `slos/${slo}`);
    expect((await agent.round()).ok).toBe(true);
    expect(readFileSync(theirs, "utf8")).toBe("groups: []\n");
  });
});

it("of a connector that is disabled keeps what it runs, until it is enabled again", async () => {
  const { agent, place, slo, gate } = await start();
  await agent.round();
  const { connectorId, tenant } = place;
  await tenant.config("PUT", `connectors/${connectorId}`, { body: { enabled: false } });
  gate.passed.length = 0;
  expect(await agent.round()).toMatchObject({
    ok: false,
    message: "the connector is disabled; its engine keeps what it runs",
  });
  expect(gate.passed).toEqual([`GET /api/v1/render/${connectorId} 200`]);
  expect(await runs(slo)).toBe(true);
  await tenant.config("PUT", `connectors/${connectorId}`, { body: { enabled: true } });
  expect((await agent.round()).ok).toBe(true);
});

describe("two agents of one connector", () => {
  it("in one directory write the same files", async () => {
    const { agent, place, slo, directory, logs } = await start();
    const other = await makeAgent(place, { service, engine: prometheus.url, directory });
    const rounds = async () => (await Promise.all([agent.round(), other.agent.round()])).map(({ ok }) => ok);
    expect(await rounds()).toEqual([true, true]);
    // One is cut off from the service, and does not undo what the other one writes.
    other.gate.shut = true;
    await place.tenant.config("PUT", `slos/${slo}`, { body: { target_percent: 99 } });
    expect(await rounds()).toEqual([true, false]);
    expect(await rounds()).toEqual([true, false]);
    other.gate.shut = false;
    expect(await rounds()).toEqual([true, true]);
    expect(await rounds()).toEqual([true, true]);
    expect(logs.concat(other.logs).filter((line) => line.includes("somebody"))).toEqual([]);
    expect(await place.connector()).toMatchObject({ health_status: "healthy" });
    expect(readdirSync(directory).sort()).toEqual([
      `.orgconfig-${place.connectorId}.json`,
      "certificates.rules.yml",
      "checks.rules.yml",
      "slos.rules.yml",
    ]);
  });

  it("next to two engines bring both to run the same", async () => {
    const { agent, place, slo } = await start();
    const directory = freshFolder();
    const twin = await startPrometheus({ rules: [directory] });
    const other = await makeAgent(place, { service, engine: twin.url, directory });
    for (const one of [agent, other.agent]) expect((await one.round()).ok).toBe(true);
    expect([await runs(slo), await runs(slo, twin)]).toEqual([true, true]);
    await twin.stop();
  });
});
