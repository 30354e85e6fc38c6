// biome-ignore-all lint/suspicious/noTemplateCurlyInString: HCL's template signs are what is tested here.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainLabel } from "../../../src/surfaces/hcl/plain-label.ts";
import {
  type HclItem,
  type HclObject,
  HclReference,
  type HclValue,
  printAttributes,
  printBlock,
  printComment,
  quote,
  survivesHcl,
} from "../../../src/surfaces/hcl/syntax.ts";
import { fc } from "../../support/property.ts";

describe("printBlock", () => {
  it("lays out a resource as a person would", () => {
    const text = printBlock(
      "resource",
      ["orgconfig_slo", "checkout"],
      [
        { name: "name", value: "checkout" },
        { name: "team_id", value: new HclReference("orgconfig_team.platform.id") },
        { name: "objective", value: 99.95 },
        { comment: 'api_key_wo = "…" with api_key_wo_version: the stored secret is not exported' },
        { name: "tags", value: ["a", "b"] },
        { name: "severity_map", value: { high: "P1", "not so high": "P2", for: null } },
        { name: "rules", value: [{ on: true }, { on: false, spread: [] }] },
      ],
    );
    expect(text).toBe(
      [
        'resource "orgconfig_slo" "checkout" {',
        '  name      = "checkout"',
        "  team_id   = orgconfig_team.platform.id",
        "  objective = 99.95",
        '  # api_key_wo = "…" with api_key_wo_version: the stored secret is not exported',
        '  tags = ["a", "b"]',
        "  severity_map = {",
        '    high          = "P1"',
        '    "not so high" = "P2"',
        '    "for"         = null',
        "  }",
        "  rules = [",
        "    {",
        "      on = true",
        "    },",
        "    {",
        "      on     = false",
        "      spread = []",
        "    },",
        "  ]",
        "}",
        "",
      ].join("\n"),
    );
  });

  it("closes an empty block on its line", () => {
    expect(printBlock("terraform", [], [])).toBe("terraform {}\n");
  });
});

describe("printAttributes", () => {
  it("breaks a list that is longer than a line", () => {
    const long = "x".repeat(60);
    expect(printAttributes([{ name: "l", value: [long, long] }], "")).toBe(
      `l = [\n  "${long}",\n  "${long}",\n]\n`,
    );
  });

  it("gives a key of uncertain width a run of its own", () => {
    const items = ["a", "👩‍👩‍👧‍👧", "höher", "bc"].map((name): HclItem => ({ name, value: 1 }));
    expect(printAttributes(items, "")).toBe('a = 1\n\n"👩‍👩‍👧‍👧" = 1\n\n"höher" = 1\nbc      = 1\n');
  });

  it("prints numbers without an exponent", () => {
    const items = [2 ** 53, -(2 ** 53), 0.000001, -0, 123456789.654321].map(
      (value): HclItem => ({ name: "n", value }),
    );
    expect(printAttributes(items, "")).toBe(
      "n = 9007199254740992\nn = -9007199254740992\nn = 0.000001\nn = 0\nn = 123456789.654321\n",
    );
    expect(() => printAttributes([{ name: "n", value: Number.NaN }], "")).toThrow(RangeError);
  });
});

describe("HclReference", () => {
  it("takes nothing but an address", () => {
    for (const address of ["", "a", "a.", 'a."b"', "a.b\nc", "a.b[0]", "a.b.${c}"]) {
      expect(() => new HclReference(address)).toThrow(TypeError);
    }
  });
});

describe("quote", () => {
  it.each([
    ["plain", '"plain"'],
    ['a "b" \\ c', '"a \\"b\\" \\\\ c"'],
    ["a\nb\tc\rd", '"a\\nb\\tc\\rd"'],
    ["\u0001\u007f\u0085\ufeff\u202e", '"\\u0001\\u007f\\u0085\\ufeff\\u202e"'],
    ["${a} %{b} $${c} %%{d} $%{e} %${f}", '"$${a} %%{b} $$${c} %%%{d} $%%{e} %$${f}"'],
    ["$ % { } $$ %% $", '"$ % { } $$ %% $"'],
    ["שלום 🚀 \u2028 日本語", '"שלום 🚀 \u2028 日本語"'],
  ])("%j", (text, expected) => {
    expect(quote(text)).toBe(expected);
  });
});

describe("printComment", () => {
  it("stays on its line, whatever the text", () => {
    const text = fc.oneof(anyText(), fc.constantFrom("a\r\n}\nb = 1", "\u2028x\u2029", "\n"));
    const oneLine = /^ {2}#( \S[^\p{Cc}\u2028\u2029]*)?\n$/u;
    fc.assert(
      fc.property(text, (words) => {
        expect(printComment(words, "  ")).toMatch(oneLine);
      }),
    );
  });
});

describe.skipIf(process.env.ORGCONFIG_SKIP_TERRAFORM === "1")("the real terraform", () => {
  let directory = "";

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "orgconfig-hcl-"));
    writeFileSync(join(directory, "terraform.rc"), "");
    // Without a terraform this suite fails here, unless ORGCONFIG_SKIP_TERRAFORM=1 says it may be missing.
    terraform("version");
  });

  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it("takes every letter that a label may hold for part of an identifier", () => {
    const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
    const labels = [...new Set(characters.flatMap((character) => plainLabel([character]) ?? []))];
    expect(labels.length).toBeGreaterThan(40_000);
    const file = join(directory, "letters.tf");
    // A hundred on a line, since terraform takes long over many lines.
    const lines = labels.flatMap((_, at) => (at % 100 === 0 ? labels.slice(at, at + 100).join(".") : []));
    writeFileSync(file, lines.map((line, index) => `a${index} = ${line}\n\n`).join(""));
    terraform("fmt", "-check", file);
    rmSync(file);
  });

  it("leaves the layout of any tree alone", () => {
    const bodies = fc.sample(anyBody(), { numRuns: 600 });
    const blocks = bodies.map((items, index) => printBlock("resource", ["a", `b${index}`], items));
    writeMain(printComment("Any tree") + blocks.map((block) => `\n${block}`).join(""));
    expect(formatDifference()).toBe("");
  });

  it("reads back any text", () => {
    const texts = [...awkwardTexts, ...fc.sample(anyText(), { numRuns: 3000 })];
    const survivors = texts.filter(survivesHcl);
    expect(survivors.length).toBeGreaterThan(texts.length / 2);
    expect(readBack(texts)).toEqual(texts.map((text) => (survivesHcl(text) ? text : text.normalize("NFC"))));
    expect(formatDifference()).toBe("");
  });

  it("reads back every character", () => {
    const texts = everyCharacter();
    expect(readBack(texts)).toEqual(texts.map((text) => text.normalize("NFC")));
    expect(formatDifference()).toBe("");
  });

  it("reads back any value, with references resolved and keys of any text", () => {
    const values = fc.sample(anyValue(fc.string({ unit: "binary" }).filter(survivesHcl)), {
      numRuns: 800,
    });
    expect((readBack(values) as unknown[]).map(canonical)).toEqual(values.map(canonical));
    expect(formatDifference()).toBe("");
  });

  it("changes exactly the texts that do not survive", () => {
    const decomposed = ["e\u0301", "\u212b", "\u1100\u1161", "q\u0307\u0323", "\u0958"];
    const overlong = [31, 40, 90].map((count) => `q${"\u0323".repeat(count)}`);
    const kept = ["\u00e9", `q${"\u0323".repeat(30)}`, "\u00c5", "가각힣", "नमस्ते", "👩‍👩‍👧‍👧", "\u0000"];
    expect([...decomposed, ...overlong].filter(survivesHcl)).toEqual([]);
    expect(kept.filter((text) => !survivesHcl(text))).toEqual([]);
    const read = readBack([...decomposed, ...overlong, ...kept]) as string[];
    expect(read.slice(0, decomposed.length)).toEqual(decomposed.map((text) => text.normalize("NFC")));
    for (const [index, text] of overlong.entries()) expect(read[decomposed.length + index]).not.toBe(text);
    expect(read.slice(-kept.length)).toEqual(kept);
  });

  /** What Terraform makes of the values: written as one output, applied, and read from its JSON. */
  function readBack(values: HclValue[]): unknown {
    rmSync(join(directory, "terraform.tfstate"), { force: true });
    const known = printBlock("locals", [], [{ name: "known", value: resolved }]);
    const output = printBlock("output", ["all"], [{ name: "value", value: values }]);
    writeMain(`${known}\n${output}`);
    terraform("apply", "-auto-approve", "-input=false");
    return JSON.parse(terraform("output", "-json", "all"));
  }

  function writeMain(text: string): void {
    writeFileSync(join(directory, "main.tf"), text);
  }

  /** What fmt would change; a text it cannot parse fails with its message. */
  function formatDifference(): string {
    try {
      return terraform("fmt", "-check", "-diff");
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      return stdout + stderr;
    }
  }

  function terraform(...args: string[]): string {
    return execFileSync("terraform", args, {
      cwd: directory,
      encoding: "utf8",
      maxBuffer: 256 * 1024 * 1024,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env.PATH,
        HOME: directory,
        CHECKPOINT_DISABLE: "1",
        TF_IN_AUTOMATION: "1",
        TF_CLI_CONFIG_FILE: join(directory, "terraform.rc"),
      },
    });
  }
});

/** What `local.known` stands for where values are read back. */
const resolved = "what the reference means";

const awkwardTexts = [
  "",
  "$",
  "%",
  "$$",
  "${",
  "%{",
  "$${",
  "$$${a}",
  "%%%{ if x }",
  "\\${a}",
  '"',
  '\\"',
  "\\",
  "\\n",
  "\\u0041",
  "<<EOT\nx\nEOT\n",
  "a\r\nb\n",
  " \t trailing ",
  "#",
  "//",
  "/* */",
  "a = [",
  "\u2028\u2029\u0085\v\f",
  "\ufeff",
  "\u202eabc\u202c",
  "مرحبا שלום",
  "😀👩‍👩‍👧‍👧🇩🇪",
  "\ud834\udd1e\u{10ffff}",
];

function anyText(): fc.Arbitrary<string> {
  const pieces = fc.constantFrom(
    ..."$%{}\"\\\n\r\t~#'=[]un0 é",
    "\u0301",
    "\u2028",
    "\u0001",
    "🚀",
    "ש",
    "\ufeff",
  );
  return fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: pieces, maxLength: 12 }) },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 20 }) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
  );
}

function anyValue(text: fc.Arbitrary<string>): fc.Arbitrary<HclValue> {
  const survivor = text.filter(survivesHcl);
  const key = fc.oneof(
    survivor,
    fc.constantFrom("for", "in", "if", "null", "true", "false", "a-b", "__proto__", "1", "_", "a b"),
    fc.stringMatching(/^[a-z_]{1,12}$/),
    fc.string({ unit: fc.constantFrom(..."aéßЖя日本ーの가힣ſ"), maxLength: 6 }),
  );
  const millionths = fc.integer({ min: -1e12, max: 1e12 }).map((count) => count / 1e6);
  return fc.letrec<{ value: HclValue; list: HclValue[]; object: HclObject }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      survivor,
      millionths,
      fc.maxSafeInteger(),
      fc.boolean(),
      fc.constant(null),
      fc.constant(new HclReference("local.known")),
      tie("list"),
      tie("object"),
    ),
    list: fc.array(tie("value"), { maxLength: 6 }),
    object: fc
      .uniqueArray(fc.tuple(key, tie("value")), { maxLength: 6, selector: ([name]) => name })
      .map((entries): HclObject => Object.fromEntries(entries)),
  })).value;
}

function anyBody(): fc.Arbitrary<HclItem[]> {
  const name = fc.stringMatching(/^[a-z][a-z_]{0,14}$/);
  const item: fc.Arbitrary<HclItem> = fc.oneof(
    { weight: 5, arbitrary: fc.record({ name, value: anyValue(anyText()) }) },
    { weight: 1, arbitrary: fc.record({ comment: anyText() }) },
  );
  // fmt refuses a name that is given twice; comments never equal one another.
  const selector = (each: HclItem) => ("name" in each ? each.name : Symbol("comment"));
  return fc.uniqueArray(item, { maxLength: 12, selector });
}

/** Every assigned plane's characters, 64 to a text, each after a digit so that none composes with another. */
function everyCharacter(): string[] {
  const points = [
    [0, 0xd7ff],
    [0xe000, 0x3ffff],
    [0xe0000, 0xe0fff],
    [0x10ff00, 0x10ffff],
  ].flatMap(([first = 0, last = 0]) =>
    Array.from({ length: last - first + 1 }, (_, offset) => first + offset),
  );
  const characters = points.map((point) => `0${String.fromCodePoint(point)}`);
  return Array.from({ length: Math.ceil(characters.length / 64) }, (_, index) =>
    characters.slice(index * 64, index * 64 + 64).join(""),
  );
}

/** One text for equal values: keys in order, references resolved, `__proto__` a key like any other. */
function canonical(value: unknown): string {
  if (value instanceof HclReference) return JSON.stringify(resolved);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, child]) => `${JSON.stringify(key)}:${canonical(child)}`);
  return `{${entries.sort().join(",")}}`;
}
