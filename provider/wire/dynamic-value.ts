/** Terraform's DynamicValue: values shaped by a schema, in msgpack (or, read only, in JSON). */
import { Decoder, type DecoderOptions, Encoder, ExtData, type ExtensionCodecType } from "@msgpack/msgpack";
import { convert, reading, writing } from "./convert.ts";
import type { ReadMessage } from "./messages.ts";
import { Numerals } from "./numerals.ts";
import type { Attributes } from "./schema.ts";
import { type ObjectValue, UNKNOWN } from "./values.ts";

/** Reads what Terraform sent; null for an object that is not there. */
export function decodeValue(
  attributes: Attributes,
  value: ReadMessage<"DynamicValue"> | null,
  numerals: Numerals = new Numerals(),
): ObjectValue | null {
  if (value === null) return null;
  if (value.msgpack.length > 0) {
    return convert(attributes, decoder.decode(value.msgpack), reading(numerals, unescapeKey));
  }
  return value.json.length > 0 ? valueFromJson(attributes, parseJson(value.json)) : null;
}

/** The object, where the protocol promises one. */
export function present(value: ObjectValue | null): ObjectValue {
  if (value === null) throw new Error("Terraform sent no object where its protocol promises one");
  return value;
}

/** Reads an object as a state file holds it: what the schema does not know is left out. */
export function valueFromJson(attributes: Attributes, tree: unknown): ObjectValue | null {
  // Parsed JSON has doubles already, so there is no spelling of Terraform's to remember.
  return convert(
    attributes,
    tree,
    reading(new Numerals(), (key) => key),
  );
}

export function parseJson(json: Uint8Array): unknown {
  return JSON.parse(Buffer.from(json).toString());
}

/**
 * Writes an object for Terraform: attributes it lacks become null, properties the schema does not know are
 * left out. Always msgpack, because Terraform does not take JSON everywhere.
 */
export function encodeValue(
  attributes: Attributes,
  value: ObjectValue | null,
  numerals: Numerals = new Numerals(),
): { readonly msgpack: Uint8Array } {
  return { msgpack: encoder.encode(convert(attributes, value, writing(numerals))) };
}

/** The same for a plan or a state: what is write-only becomes null. */
export function encodeState(
  attributes: Attributes,
  value: ObjectValue | null,
  numerals: Numerals = new Numerals(),
): ReturnType<typeof encodeValue> {
  return { msgpack: encoder.encode(convert(attributes, value, writing(numerals, true))) };
}

/** Every extension type means unknown: newer Terraforms add hints about the value's range, which we ignore. */
const extensionCodec: ExtensionCodecType<undefined> = {
  tryToEncode: (value) => (value === UNKNOWN ? new ExtData(0, Uint8Array.of(0)) : null),
  decode: () => UNKNOWN,
};

/**
 * The msgpack library refuses a key `__proto__` and builds ordinary objects. Escaped here and unescaped for
 * maps, such a key comes through; names of attributes need no escape and are looked up as they are.
 */
const keyDecoder: NonNullable<DecoderOptions["keyDecoder"]> = {
  canBeCached: () => true,
  decode: (bytes, offset, length) => {
    const key = Buffer.from(bytes.buffer, bytes.byteOffset + offset, length).toString();
    return key === "__proto__" || key.startsWith("=") ? `=${key}` : key;
  },
};

// Kept, because making one for every value took longer than using it.
const decoder = new Decoder({ useBigInt64: true, extensionCodec, keyDecoder });
const encoder = new Encoder({ extensionCodec });

function unescapeKey(key: string): string {
  return key.startsWith("=") ? key.slice(1) : key;
}
