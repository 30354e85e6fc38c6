/**
 * The wire layer against the real terraform. Without a terraform on the path these tests fail, unless
 * ORGCONFIG_SKIP_TERRAFORM=1 says that it is known to be missing.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { finished } from "../terraform.ts";
import { buildFixture, type Fixture } from "./build-fixture.ts";
import type { Settable } from "./fixture/backend.ts";
import { Workspace } from "./workspace.ts";

const skipped = process.env.ORGCONFIG_SKIP_TERRAFORM === "1";
if (skipped) console.log("terraform tests of the wire layer: skipped (ORGCONFIG_SKIP_TERRAFORM=1)");

const A = "orgconfig_widget.a";
const SECRET = "hush-hush-hush";

const everything = `resource "orgconfig_widget" "a" {
  name    = "first"
  ratio   = 12.25
  enabled = false
  tags    = ["x", "y"]
  labels  = { "team" = "blue", "__proto__" = "kept", "a=b" = "c" }
  steps   = [{ name = "one", wait = 0.1 }, { name = "two" }]
}
`;

const bare: Settable = {
  name: "first",
  note: "none",
  ratio: null,
  enabled: null,
  tags: null,
  labels: null,
  steps: null,
  zone: null,
  secret: null,
};

let fixture: Fixture;
const workspaces: Workspace[] = [];

/** A workspace with a configuration, initialized. */
async function workspace(text: string, environment: Record<string, string> = {}): Promise<Workspace> {
  const created = new Workspace(fixture, environment);
  workspaces.push(created);
  await created.configure(text);
  return created;
}

function widget(body: string, name = "a"): string {
  return `resource "orgconfig_widget" "${name}" {\n  name = "first"\n${body}\n}\n`;
}

describe.skipIf(skipped)("the real terraform", { timeout: 600_000 }, () => {
  beforeAll(() => {
    fixture = buildFixture();
  });
  afterEach(() => {
    for (const used of workspaces.splice(0)) {
      expect(used.leftovers()).toEqual([]);
      used.remove();
    }
  });
  afterAll(() => rmSync(fixture.directory, { recursive: true, force: true }));

  test("creates, is settled, updates in place, is settled, destroys", async () => {
    const space = await workspace(everything);
    const { actions, after, after_unknown } = (await space.plan())[A] ?? {};
    expect(actions).toEqual(["create"]);
    expect(after).toMatchObject({ note: "none", enabled: false, ratio: 12.25, zone: null });
    expect(after_unknown).toMatchObject({ id: true, revision: true });
    await space.apply();
    expect(space.backend.list()).toMatchObject([
      {
        id: "w1",
        revision: 1,
        ratio: 12.25,
        enabled: false,
        tags: ["x", "y"],
        steps: [
          { name: "one", wait: 0.1 },
          { name: "two", wait: null },
        ],
      },
    ]);
    expect(Object.entries(space.backend.list()[0]?.labels ?? {}).sort()).toEqual([
      ["__proto__", "kept"],
      ["a=b", "c"],
      ["team", "blue"],
    ]);
    expect(await space.pending()).toBe("");

    await space.configure(everything.replace("12.25", "0.1").replace('["x", "y"]', "[]").replace("two", "2"));
    expect((await space.plan())[A]?.actions).toEqual(["update"]);
    await space.apply();
    expect(space.backend.list()).toMatchObject([{ id: "w1", revision: 2, ratio: 0.1, tags: [] }]);
    expect(await space.pending()).toBe("");

    const output = await space.succeed("destroy", "-auto-approve");
    expect(output).toContain("Widgets do not come back");
    expect(space.backend.list()).toEqual([]);
    expect(space.state()).toEqual({});
  });

  test("a default comes back when its argument is taken out", async () => {
    const space = await workspace(widget('  note = "mine"'));
    await space.apply();
    await space.configure(widget(""));
    await space.apply();
    expect(space.backend.list()).toMatchObject([{ note: "none", revision: 2 }]);
  });

  test("drift is seen and undone, a row that is gone is made again", async () => {
    const space = await workspace(everything);
    await space.apply();
    space.backend.update("w1", { tags: ["z"], labels: null });
    expect((await space.plan())[A]?.actions).toEqual(["update"]);
    await space.apply();
    expect(space.backend.list()).toMatchObject([{ tags: ["x", "y"], labels: { team: "blue" }, revision: 3 }]);
    space.backend.delete("w1");
    expect((await space.plan())[A]?.actions).toEqual(["create"]);
    await space.apply();
    expect(space.backend.list()).toHaveLength(1);
    expect(await space.pending()).toBe("");
  });

  test("a change that needs a new row replaces it, and the delete has the private bytes", async () => {
    const space = await workspace(widget('  zone = "north"'));
    await space.apply();
    // Another revision than a fresh row has, so that the delete would be refused with the create's bytes.
    await space.configure(widget('  zone = "north"\n  enabled = true'));
    await space.apply();
    await space.configure(widget('  zone = "south"\n  enabled = true'));
    expect((await space.plan())[A]?.actions).toEqual(["delete", "create"]);
    await space.apply();
    expect(space.backend.list()).toMatchObject([{ zone: "south", revision: 1 }]);
    expect(await space.pending()).toBe("");
  });

  test("a plan that went stale is refused by the private bytes kept since the read", async () => {
    const space = await workspace(widget(""));
    await space.apply();
    await space.configure(widget("  enabled = true"));
    await space.plan();
    space.backend.update("w1", { note: "meanwhile" });
    const { code, output } = await space.run("apply", "plan");
    expect(code).toBe(1);
    expect(output).toContain("Widget changed outside of Terraform");
    expect(output).toContain('"1" "2"');
    expect(space.backend.list()).toMatchObject([{ note: "meanwhile", enabled: null }]);
  });

  test("an import block changes nothing, of a row that is not there it is an error", async () => {
    const text = `import {\n  to = ${A}\n  id = "w1"\n}\n${everything}`;
    const space = await workspace(text);
    const missing = await space.run("plan");
    expect(missing.code).toBe(1);
    expect(missing.output).toContain('There is no orgconfig_widget "w1" to import');

    space.backend.create({
      ...bare,
      ratio: 12.25,
      enabled: false,
      tags: ["x", "y"],
      labels: JSON.parse('{"team":"blue","__proto__":"kept","a=b":"c"}'),
      steps: [
        { name: "one", wait: 0.1 },
        { name: "two", wait: null },
      ],
      secret: SECRET,
    });
    const output = await space.succeed("plan");
    expect(output).toContain("1 to import, 0 to add, 0 to change, 0 to destroy");
    await space.apply();
    expect(await space.pending()).toBe("");
    expect(space.backend.list()).toMatchObject([{ revision: 1, secret: SECRET }]);
  });

  test("terraform writes the configuration of an imported row itself", async () => {
    const space = await workspace(`import {\n  to = ${A}\n  id = "w1"\n}\n`);
    space.backend.create({ ...bare, ratio: 0.7, tags: [], steps: [{ name: "s", wait: null }] });
    const output = await space.succeed("plan", "-generate-config-out=generated.tf");
    expect(output).toContain("1 to import, 0 to add, 0 to change, 0 to destroy");
    expect(readFileSync(join(space.directory, "generated.tf"), "utf8")).toContain("ratio");
  });

  test("what is unknown in one resource becomes known in another", async () => {
    const second = `resource "orgconfig_widget" "b" {
      name   = "of \${${A}.id}"
      ratio  = ${A}.revision / 4
      tags   = [${A}.id]
      labels = { id = ${A}.id }
      steps  = [for id in [${A}.id] : { name = id, wait = ${A}.revision }]
    }
    data "orgconfig_widget" "a" {
      name       = "first"
      depends_on = [${A}]
    }
    output "found" {
      value = data.orgconfig_widget.a.id
    }`;
    const space = await workspace(everything + second);
    const { after_unknown } = (await space.plan())["orgconfig_widget.b"] ?? {};
    expect(after_unknown).toMatchObject({ name: true, ratio: true, tags: [true] });
    await space.apply();
    expect(space.backend.find("w2")).toMatchObject({
      name: "of w1",
      ratio: 0.25,
      tags: ["w1"],
      labels: { id: "w1" },
      steps: [{ name: "w1", wait: 1 }],
    });
    expect(await space.pending()).toBe("");
    expect(await space.succeed("output", "found")).toContain("w1");
  });

  test("numbers stay exact: decimals, thirds, sums of decimals, wide integers", async () => {
    const values = [
      "0.1",
      "1/3",
      "0.1 + 0.2",
      "1e-7",
      "-12345.678",
      "9007199254740993",
      "1208925819614629174706176",
      "3 * (1/3)",
    ];
    const steps = values.map((value, index) => `{ name = "${index}", wait = ${value} }`).join(", ");
    const space = await workspace(widget(`  ratio = 1/3\n  steps = [${steps}]`));
    await space.apply();
    const waits = space.backend.list()[0]?.steps?.map(({ wait }) => wait);
    expect(waits).toEqual([0.1, 1 / 3, 0.3, 1e-7, -12345.678, 2 ** 53, 2 ** 80, 1]);
    expect(await space.pending()).toBe("");
    await space.configure(widget(`  ratio = 2/3\n  steps = [${steps}]`));
    await space.apply();
    expect(await space.pending()).toBe("");
  });

  test("a write-only secret reaches the service and is in neither state, plan nor log", async () => {
    // From a file, because a plan also holds the configuration's own text.
    const secret = (version: number) =>
      widget(`  secret_wo = file("secret${version}")\n  secret_wo_version = ${version}`);
    const space = await workspace(secret(1), { TF_LOG_PROVIDER: "TRACE", TF_LOG_PATH: "trace.log" });
    for (const version of [1, 2]) {
      writeFileSync(join(space.directory, `secret${version}`), `${SECRET}${version}`);
    }
    await space.plan();
    const shown = await space.succeed("show", "-json", "plan");
    await space.succeed("apply", "plan");
    expect(space.backend.list()).toMatchObject([{ secret: `${SECRET}1` }]);
    const kept = [...space.stateText().matchAll(/"private": "(.*)"/g)];
    const decoded = kept.map(([, bytes = ""]) => Buffer.from(bytes, "base64").toString());
    expect(decoded).toEqual(['"1"']);
    const trace = readFileSync(join(space.directory, "trace.log"), "utf8");
    expect(trace).toContain("plugin");
    expect(shown + space.stateText() + decoded + trace).not.toContain(SECRET);
    expect(await space.pending()).toBe("");

    // A new secret under the old version is not sent: nothing shows that it changed.
    writeFileSync(join(space.directory, "secret1"), "other");
    expect(await space.pending()).toBe("");
    await space.configure(secret(2));
    expect((await space.plan())[A]?.actions).toEqual(["update"]);
    await space.apply();
    expect(space.backend.list()).toMatchObject([{ secret: `${SECRET}2` }]);
  });

  test("Ctrl-C during an apply finishes the row under way, records it, and starts no other", async () => {
    const second = `resource "orgconfig_widget" "b" {\n  name = ${A}.id\n}\n`;
    const space = await workspace(widget('  zone = "slow"') + second);
    const applying = space.start(["apply", "-auto-approve"], {}, true);
    const ended = finished(applying);
    await expect.poll(() => space.backend.calls(), { timeout: 60_000 }).toContain("create first began");
    process.kill(-(applying.pid as number), "SIGINT");
    const { output } = await ended;
    expect(output).toContain("Interrupt received");
    expect(space.backend.calls()).toContain("create first ended");
    expect(space.backend.list()).toHaveLength(1);
    expect(Object.keys(space.state())).toEqual([A]);
    expect((await space.plan())[A]?.actions).toEqual(["no-op"]);
  });

  test("a problem is shown at its line", async () => {
    const space = await workspace(`resource "orgconfig_widget" "a" {
  note = "warn"
  name = ""
  labels = {
    good = "fine"
    bad = "worse"
  }
  steps = [
    { name = "fine" },
    { name = "bad" },
  ]
}
`);
    const found = await space.validate();
    const lines = found.map(({ severity, summary, range }) => `${range?.start.line} ${severity} ${summary}`);
    expect(lines.sort()).toEqual([
      "10 error Bad step",
      "2 warning Odd note",
      "3 error Name is empty",
      "6 error Bad label",
    ]);
  });

  test("the provider's own configuration is refused at its argument", async () => {
    const space = await workspace(widget(""));
    const { code, output } = await space.run("plan", "-var=token=wrong");
    expect(code).toBe(1);
    expect(output).toMatch(
      /Token refused[\s\S]*on provider.tf line \d+, in provider "orgconfig":\s+\d+:\s+token/,
    );
  });

  test("a half created row is kept and replaced, a bug leaves no state", async () => {
    const space = await workspace(widget('  zone = "half"'));
    const half = await space.run("apply", "-auto-approve");
    expect(half.code).toBe(1);
    expect(half.output).toContain("Created, but only half");
    expect((await space.plan())[A]?.actions).toEqual(["delete", "create"]);

    const other = await workspace(widget('  zone = "bug"'));
    const bug = await other.run("apply", "-auto-approve");
    expect(bug.code).toBe(1);
    expect(bug.output).toContain("The provider failed unexpectedly");
    expect(bug.output).toContain("a bug in create");
    expect(other.state()).toEqual({});
  });

  test("a crash is shown with its stack", async () => {
    const space = await workspace(widget('  zone = "crash"'));
    const { code, output } = await space.run("apply", "-auto-approve");
    expect(code).toBe(1);
    expect(output).toContain("panic: Error: the fixture crashed on purpose");
    expect(output).toMatch(/Stack trace from the \S*terraform-provider-orgconfig\S* plugin/);
  });

  test("a state of an older schema is upgraded, a renamed resource stays where it is", async () => {
    const space = await workspace(everything);
    await space.apply();
    space.rewriteState((text) =>
      text
        .replace('"schema_version": 1', '"schema_version": 0')
        .replace('"name": "first"', '"title": "first"'),
    );
    expect(await space.pending()).toBe("");

    const moved = `moved {\n  from = ${A}\n  to   = orgconfig_widget.b\n}\n`;
    await space.configure(moved + everything.replace('"a" {', '"b" {'));
    const output = await space.apply();
    expect(output).toContain("0 added, 0 changed, 0 destroyed");
    expect(Object.keys(space.state())).toEqual(["orgconfig_widget.b"]);
  });

  test("a provider in debug mode serves every terraform that attaches to it, each block as its own", async () => {
    const address = "registry.terraform.io/orgconfig/orgconfig";
    const provider = spawn(process.execPath, [fixture.bundle, address]);
    try {
      const [data] = await once(provider.stdout, "data");
      const attach = { TF_REATTACH_PROVIDERS: String(data).match(/'(.*)'/)?.[1] ?? "" };
      const [space, other] = [await workspace(widget(""), attach), await workspace(widget(""), attach)];
      const directory = JSON.stringify(join(other.directory, "backend"));
      const second = `provider "orgconfig" {\n  alias = "second"\n  directory = ${directory}\n}\n`;
      await space.configure(`${second}${widget("")}${widget("  provider = orgconfig.second", "b")}`);
      await space.apply();
      expect(await space.pending()).toBe("");
      expect(space.backend.list()).toHaveLength(1);
      expect(other.backend.list()).toHaveLength(1);
      await other.apply();
      expect(other.backend.list()).toHaveLength(2);
      expect(provider.exitCode).toBeNull();
    } finally {
      provider.kill("SIGTERM");
    }
  });
});
