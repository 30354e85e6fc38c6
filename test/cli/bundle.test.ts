/** Files as a bundle: what is wrong with them, each with its place, and the way back from a path to a line. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { type Bundle, readBundle } from "../../src/cli/bundle/bundle.ts";
import { BundleFaults } from "../../src/cli/bundle/fault.ts";
import { kinds } from "../../src/cli/plans/request.ts";
import { faultLine } from "../../src/kernel/fault.ts";

const home = mkdtempSync(join(tmpdir(), "orgconfig-bundle-"));
let count = 0;

/** A new directory with these files. */
function folder(files: Readonly<Record<string, string | Buffer>>): string {
  count += 1;
  const path = join(home, String(count));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return path;
}

function read(files: Readonly<Record<string, string | Buffer>>, env: NodeJS.ProcessEnv = {}): Bundle {
  return readBundle([folder(files)], kinds, env);
}

/** Every fault as it is shown, with the way to the folder left out. */
function faults(files: Readonly<Record<string, string | Buffer>>, env: NodeJS.ProcessEnv = {}): string[] {
  const path = folder(files);
  try {
    readBundle([path], kinds, env);
    return [];
  } catch (error) {
    if (!(error instanceof BundleFaults)) throw error;
    return error.faults.map((fault) => faultLine(fault).replaceAll(`${path}/`, ""));
  }
}

it("takes every file of a directory and below, sorted, without hidden ones, each once", () => {
  const path = folder({
    "b.yaml": "teams:\n  - name: B\n",
    "a/z.yml": "teams: [{name: Z}]\n---\nslack_settings: {}\n",
    "a/y.JSON": '{"teams": [{"name": "Y"}]}',
    ".hidden/x.yaml": "teams: [{name: X}]",
    ".x.yaml": "teams: [{name: X}]",
    "notes.txt": "teams: [",
    "empty.yaml": "# nothing yet\n",
  });
  symlinkSync(join(path, "b.yaml"), join(path, "link.yaml"));
  symlinkSync(path, join(path, "circle"));
  const { body, size } = readBundle([path, join(path, "b.yaml")], kinds, {});
  expect(body).toEqual({ teams: [{ name: "Y" }, { name: "Z" }, { name: "B" }], slack_settings: {} });
  expect(size).toBe(4);
});

it("names a link to nothing that is given itself, and a pipe in a folder, which nobody may write to", () => {
  const path = folder({ "a.yaml": "teams: []" });
  const link = join(path, "link");
  symlinkSync("gone.yaml", link);
  const faultsOf = (named: string) => {
    try {
      return readBundle([named], kinds, {}) && [];
    } catch (error) {
      return (error as BundleFaults).faults;
    }
  };
  const message = "is a link to nothing; remove it, or make what it leads to";
  expect(faultsOf(link)).toEqual([{ at: undefined, file: link, message }]);
  rmSync(link);
  const pipe = join(path, "p.yaml");
  execFileSync("mkfifo", [pipe, join(path, "passed-over")]);
  expect(faultsOf(path)).toEqual([{ at: undefined, file: pipe, message: expect.stringContaining("a pipe") }]);
  const nothing = join(path, "nothing");
  expect(faultsOf(nothing)).toMatchObject([{ file: nothing, message: "there is no such file or directory" }]);
});

it("follows links to folders, also into a circle, and names one that leads nowhere", () => {
  const shared = folder({ "teams.yaml": "teams: [{name: Shared}]" });
  const path = folder({ "a.yaml": "teams: [{name: Own}]", "below/b.yaml": "teams: [{name: Below}]" });
  symlinkSync(shared, join(path, "shared"));
  symlinkSync(path, join(path, "below", "circle"));
  symlinkSync(join(path, "below"), join(path, "twice"));
  const { body } = readBundle([path], kinds, {});
  expect(body).toEqual({ teams: [{ name: "Own" }, { name: "Below" }, { name: "Shared" }] });

  symlinkSync(join(path, "gone"), join(path, "dangling"));
  expect(() => readBundle([path], kinds, {})).toThrow(
    expect.objectContaining({
      faults: [
        {
          at: undefined,
          file: join(path, "dangling"),
          message: "is a link to nothing; remove it, or make what it leads to",
        },
      ],
    }),
  );
});

it("leaves x- keys to the files' readers, of a file and of a row", () => {
  const text = `
x-defaults: &defaults
  error_budget_threshold: 25
deploy_policies:
  - <<: *defaults
    service: shop
    x-owner: Ada
`;
  expect(read({ "a.yaml": text }).body).toEqual({
    deploy_policies: [{ service: "shop", error_budget_threshold: 25 }],
  });
  expect(faults({ "a.yaml": "x-teams: 1\nxteams: 1\n" })).toEqual([
    expect.stringMatching(/^a\.yaml:2:1: xteams is not a kind/),
  ]);
});

it("takes aliases and merges", () => {
  const text = `
slos:
  - &base
    service: checkout
    name: latency
    target: &target 99.9
  - <<: *base
    name: errors
    target: *target
  - <<: [{name: fast}, *base]
`;
  expect(read({ "slos.yaml": text }).body.slos).toEqual([
    { service: "checkout", name: "latency", target: 99.9 },
    { service: "checkout", name: "errors", target: 99.9 },
    { service: "checkout", name: "fast", target: 99.9 },
  ]);
});

it("says everything that is wrong, each with its place", () => {
  expect(
    faults({
      "a.yaml": "teams:\n\t- name: A\n",
      "b.yaml": "teams:\n  - name: B\n    name: C\nslack_settings: [1]\n",
      "c.json": '{\n\t"teams": {"name": "C"},\n\t"slos": [\n\t\t7\n\t]\n}',
      "d.yaml": "- teams\n",
      "e.yaml": "teams: !vault [a]\n",
      "f.yaml": "teams: [{name: *there}]\nslos: &own [*own]\nalert_routes: .inf\n? [a]\n: b\n",
      "g.yaml": "teams:\n",
      "h.json": '{"teams": [}',
      "i.yaml": "slos:\n  - name: fast\nservice: checkout\n",
    }),
  ).toEqual([
    "a.yaml:2:1: Tabs are not allowed as indentation",
    "b.yaml:3:5: name is here twice; the first is in line 2",
    "b.yaml:4:1: slack_settings is one object, not a list",
    "c.json:2:2: teams is a list of rows, not an object",
    "c.json:4:3: a row of slos is an object, not a single value",
    "d.yaml:1:1: a file holds an object by kind, such as {teams: [...]}",
    "e.yaml:1:8: Unresolved tag: !vault",
    "f.yaml:1:16: there is no &there before this alias",
    "f.yaml:2:13: *own stands for itself",
    "f.yaml:3:15: is no number that JSON has",
    "f.yaml:4:3: a name must be text",
    "g.yaml:1:1: teams has nothing under it; write [] for no rows, or leave it out",
    expect.stringMatching(/^h\.json:1:12: /),
    "i.yaml:3:1: service is not a kind of resource; a field of a row is indented below its row",
  ]);
});

it("names both places of a setting or a row that is there twice", () => {
  expect(
    faults({
      "a.yaml": "slack_settings: {}\nteams:\n  - name: A\n",
      "b.yaml": "slack_settings: {}\nteams: [{name: B}, {name: A}]\n",
      "c.yaml":
        "team_members:\n  - {team_id: {name: A}, email: a@b.example}\n  - email: A@B.example\n    team_id: {name: A}\n",
    }).map((line) => line.replace(/at \S*\/(\w+\.yaml)/, "at $1")),
  ).toEqual([
    "b.yaml:1:1: slack_settings is here twice; the first is at a.yaml:1:17",
    'b.yaml:2:20: teams "A" is here twice; the first is at a.yaml:3:5',
    "c.yaml:3:5: team_members A/A@B.example is here twice; the first is at c.yaml:2:5",
  ]);
});

it("refuses directories without files, and files that are not there", () => {
  expect(faults({ "notes.txt": "" })).toEqual([expect.stringMatching(/holds no .yaml, .yml or .json file$/)]);
  expect(faults({ "a.yaml": Buffer.from([0xff]) })).toEqual([
    expect.stringMatching(/a\.yaml: is not UTF-8$/),
  ]);
  expect(() => readBundle([join(home, "nowhere")], kinds, {})).toThrow(BundleFaults);
});

it("does not follow aliases of aliases out of memory, nor what is nested without end", () => {
  const names = Array.from({ length: 9 }, (_, index) => `a${index}`);
  const bomb = names.map((name, index) => {
    const inner = index === 0 ? "x" : `*a${index - 1}`;
    return `${name}: &${name} [${Array(10).fill(inner).join(", ")}]`;
  });
  expect(faults({ "bomb.yaml": bomb.join("\n") })).toContainEqual(
    expect.stringContaining("stands for too many values"),
  );
  expect(faults({ "deep.json": `{"teams": [{"name": ${"[".repeat(80)}${"]".repeat(80)}}]}` })).toEqual([
    expect.stringMatching(/^deep\.json:1:\d+: is nested more than 64 deep$/),
  ]);
});

it("reads secrets from the environment: whole ones, and anywhere within those that are objects", () => {
  const files = {
    "a.yaml": `
outbound_configs:
  - {name: pager, kind: pagerduty, secret: {env: PD_KEY}}
connectors:
  - name: k8s
    config: {server: "https://k8s.example", users: [{token: {env: K8S}}]}
    metadata: {env: prod}
unheard_of:
  - {token: {env: PD_KEY}}
`,
  };
  const { body } = read(files, { PD_KEY: "routing-key", K8S: "k8s-token" });
  expect(body).toEqual({
    outbound_configs: [{ name: "pager", kind: "pagerduty", secret: "routing-key" }],
    connectors: [
      {
        name: "k8s",
        config: { server: "https://k8s.example", users: [{ token: "k8s-token" }] },
        metadata: { env: "prod" },
      },
    ],
    unheard_of: [{ token: { env: "PD_KEY" } }],
  });
  expect(faults(files, { PD_KEY: "" })).toEqual([
    "a.yaml:3:44: the environment variable PD_KEY is empty; a secret is read from it",
    "a.yaml:6:61: the environment variable K8S is not set; a secret is read from it",
  ]);
});

it("finds the place of every path, in YAML and JSON, and of a row by its key", () => {
  const path = folder({
    "a.yaml": `
team_members:
  - email: A@b.example
    team_id: {name: A}
alert_routes:
  - name: one
  - name: two
    labels: {a.b: x, "a": {b: y}}
    destinations:
      - channel: mail
      -
        team_id:
          name: A
overseer_settings:
  enabled: true
`,
    "b.json": '{\n\t"alert_routes": [\n\t\t{"name": "three",\n\t\t "matchers": ["a", "b"]}\n\t]\n}',
  });
  const bundle = readBundle([path], kinds, {});
  const at = (resource: string, index: number | null, field: string, key = {}) => {
    const position = bundle.locate({ resource, index, field, key });
    return position && `${position.file.slice(path.length + 1)}:${position.line}:${position.column}`;
  };
  expect(at("alert_routes", 1, "destinations[1].team_id.name")).toBe("a.yaml:13:11");
  expect(at("alert_routes", 1, "destinations[0]")).toBe("a.yaml:10:9");
  expect(at("alert_routes", 1, "labels.a.b")).toBe("a.yaml:8:14");
  expect(at("alert_routes", 1, "missing.field")).toBe("a.yaml:7:5");
  expect(at("alert_routes", 1, "destinations[7].team_id")).toBe("a.yaml:9:5");
  expect(at("alert_routes", 0, "")).toBe("a.yaml:6:5");
  expect(at("alert_routes", 2, "matchers[1]")).toBe("b.json:4:22");
  expect(at("overseer_settings", null, "enabled")).toBe("a.yaml:15:3");
  expect(at("team_members", null, "email", { team_id: { name: "A" }, email: "a@B.example" })).toBe(
    "a.yaml:3:5",
  );
  expect(at("alert_routes", null, "name", { name: "gone" })).toBeUndefined();
  expect(at("slos", 0, "")).toBeUndefined();
  expect(bundle.locate({ resource: "alert_routes", key: null, index: null, field: "" })?.line).toBe(5);
});
