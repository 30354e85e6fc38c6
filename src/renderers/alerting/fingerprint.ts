/**
 * What Alertmanager knows an alert by: FNV-1a of 64 bits over its labels in the order of their names, as
 * model.LabelSet.Fingerprint of github.com/prometheus/common makes it.
 */
import type { Json } from "../../kernel/field.ts";
import type { JsonObject } from "../../kernel/validate.ts";

/** Stands behind each name and each value. */
const separator = 0xff;
/** The offset basis of FNV-1a, in halves of 32 bits. */
const [basisHigh, basisLow] = [0xcbf29ce4, 0x84222325];
/** Its prime is 2^40 and this. */
const prime = 0x1b3;
const half = 2 ** 32;

/** @returns sixteen hexadecimal digits */
export function fingerprintOf(labels: JsonObject): string {
  let [high, low] = [basisHigh, basisLow];
  const add = (byte: number): void => {
    const mixed = (low ^ byte) >>> 0;
    const product = mixed * prime;
    high = (Math.imul(high, prime) + Math.floor(product / half) + (mixed << 8)) >>> 0;
    low = product % half;
  };
  const entries = Object.entries(labels)
    .map(([name, value]) => [Buffer.from(name), Buffer.from(textOf(value))] as const)
    // Alertmanager has no labels without a value.
    .filter(([, value]) => value.length > 0)
    .sort(([one], [other]) => one.compare(other));
  for (const text of entries.flat()) {
    for (const byte of text) add(byte);
    add(separator);
  }
  return [high, low].map((part) => part.toString(16).padStart(8, "0")).join("");
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
