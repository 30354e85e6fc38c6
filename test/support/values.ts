/**
 * Valid values for any field, in endless supply: a switch over the vocabulary and one line a format, so that
 * a new type of field or a new format does not compile until it has a sample.
 */
import { alternativesOf } from "../../src/kernel/alternatives.ts";
import type { Field, Fields, ItemField, Json } from "../../src/kernel/field.ts";
import type { TextFormat } from "../../src/kernel/format.ts";

/** Gives the id of a row of a kind; different serials may give different rows. */
export type References = (kind: string, serial: number) => Promise<string>;

/**
 * Stands in every sample of a secret: wherever it turns up, a secret leaked. The "!" stands in no id, no token
 * and no base64, so that none of these holds it by chance.
 */
export const secretMarker = "s3cr3t!";

/** The head of a PNG of such sides, and then so many bytes. */
export function pngOf(width: number, height: number, bytes = 33): Buffer {
  const png = Buffer.alloc(bytes);
  png.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

const zones = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Pacific/Auckland"];
const regions = ["eu-west-1", "us-east-2", "us-gov-east-1", "ap-southeast-2", "sa-east-1"];

/** A text of the format: names differ by field and serial. */
const formatted: Readonly<Record<TextFormat, (name: string, serial: number) => string>> = {
  email: (name, serial) => `${name}-${serial}@example.com`,
  url: (name, serial) => `https://example.com/${name}/${serial}?q=a%20b`,
  link: (name, serial) => `https://example.com/${name}/${serial}?key=a`,
  picture: (_, serial) => `data:image/png;base64,${pngOf(1 + (serial % 4_000), 1).toString("base64")}`,
  color: (_, serial) => `#${String(serial % 1_000_000).padStart(6, "0")}`,
  domain: (_, serial) => `d${serial}.example.com`,
  hostname: (_, serial) => `host-${serial}.example.com`,
  // All of them hold the loopback, where the requests of tests come from.
  cidr: (_, serial) => `127.0.0.0/${8 + (serial % 16)}`,
  cron: (_, serial) => `${serial % 60} 2 * * *`,
  timezone: (_, serial) => zones[serial % zones.length] as string,
  matcher: (_, serial) => `severity=~"level ${serial}|\\"quoted\\""`,
  account: (_, serial) => String(100_000_000_000 + serial),
  region: (_, serial) => regions[serial % regions.length] as string,
  repository: (name, serial) => `acme/${name}.${serial}`,
  branch: (name, serial) => `${name}/${serial}`,
  sha256: (_, serial) => serial.toString(16).padStart(64, "0"),
  snake: (name, serial) => `${name}_${serial}`,
  slug: (name, serial) => `${name.replaceAll("_", "-")}-${serial}`,
  version: (_, serial) => `${serial % 100}.${serial % 7}`,
  host_port: (_, serial) => `host-${serial}.example.com:53`,
  clock_end: (_, serial) =>
    `${String(18 + (serial % 6)).padStart(2, "0")}:${String(serial % 60).padStart(2, "0")}`,
  clock: (name, serial) => {
    const minute = (serial + name.length * 37) % 1_440;
    return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
  },
  set: (name, serial) => `${name}/${serial}`,
  image: (name, serial) => `ghcr.io/acme/${name}-${serial}`,
  service: (name, serial) => `${name} ${serial}`,
  environment: (name, serial) => `${name.slice(0, 20)}-${serial}`,
};

/** The longest texts of a format, where one can be made to measure; the others only have a shorter form. */
export const stretched: Partial<Record<TextFormat, (length: number) => string>> = {
  url: (length) => "https://example.com/".padEnd(length, "a"),
  matcher: (length) => `a="${"é".repeat(length - 4)}"`,
  snake: (length) => "a".repeat(length),
  slug: (length) => "a".repeat(length),
  branch: (length) => "é".repeat(length),
  set: (length) => "a".repeat(length),
  image: (length) => "a/".padEnd(length, "b"),
  service: (length) => "é".repeat(length),
  environment: (length) => "é".repeat(length),
  email: (length) => `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(length - 191)}.com`,
  hostname: (length) => `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(length - 192)}`,
};

/** Whether it can be nothing but its default. */
export function hasOneChoice(field: Field | undefined): boolean {
  return field?.type === "choice" && field.choices.length === 1;
}

/** A valid value; an item of a list has a serial of its own. */
export async function sampleOf(
  field: ItemField,
  name: string,
  serial: number,
  reference: References,
): Promise<Json> {
  switch (field.type) {
    case "text":
      return field.format === undefined
        ? `${name} ${serial} é`.slice(0, field.max)
        : formatted[field.format](name, serial);
    case "integer": {
      if (field.choices !== undefined) return field.choices[serial % field.choices.length] as number;
      return field.min + (serial % (field.max - field.min + 1));
    }
    case "number": {
      const span = Math.min(field.max - field.min, 1_000);
      return Number((field.min + (span * ((serial % 97) + 1)) / 100).toFixed(6));
    }
    case "boolean":
      return serial % 2 === 0;
    case "choice":
      return field.choices[serial % field.choices.length] as string;
    case "timestamp":
      return new Date(Date.UTC(2040, 0, 1) + serial * 60_000).toISOString();
    case "date":
      return new Date(Date.UTC(2020, 0, 1) + (serial % 9_000) * 40 * 86_400_000).toISOString().slice(0, 10);
    case "reference":
      return reference(field.to, serial);
    case "list": {
      const length = Math.max(field.min, Math.min(2, field.max));
      const items: Json[] = [];
      for (let i = 0; i < length; i += 1)
        items.push(await sampleOf(field.items, name, serial + i, reference));
      return items;
    }
    case "map":
      // Labels of alerts have names of their own form, and no empty values.
      return name === "labels"
        ? { [`key_${serial}`]: `value ${serial} é` }
        : { [`key-${serial}`]: `value ${serial} é`, other: "" };
    case "object": {
      const names = Object.keys(field.fields);
      const shapes = alternativesOf(field);
      const chosen = field.exactlyOne ? [shapes[serial % shapes.length] as string] : names;
      const entries: [string, Json][] = [];
      for (const inner of chosen) {
        entries.push([inner, await sampleOf(field.fields[inner] as ItemField, inner, serial, reference)]);
      }
      // A word stands for the object, and is how it is shown.
      const [first] = entries;
      if (field.word !== undefined && first?.[0] === field.word) return first[1];
      return Object.fromEntries(entries);
    }
  }
}

export function secretOf(fields: Fields, kind: string, name: string, serial: number): Json {
  const field = fields[name];
  const text = `${secretMarker} of ${kind}.${name} ${serial}`;
  return field?.type === "secret" && field.shape === "object"
    ? { token: text, nested: { list: [text, 1, true, null] } }
    : text;
}
