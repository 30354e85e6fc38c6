/**
 * Numbers on their way through a provider. Terraform counts with 512 bits and compares exactly: 0.1 written
 * in a file is not the double 0.1, and 1/3 has 154 digits. JavaScript and JSON over HTTP have doubles.
 *
 * So a Numerals remembers, for the time of one RPC, how Terraform itself wrote the double at each path, and
 * writes it back the same way; a double Terraform did not send goes out as its shortest decimal, which is
 * what a person would have written. When a path was read with two spellings of one double, as in a prior
 * state and a configuration, the later one counts.
 *
 * Every number goes out as decimal text, integers too: that is how Terraform reads its state files, with 512
 * bits. One from a msgpack integer or float has fewer, and Terraform 1.11 takes the same value in other bits
 * for a change: `terraform plan -refresh-only` never came to rest.
 */
import type { Path } from "./diagnostics.ts";

/** A number as Terraform sends it: what fits no integer or float exactly comes as decimal text. */
export type Numeral = number | bigint | string;

export class Numerals {
  readonly #spellings = new Map<string, string>();

  /** The double nearest to the numeral; undefined if there is none. */
  read(numeral: Numeral, path: Path): number | undefined {
    const value = Number(numeral);
    if (!Number.isFinite(value) || numeral === "") return undefined;
    if (!Number.isSafeInteger(numeral)) this.#spellings.set(key(path, value), spelling(numeral));
    return value;
  }

  /** The decimal text for a finite double. */
  write(value: number, path: Path): string {
    const spelled = this.#spellings.size === 0 ? undefined : this.#spellings.get(key(path, value));
    // Adding 0 turns -0, which Terraform does not know, into 0.
    return spelled ?? String(value + 0);
  }
}

function key(path: Path, value: number): string {
  return [value, ...path.map((step) => (typeof step === "object" ? step.key : step))].join("\0");
}

/** Terraform sends a float only for a number that is exactly that float, so that all its digits count. */
function spelling(numeral: Numeral): string {
  return typeof numeral === "number" ? exactDecimal(numeral) : String(numeral);
}

/** Every digit of a finite double: its shortest decimal may be another number, only nearest to it. */
function exactDecimal(value: number): string {
  let places = 0;
  let scaled = value;
  // A double has at most 1,074 binary places. Doubling is exact, and comes to no infinity, as what has
  // places is below 2^53.
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    places += 1;
  }
  // m / 2^n is m × 5^n / 10^n.
  const digits = String(BigInt(scaled) * 5n ** BigInt(places));
  const sign = digits.startsWith("-") ? "-" : "";
  const padded = digits.slice(sign.length).padStart(places + 1, "0");
  const whole = padded.slice(0, padded.length - places);
  return places === 0 ? digits : `${sign}${whole}.${padded.slice(-places)}`;
}
