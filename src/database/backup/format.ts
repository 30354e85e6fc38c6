/**
 * The form of a backup: lines of JSON in UTF-8, compressed by gzip. The first line is the manifest. The rows of each
 * of its tables follow, in its order and as many as it says: a row is a list with the text of each column's value as
 * PostgreSQL writes it, or null. The last line has the SHA-256 of all bytes before it.
 */
import type { Table } from "./schema.ts";

/** Rises when a program that reads the form of before could not read this one. */
export const formVersion = 1;

export interface Manifest {
  /** The version of the form. */
  readonly orgconfig_backup: number;
  /** RFC 3339. */
  readonly made_at: string;
  /** The newest migration of the database. */
  readonly schema_version: number;
  readonly tables: readonly (Table & { readonly rows: number })[];
  /** The last number that each sequence gave out; null for none. */
  readonly sequences: Readonly<Record<string, string | null>>;
  /** Where each audit chain stands, as `orgconfig audit heads` prints it. */
  readonly heads: readonly Head[];
  /** The ids of the secret keys that the database knows. What is sealed stays sealed, and needs them. */
  readonly key_ids: readonly string[];
}

export interface Head {
  readonly organization_id: string;
  readonly position: number;
  readonly seal: string;
  readonly code: string;
}

/** The file is not a whole backup; the message says what is wrong with it. */
export class BadBackup extends Error {}

/** Longer lines are no row of a backup. */
export const longestLine = 256 * 1024 * 1024;

/** @throws BadBackup */
export function readManifest(line: string): Manifest {
  const value = parsed(line);
  const found = isRecord(value) ? value : {};
  if (!Number.isSafeInteger(found.orgconfig_backup))
    throw new BadBackup("it is no backup of orgconfig: its first line is no manifest");
  if (found.orgconfig_backup !== formVersion)
    throw new BadBackup(
      `it has form ${found.orgconfig_backup} and this program reads form ${formVersion}: use the orgconfig that made it, or a newer one`,
    );
  if (!isManifest(found)) throw damaged("its manifest is not whole");
  return found as unknown as Manifest;
}

function isManifest(found: Readonly<Record<string, unknown>>): boolean {
  const { made_at, schema_version, tables, sequences, heads, key_ids } = found;
  return (
    typeof made_at === "string" &&
    Number.isFinite(Date.parse(made_at)) &&
    isCount(schema_version) &&
    isRecord(sequences) &&
    Object.values(sequences).every((last) => last === null || (isText(last) && /^\d{1,19}$/.test(last))) &&
    isListOf(key_ids, isText) &&
    isListOf(heads, (head) => isRecord(head) && isText(head.organization_id) && isCount(head.position)) &&
    isListOf(tables, isTable)
  );
}

function isTable(table: unknown): boolean {
  if (!isRecord(table)) return false;
  const { name, rows, columns } = table;
  const whole = isListOf(columns, (column) => isRecord(column) && isText(column.name) && isText(column.type));
  return whole && isText(name) && isCount(rows);
}

/** The SHA-256 that the last line has. @throws BadBackup */
export function readEnd(line: string): string {
  const value = parsed(line);
  if (isRecord(value) && isText(value.sha256)) return value.sha256;
  throw damaged("its last line is no SHA-256, or a table has more rows than its manifest says");
}

export function endLine(sha256: string): string {
  return JSON.stringify({ sha256 });
}

/** The values of a row, in the order of its columns. @throws BadBackup */
export function readRow(line: string, { name, columns }: Table): readonly (string | null)[] {
  const value = parsed(line);
  const whole = isListOf(value, (item) => item === null || isText(item));
  if (whole && value.length === columns.length) return value as (string | null)[];
  throw damaged(`a row of ${JSON.stringify(name)} is not one`);
}

export function damaged(what: string): BadBackup {
  return new BadBackup(`it is damaged: ${what}`);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): value is readonly unknown[] {
  return Array.isArray(value) && value.every(isItem);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
