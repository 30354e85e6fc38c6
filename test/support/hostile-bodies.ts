/** Bodies that nobody means well with, as text, because JSON.stringify is too polite for most of them. */
import type { Arbitrary } from "fast-check";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { fc } from "./property.ts";

export interface HostileBody {
  readonly body: string | Buffer;
  readonly type: string;
}

/** Values as they stand in JSON text. */
const nasty: readonly string[] = [
  ...[
    "null",
    "true",
    "0",
    "-0",
    "-1",
    "1.5",
    "1e999",
    "-1e999",
    "1e-999",
    "9007199254740993",
    "-9007199254740993",
  ],
  ...["1e308", "123456789012345678901234567890", "0.1234567", "1E400", "0.30000000000000004"],
  ...[
    '""',
    '" "',
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"\\uffff"',
    '"\\u202e\\u2066"',
    '"\\ufeff"',
  ],
  ...[
    '"\u{1f468}\u200d\u{1f469}\u200d\u{1f467}"',
    '"e\u0301"',
    '"\u2028\u2029"',
    '"\\"\\\\"',
    '"%00%2e%2e"',
    '"../../etc/passwd"',
  ],
  ...[
    '"\'; DROP TABLE rows; --"',
    '"$1"',
    '"<script>alert(1)</script>"',
    '"\\r\\nSet-Cookie: a=b"',
    '"__proto__"',
  ],
  ...[
    "[]",
    "{}",
    "[[]]",
    "[{}]",
    '[""]',
    "[null]",
    '{"": ""}',
    '{"length": 5}',
    '{"then": "x"}',
    '{"toJSON": "x"}',
  ],
  ...[
    '{"__proto__": {"polluted": true}}',
    '{"constructor": {"prototype": {"polluted": true}}}',
    '{"hasOwnProperty": 1}',
  ],
  ...[
    '{"a": 1, "a": 2}',
    '"2026-02-30T00:00:00Z"',
    '"9999-12-31T23:59:60Z"',
    '"+275760-09-13T00:00:00.001Z"',
    '"0000-00-00"',
  ],
  `"${"x".repeat(100_000)}"`,
  `"${"\u{1f600}".repeat(20_000)}"`,
  `"${"\\ud83d".repeat(5_000)}"`,
  `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
  `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`,
  `[${"1,".repeat(50_000)}1]`,
  `[${'{"a":"b"},'.repeat(10_000)}{}]`,
  `{${Array.from({ length: 20_000 }, (_, i) => `"k${i}":"v"`).join(",")}}`,
  `1${"0".repeat(10_000)}`,
];

const keys: readonly string[] = [
  ...[
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "hasOwnProperty",
    "",
    " ",
    "id",
    "organization_id",
    "kind",
  ],
  ...[
    "revision",
    "secrets",
    "state",
    "updated_at",
    "created_at",
    "\\u0000",
    "\\ud800",
    "a.b",
    "a[0]",
    "\\u202e",
    "name ",
    "NAME",
  ],
  "k".repeat(100_000),
];

const types: readonly string[] = [
  ...[
    "text/plain",
    "application/xml",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=b",
    "",
  ],
  ...[
    "application/json; charset=utf-16",
    "application/json, text/plain",
    "\u00e9",
    "application/json;".repeat(50),
    "*/*",
  ],
];

/** Mostly a valid body with a few members put wrong; sometimes no JSON at all, or said to be something else. */
export function hostileBodies(valid: JsonObject): Arbitrary<HostileBody> {
  const anyValue = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...nasty) },
    { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 6 }).map((value) => JSON.stringify(value)) },
    {
      weight: 1,
      arbitrary: fc.string({ unit: "binary", maxLength: 60 }).map((text) => JSON.stringify(text)),
    },
    { weight: 1, arbitrary: fc.constantFrom(...Object.values(valid)).map((value) => JSON.stringify(value)) },
  );
  const wrongMembers = fc.array(fc.tuple(fc.constantFrom(...Object.keys(valid)), anyValue), {
    minLength: 1,
    maxLength: 3,
  });
  const extraMembers = fc.array(fc.tuple(fc.constantFrom(...keys), anyValue), { maxLength: 1 });
  const sound = Object.entries(valid).map(([name, value]): [string, string] => [name, JSON.stringify(value)]);
  const objects = fc
    .tuple(fc.subarray(sound, { minLength: 0 }), wrongMembers, extraMembers, fc.boolean())
    .map(([kept, wrong, extra, twice]) => {
      // A member that comes twice: the last one counts, or the body is refused, but never both.
      const members = [
        ...(twice ? sound : kept.filter(([name]) => !wrong.some(([other]) => other === name))),
        ...wrong,
        ...extra,
      ];
      return `{${members.map(([name, value]) => `"${name}":${value}`).join(",")}}`;
    });
  const texts = fc.oneof(
    { weight: 8, arbitrary: objects },
    { weight: 1, arbitrary: fc.constantFrom(...nasty) },
    { weight: 1, arbitrary: objects.map((text) => text.slice(0, Math.floor(text.length * 0.7))) },
    { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
  );
  const bodies: Arbitrary<string | Buffer> = fc.oneof(
    { weight: 8, arbitrary: texts },
    {
      weight: 1,
      arbitrary: texts.map((text) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)])),
    },
    { weight: 1, arbitrary: texts.map((text) => Buffer.from(text, "utf16le")) },
    { weight: 1, arbitrary: texts.map((text) => Buffer.from(text, "latin1")) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.constant("") },
  );
  return fc.record({
    body: bodies,
    type: fc.oneof(
      { weight: 12, arbitrary: fc.constant("application/json") },
      { weight: 1, arbitrary: fc.constantFrom(...types) },
    ),
  });
}
