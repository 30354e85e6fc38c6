/** Reads a source's attributes, and remembers which were read: what is left says what a mapping would lose. */
import type { Json } from "../../kernel/field.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";

/** Something that was not carried over, and why. `field` is a path in the source; empty for the whole of it. */
export interface Note {
  readonly field: string;
  readonly message: string;
}

/**
 * The attributes of a resource or of one of its blocks. A value that Terraform marks as sensitive is never given out.
 * Notes hold names and reasons, and no value.
 */
export class Attributes {
  readonly #values: JsonObject;
  readonly #sensitive: Json;
  readonly #path: string;
  readonly #notes: Note[];
  readonly #read = new Set<string>();
  readonly #blocks: Attributes[] = [];

  constructor(values: JsonObject, sensitive: Json, notes: Note[], path = "") {
    this.#values = values;
    this.#sensitive = sensitive;
    this.#notes = notes;
    this.#path = path;
  }

  /** Text that is not empty. */
  text(name: string): string | undefined {
    const value = this.#take(name);
    return typeof value === "string" && value !== "" ? value : undefined;
  }

  number(name: string): number | undefined {
    const value = this.#take(name);
    return typeof value === "number" ? value : undefined;
  }

  flag(name: string): boolean | undefined {
    const value = this.#take(name);
    return typeof value === "boolean" ? value : undefined;
  }

  texts(name: string): string[] {
    return this.#items(name).filter((item) => typeof item === "string");
  }

  numbers(name: string): number[] {
    return this.#items(name).filter((item) => typeof item === "number");
  }

  /** The object that an attribute holds as text in JSON. */
  json(name: string): JsonObject {
    return parsed(this.#take(name));
  }

  /**
   * The blocks of a name. A block in a set is marked as sensitive as a whole as soon as its schema has one secret, so
   * that such a mark says nothing about its other attributes.
   */
  blocks(name: string): Attributes[] {
    this.#read.add(name);
    const value = this.#values[name];
    const blocks = Array.isArray(value) ? value.filter(isObject) : [];
    const marks = isObject(this.#sensitive) ? this.#sensitive[name] : undefined;
    const made = blocks.map((block, index) => {
      const mark = Array.isArray(marks) ? (marks[index] ?? {}) : {};
      const place = blocks.length === 1 ? name : `${name}[${index}]`;
      return new Attributes(block, mark, this.#notes, this.#pathOf(place));
    });
    this.#blocks.push(...made);
    return made;
  }

  /** Whether a secret is there. What it is stays here. */
  hasSecret(name: string): boolean {
    this.#read.add(name);
    return isSet(this.#values[name]);
  }

  /** The names in a secret that is an object, in text as JSON or as a map. */
  namesInSecret(name: string): string[] {
    this.#read.add(name);
    const value = this.#values[name];
    return Object.keys(isObject(value) ? value : parsed(value));
  }

  /** What says nothing about the set-up: ids, links, times. */
  ignore(...names: readonly string[]): void {
    for (const name of names) this.#read.add(name);
  }

  /** What is no loss while it has this value, which the other tool fills in by itself. */
  usual(values: JsonObject): void {
    for (const [name, value] of Object.entries(values)) {
      if (this.#values[name] === value || !isPresent(this.#values[name])) this.#read.add(name);
      else this.lost(name, "has no counterpart here");
    }
  }

  /** Says that an attribute is lost, if it is set. */
  lost(name: string, why: string): void {
    this.#read.add(name);
    if (isPresent(this.#values[name])) this.note(name, why);
  }

  /** Says something about an attribute, or with an empty name about all of them. */
  note(name: string, message: string): void {
    this.#notes.push({ field: name === "" ? this.#path : this.#pathOf(name), message });
  }

  /** Says of everything that is set and was not read that it is lost. */
  noteRest(): void {
    for (const [name, value] of Object.entries(this.#values)) {
      if (!this.#read.has(name) && isSet(value)) this.note(name, "has no counterpart here");
    }
    for (const block of this.#blocks) block.noteRest();
  }

  #take(name: string): Json | undefined {
    this.#read.add(name);
    const value = this.#values[name];
    const mark = isObject(this.#sensitive) ? this.#sensitive[name] : undefined;
    if (value === undefined || !hasMark(mark ?? false)) return value;
    this.lost(name, "is marked as sensitive, and is not copied; write it yourself");
    return undefined;
  }

  #items(name: string): readonly Json[] {
    const value = this.#take(name);
    return Array.isArray(value) ? value : [];
  }

  #pathOf(name: string): string {
    return this.#path === "" ? name : `${this.#path}.${name}`;
  }
}

function parsed(text: Json | undefined): JsonObject {
  if (typeof text !== "string" || text === "") return {};
  try {
    const value: Json = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function hasMark(mark: Json): boolean {
  if (mark === null || typeof mark !== "object") return mark === true;
  return Object.values(mark).some((inner: Json) => hasMark(inner));
}

function isPresent(value: Json | undefined): boolean {
  return isSet(value) || value === false;
}

/** Whether somebody said something: what is empty, false or null is mostly Terraform's own word for nothing. */
function isSet(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === "" || value === false) return false;
  return typeof value !== "object" || Object.values(value).some(isSet);
}
