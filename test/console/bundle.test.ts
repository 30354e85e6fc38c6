import { describe, expect, it } from "vitest";
import { bundleOf, placesIn } from "../../console/pages/plans/bundle.ts";

const sourcesOf = (texts: readonly string[]) =>
  texts.map((text, index) => ({ name: `${index + 1}.yaml`, text }));
const of = (...texts: readonly string[]) => bundleOf(sourcesOf(texts), false);

describe("several files", () => {
  it("are one bundle: lists go behind each other, whatever the language", () => {
    const { bundle, problems } = of(
      "teams:\n  - name: Payments\nslack_settings:\n  enabled: true\n",
      '{"teams": [{"name": "Search"}]}',
      "# Nothing yet\n---\nteams:\n  - name: Checkout\n",
    );
    expect(problems).toEqual([]);
    expect(bundle).toEqual({
      teams: [{ name: "Payments" }, { name: "Search" }, { name: "Checkout" }],
      slack_settings: { enabled: true },
    });
  });

  it("have x- keys for their readers, in a file and in a row", () => {
    const text =
      "x-team: &team {name: Payments}\nteams: [*team]\nslack_settings: {enabled: true, x-why: asked}\n";
    expect(of(text, '{"x-team": 1}')).toEqual({
      bundle: { teams: [{ name: "Payments" }], slack_settings: { enabled: true } },
      problems: [],
    });
  });

  it("say a setting once", () => {
    const setting = "slack_settings:\n  enabled: true\n";
    expect(of(setting, setting).problems).toEqual([
      { name: "2.yaml", message: "slack_settings is in 1.yaml already. Define it in one place." },
    ]);
  });
});

it("names no kind, and then prunes nothing unless a kind is written without rows", () => {
  const empty = ["# Nothing yet\n", "{}"];
  expect(of(...empty)).toEqual({ bundle: {}, problems: [] });
  expect(bundleOf(sourcesOf(empty), true).problems).toEqual(
    ["1.yaml", "2.yaml"].map((name) => ({ name, message: expect.stringContaining("It names no kind") })),
  );
  expect(bundleOf(sourcesOf([...empty, "teams: []"]), true).problems).toEqual([]);
});

describe("the place of a problem", () => {
  const find = (...texts: string[]) => placesIn(sourcesOf(texts));

  it("is the line of its field, or of its entry, in whichever source it stands", () => {
    const at = find(
      "teams:\n  - name: A\n  - name: B\n    members:\n      - email: x\n        role: y\n",
      '{\n  "teams": [\n    {"name": "C"}\n  ],\n  "organization_settings": {\n    "timezone": "Mars"\n  }\n}\n',
    );
    expect(at({ resource: "teams", index: 1, field: "members[0].role" })).toEqual({
      name: "1.yaml",
      line: 6,
    });
    expect(at({ resource: "teams", index: 1, field: "slack_channel" })).toEqual({ name: "1.yaml", line: 3 });
    expect(at({ resource: "teams", index: 2, field: "name" })).toEqual({ name: "2.yaml", line: 3 });
    expect(at({ resource: "organization_settings", field: "timezone" })).toEqual({ name: "2.yaml", line: 6 });
    expect(at({ resource: "teams", index: 9, field: "name" })).toBeUndefined();
    expect(at({ resource: "slos", index: null, field: "" })).toBeUndefined();
  });
});

describe("what cannot be read", () => {
  it.each([
    ["YAML", "teams:\n  - name: [Payments\n", 3, 1],
    ["JSON", '{\n  "teams": [{"name": "Payments"},}\n', 2, 34],
    ["a key twice", "teams: []\nteams: []\n", 2, 1],
    ["a tab", "teams:\n\t- name: Payments\n", 2, 1],
  ])("is named by line and column: %s", (_, text, line, column) => {
    const { bundle, problems } = of(text);
    expect(bundle).toEqual({});
    expect(problems[0]).toMatchObject({ name: "1.yaml", line, column });
  });

  it.each(["- name: Payments\n", '"teams"', "[1]"])("is no object of kinds: %j", (text) => {
    expect(of(text).problems).toMatchObject([
      { name: "1.yaml", message: expect.stringMatching(/^Must be an object of kinds/) },
    ]);
  });

  it("does not grow from a few lines", () => {
    const grown = ["a: &a [x, x, x, x, x, x, x, x, x]"];
    for (let index = 0; index < 8; index += 1) {
      const name = String.fromCharCode(97 + index);
      const next = String.fromCharCode(98 + index);
      grown.push(`${next}: &${next} [${Array(9).fill(`*${name}`).join(", ")}]`);
    }
    expect(of(grown.join("\n")).problems).toMatchObject([{ message: expect.stringMatching(/alias/i) }]);
  });
});
