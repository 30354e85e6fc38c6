import { expect, it } from "vitest";
import { decodeNaturalKey, encodeNaturalKey } from "../../src/kernel/natural-key.ts";
import { fc } from "../support/property.ts";

// The characters that the encoding itself uses, and some that sort around them.
const part = fc.string({ unit: fc.constantFrom("\u0001", "\u0002", "\u0003", "a", "é", "😀") });
const key = fc.array(part, { minLength: 1, maxLength: 4 });

it("reads back as it was written", () => {
  fc.assert(
    fc.property(key, (parts) => {
      expect(decodeNaturalKey(encodeNaturalKey(parts))).toEqual(parts);
    }),
  );
});

it("sorts, byte by byte, like its parts one after the other", () => {
  const bytes = (text: string) => Buffer.from(text);
  fc.assert(
    fc.property(fc.tuple(part, part), fc.tuple(part, part), (a, b) => {
      const byParts = Buffer.compare(bytes(a[0]), bytes(b[0])) || Buffer.compare(bytes(a[1]), bytes(b[1]));
      expect(Buffer.compare(bytes(encodeNaturalKey(a)), bytes(encodeNaturalKey(b)))).toBe(byParts);
    }),
  );
});
