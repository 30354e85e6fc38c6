/**
 * Numbers on their way through a provider. Terraform counts with 512 bits and compares exactly: 0.1 written
 * in a file is not the double 0.1, and 1/3 has 154 digits. JavaScript and JSON over HTTP have doubles.
 *
 * So a Numerals remembers, for the time of one RPC, how Terraform itself wrote the double at each path, and
 * writes it back the same way; a double Terraform did not send goes out as its shortest decimal, which is
 * what a person would have written. When a path was read with two spellings of one double, as in a prior
 * state and a configuration, the later one counts.
 */
import type { Path } from "./diagnostics.ts";

/** A number as msgpack or JSON carries it: Terraform sends what fits no float exactly as decimal text. */
export type Numeral = number | bigint | string;

export class Numerals {
  readonly #spellings = new Map<string, Numeral>();

  /** The double nearest to the numeral; undefined if there is none. */
  read(numeral: Numeral, path: Path): number | undefined {
    const value = Number(numeral);
    if (!Number.isFinite(value) || numeral === "") return undefined;
    if (!Number.isSafeInteger(numeral)) this.#spellings.set(key(path, value), spelling(numeral));
    return value;
  }

  /** The numeral for a finite double. */
  write(value: number, path: Path): Numeral {
    const spelled = this.#spellings.size === 0 ? undefined : this.#spellings.get(key(path, value));
    if (spelled !== undefined) return spelled;
    // Adding 0 turns -0, which Terraform does not know, into 0.
    return Number.isSafeInteger(value) ? value + 0 : String(value);
  }
}

function key(path: Path, value: number): string {
  return [value, ...path.map((step) => (typeof step === "object" ? step.key : step))].join("\0");
}

function spelling(numeral: Numeral): Numeral {
  return typeof numeral === "bigint" ? String(numeral) : numeral;
}
