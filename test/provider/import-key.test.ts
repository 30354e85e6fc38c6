/** Natural keys as import ids: every key has one, and it leads back to the key. */
import { expect, test } from "vitest";
import { formatImportKey, parseImportKey } from "../../src/surfaces/terraform/import-key.ts";
import { fc } from "../support/property.ts";

const part = fc.oneof(
  fc.string({ unit: "grapheme-composite", maxLength: 8 }),
  fc.string({ unit: fc.constantFrom("/", "%", "2", "F", "a", ":", " "), maxLength: 8 }),
);
const key = fc.array(part, { minLength: 1, maxLength: 4 });

test("a key comes back from its text", () => {
  fc.assert(
    fc.property(key, (parts) => {
      expect(parseImportKey(formatImportKey(parts), parts.length)).toEqual(parts);
    }),
  );
});

test("a text that is no key of so many parts, or holds a bare percent sign, leads nowhere", () => {
  expect(parseImportKey("acme/checkout/main", 2)).toBeUndefined();
  expect(parseImportKey("checkout", 2)).toBeUndefined();
  expect(parseImportKey("50% off", 1)).toBeUndefined();
  expect(parseImportKey("", 0)).toBeUndefined();
});

test("slashes of a lone part, and what Terraform's urlencode writes, are read too", () => {
  expect(parseImportKey("a/b", 1)).toEqual(["a/b"]);
  expect(parseImportKey("acme%2fcheckout/feat%3Ax", 2)).toEqual(["acme/checkout", "feat:x"]);
});
