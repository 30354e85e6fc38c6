import { describe, expect, it } from "vitest";
import { makeLabel } from "../../../src/surfaces/hcl/labels.ts";
import { fc, runs } from "../../support/property.ts";

const id = "mon_01h455vb4pex5vsknk084sn02q";

describe("makeLabel", () => {
  it.each([
    [["platform"], "platform"],
    [["on_call_2"], "on_call_2"],
    [["jira", "main"], "jira__main"],
    [["3scale"], "_3scale"],
    [[], id],
  ])("%j loses nothing", (key, expected) => {
    expect(makeLabel(key, id)).toBe(expected);
  });

  it.each([
    [["Platform"], /^platform_[0-9a-f]{6}$/],
    [["plat form"], /^plat_form_[0-9a-f]{6}$/],
    [["plat-form"], /^plat_form_[0-9a-f]{6}$/],
    [["_platform"], /^platform_[0-9a-f]{6}$/],
    [["plat__form"], /^plat_form_[0-9a-f]{6}$/],
    [["Équipe Café"], /^equipe_cafe_[0-9a-f]{6}$/],
    [["ops@example.com", "CPU > 90%"], /^ops_example_com__cpu_90_[0-9a-f]{6}$/],
    [["", "a"], /^a_[0-9a-f]{6}$/],
    [["!?"], /^_[0-9a-f]{6}$/],
    [["99.9"], /^_99_9_[0-9a-f]{6}$/],
    [["日本語 api"], /^(_\d|[a-f])[0-9a-f]{5}_api_[0-9a-f]{6}$/],
  ])("%j loses something, and its hash follows", (key, expected) => {
    expect(makeLabel(key, id)).toMatch(expected);
  });

  it("does not take a plain key for another's hash", () => {
    const hashed = makeLabel(["Platform"], id);
    expect(makeLabel([hashed], id)).not.toBe(hashed);
    expect(makeLabel(["123456"], id)).toMatch(/^_123456_[0-9a-f]{6}$/);
  });

  it("is the same every time", () => {
    expect(makeLabel(["Plat-Form", "ü"], id)).toBe(makeLabel(["Plat-Form", "ü"], "another id"));
    expect(makeLabel(["Platform"], id)).toBe("platform_3b068b");
  });

  it("is an identifier for any key", () => {
    const key = fc.array(fc.string({ unit: "binary" }), { maxLength: 3 });
    fc.assert(
      fc.property(key, (parts) => {
        expect(makeLabel(parts, id)).toMatch(/^[a-z_][a-z0-9_]*$/);
      }),
    );
  });

  it("differs for every two short keys of letters, case, separators, digits and accents", () => {
    const alphabet = [..."aA_- 1é"];
    const texts = upTo(5, alphabet);
    const pairs = upTo(2, alphabet).flatMap((first) => upTo(2, alphabet).map((second) => [first, second]));
    expectDistinct([...texts.map((text) => [text]), ...pairs]);
  });

  it("differs for every two names that ASCII cannot spell", () => {
    expectDistinct(upTo(4, [..."日本語東京都の"]).map((text) => [text]));
  });

  it("differs for keys made out of other keys' labels", () => {
    const seedKeys = upTo(3, [..."aA_1"]).map((text) => [text]);
    const derived = seedKeys.map((key) => [makeLabel(key, id)]);
    const twice = derived.map((key) => [makeLabel(key, id)]);
    expectDistinct([...seedKeys, ...derived, ...twice]);
  });

  it("differs for any two keys that are likely to meet", () => {
    const part = fc.string({ unit: fc.constantFrom(..."aAb_-. 09éЖ"), maxLength: 6 });
    const keys = fc.uniqueArray(fc.array(part, { minLength: 1, maxLength: 3 }), {
      maxLength: 60,
      selector: (key) => JSON.stringify(key),
    });
    // A seed of its own, that FC_SEED does not move: 24 bits of hash can meet by chance, and a test must not.
    fc.assert(fc.property(keys, expectDistinct), { seed: 5, numRuns: runs(300) });
  });
});

/** Every text of one to `length` letters of the alphabet. */
function upTo(length: number, alphabet: readonly string[]): string[] {
  if (length === 0) return [];
  const shorter = upTo(length - 1, alphabet);
  return [
    ...new Set([
      ...alphabet,
      ...shorter.flatMap((text) => [text, ...alphabet.map((letter) => text + letter)]),
    ]),
  ];
}

function expectDistinct(keys: readonly (readonly string[])[]): void {
  const distinct = new Map(keys.map((key) => [JSON.stringify(key), key]));
  const owners = new Map<string, string>();
  for (const [name, key] of distinct) {
    const label = makeLabel(key, id);
    expect(owners.get(label), `${name} is labelled ${label}`).toBeUndefined();
    owners.set(label, name);
  }
}
