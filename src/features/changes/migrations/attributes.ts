/** Reads a source's attributes, and remembers which were read: what is left says what a mapping would lose. */
import type { Json } from "../../../kernel/field.ts";
import { isObject, type JsonObject } from "../../../kernel/validate.ts";

/** Something that was not carried over, and why. `field` is a path in the source; empty for the whole of it. */
export interface Note {
  readonly field: string;
  readonly message: string;
  readonly level: NoteLevel;
}

/**
 * `info`: nothing to do. `warning`: something means less, or something else than before. `error`: somebody is notified
 * of nothing any more.
 */
export type NoteLevel = "info" | "warning" | "error";

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
  /** Its blocks, and what it holds as JSON. */
  readonly #inner: Attributes[] = [];

  constructor(values: JsonObject, sensitive: Json, notes: Note[], path = "") {
    this.#values = values;
    this.#sensitive = sensitive;
    this.#notes = notes;
    this.#path = path;
  }

  /** Text that is not empty. */
  text(name: string): string | undefined {
    const value = this.#take(name, isText, "text");
    return value === "" ? undefined : value;
  }

  number(name: string): number | undefined {
    return this.#take(name, isNumber, "a number");
  }

  /** A number, or text that is one. */
  numeral(name: string): number | undefined {
    const value = this.#take(name, isNumeral, "a number");
    return value === undefined ? undefined : Number(value);
  }

  flag(name: string): boolean | undefined {
    return this.#take(name, isFlag, "true or false");
  }

  texts(name: string): string[] {
    return this.#items(name, isText, "text");
  }

  numbers(name: string): number[] {
    return this.#items(name, isNumber, "a number");
  }

  /** Texts in lists of a list; what is anything else is left out. */
  lists(name: string): string[][] {
    const isList = (value: Json): value is Json[] => Array.isArray(value);
    return this.#items(name, isList, "a list").map((list) => list.filter(isText));
  }

  /** The object that an attribute holds as text in JSON, to be read like a block. */
  json(name: string): Attributes {
    const value = this.#object(name, this.#take(name, isText, "text"));
    const inner = new Attributes(value, {}, this.#notes, this.pathOf(name));
    this.#inner.push(inner);
    return inner;
  }

  /** A map of texts, to be read like a block. */
  map(name: string): Attributes {
    this.#read.add(name);
    const value = this.#values[name];
    if (!isObject(value) && isPresent(value)) this.note(name, "is not a map, and is left out");
    const mark = isObject(this.#sensitive) ? (this.#sensitive[name] ?? {}) : {};
    const values = isObject(value) ? value : {};
    const marks = mark === true ? Object.fromEntries(Object.keys(values).map((key) => [key, true])) : mark;
    const inner = new Attributes(values, marks, this.#notes, this.pathOf(name));
    this.#inner.push(inner);
    return inner;
  }

  /** Text that is given out where it is not marked as sensitive; else what to do is said. */
  open(name: string, why: string): string | undefined {
    if (!this.#isMarked(name)) return this.text(name);
    this.lost(name, why);
    return undefined;
  }

  /** The names of all that is there. */
  names(): string[] {
    return Object.keys(this.#values);
  }

  /**
   * The blocks of a name. A block in a set is marked as sensitive as a whole as soon as its schema has one secret, so
   * that such a mark says nothing about its other attributes.
   */
  blocks(name: string): Attributes[] {
    this.#read.add(name);
    const blocks = this.#itemsIn(name, this.#values[name], isObject, "a block");
    const marks = isObject(this.#sensitive) ? this.#sensitive[name] : undefined;
    const made = blocks.map((block, index) => {
      const mark = Array.isArray(marks) ? (marks[index] ?? {}) : {};
      const place = blocks.length === 1 ? name : `${name}[${index}]`;
      return new Attributes(block, mark, this.#notes, this.pathOf(place));
    });
    this.#inner.push(...made);
    return made;
  }

  /** The names under which there are blocks. */
  blockNames(): string[] {
    return this.names().filter((name) => {
      const value = this.#values[name];
      return Array.isArray(value) && value.some((item: Json) => isObject(item));
    });
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
    return Object.keys(isObject(value) ? value : this.#object(name, value));
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
  lost(name: string, why: string, level?: NoteLevel): void {
    this.#read.add(name);
    if (isPresent(this.#values[name])) this.note(name, why, level);
  }

  /** Says something about an attribute, or with an empty name about all of them. */
  note(name: string, message: string, level: NoteLevel = "warning"): void {
    this.#notes.push({ field: name === "" ? this.#path : this.pathOf(name), message, level });
  }

  /** Says of everything that is set and was not read that it is lost. */
  noteRest(): void {
    for (const [name, value] of Object.entries(this.#values)) {
      if (!this.#read.has(name) && isSet(value)) this.note(name, "has no counterpart here");
    }
    for (const inner of this.#inner) inner.noteRest();
  }

  /** The value of an attribute. One that is not of its type is noted, and lost. */
  #take<T extends Json>(name: string, isRight: (value: Json) => value is T, what: string): T | undefined {
    const value = this.#open(name);
    if (value === undefined || value === null) return undefined;
    if (isRight(value)) return value;
    if (isPresent(value)) this.note(name, `is not ${what}, and is left out`);
    return undefined;
  }

  #items<T extends Json>(name: string, isRight: (value: Json) => value is T, what: string): T[] {
    return this.#itemsIn(name, this.#open(name), isRight, what);
  }

  #itemsIn<T extends Json>(
    name: string,
    value: Json | undefined,
    isRight: (value: Json) => value is T,
    what: string,
  ): T[] {
    if (!Array.isArray(value)) {
      if (isPresent(value)) this.note(name, "is not a list, and is left out");
      return [];
    }
    return value.flatMap((item: Json, index): T[] => {
      if (isRight(item)) return [item];
      if (isPresent(item)) this.note(`${name}[${index}]`, `is not ${what}, and is left out`);
      return [];
    });
  }

  /** What an attribute says; of what is marked as sensitive only that it is lost. */
  #open(name: string): Json | undefined {
    this.#read.add(name);
    const value = this.#values[name];
    if (value === undefined || !this.#isMarked(name)) return value;
    this.lost(name, "is marked as sensitive, and is not copied; write it yourself");
    return undefined;
  }

  #isMarked(name: string): boolean {
    const mark = isObject(this.#sensitive) ? this.#sensitive[name] : undefined;
    return hasMark(mark ?? false);
  }

  #object(name: string, text: Json | undefined): JsonObject {
    const value = parsed(text);
    if (value === undefined && isPresent(text)) this.note(name, "is not an object in JSON, and is left out");
    return value ?? {};
  }

  /** How notes name an attribute. */
  pathOf(name: string): string {
    return this.#path === "" ? name : `${this.#path}.${name}`;
  }
}

const isText = (value: Json): value is string => typeof value === "string";
const isNumber = (value: Json): value is number => typeof value === "number";
const isFlag = (value: Json): value is boolean => typeof value === "boolean";
const isNumeral = (value: Json): value is number | string =>
  isNumber(value) || (isText(value) && value.trim() !== "" && Number.isFinite(Number(value)));

/** The object that a text holds as JSON; undefined for anything else but JSON's null. */
function parsed(text: Json | undefined): JsonObject | undefined {
  if (typeof text !== "string" || text === "") return undefined;
  try {
    const value: Json = JSON.parse(text);
    return value === null ? {} : isObject(value) ? value : undefined;
  } catch {
    return undefined;
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
