/** How a definition writes down its fields: one constructor for each type, and what follows from a field. */
import type {
  BooleanField,
  ChoiceField,
  ComputedField,
  DateField,
  Field,
  IntegerField,
  ItemField,
  Json,
  ListField,
  MapField,
  NumberField,
  ObjectField,
  ReferenceField,
  SecretField,
  TextField,
  TimestampField,
  Tone,
} from "./field-types.ts";

export type * from "./field-types.ts";

type Options<F> = Omit<F, "type" | BoundName> & { readonly [K in keyof F & BoundName]?: number };

type BoundName = "min" | "max" | "maxValue" | "maxEntries";

/** The options that decide the type of a field's value, or whether it has to be sent. */
type TypingName =
  | "nullable"
  | "optional"
  | "keptWhenAbsent"
  | "filled"
  | "fixed"
  | "default"
  | "choices"
  | "items"
  | "orTrue"
  | "fields"
  | "exactlyOne"
  | "word"
  | "partOf"
  | "to"
  | "shape"
  | "from"
  | "reported";

/** What a constructor gives back: its name, its bounds as numbers, and of the options those that types follow from. */
type Built<F extends { readonly type: string; readonly description: string }, O> = Pick<
  F,
  keyof F & ("type" | "description" | "routine" | BoundName)
> &
  Pick<O, keyof O & TypingName>;

/** The options of a list or a map with the default that their constructor gives where they name none. */
type Filled<O, Empty> = O extends { readonly default: unknown } | { readonly optional: true }
  ? O
  : O extends { readonly min: infer M }
    ? M extends 0
      ? O & { readonly default: Empty | null }
      : O
    : O & { readonly default: Empty | null };

/** Largest integer that every JSON reader keeps exactly. */
export const maxInteger = Number.MAX_SAFE_INTEGER;

/** Bounds where a definition names none. */
export const defaultLimits = {
  text: 1_000,
  name: 255,
  query: 10_000,
  items: 100,
  entries: 64,
  mapKey: 255,
  depth: 4,
} as const;

export function text<const O extends Options<TextField>>(options: O): Built<TextField, O> {
  const required = options.default === undefined && !("nullable" in options);
  return { type: "text", min: required ? 1 : 0, max: defaultLimits.text, ...options } as const;
}

export function integer<const O extends Options<IntegerField>>(options: O): Built<IntegerField, O> {
  return { type: "integer", min: -maxInteger, max: maxInteger, ...options } as const;
}

export function number<const O extends Options<NumberField>>(options: O): Built<NumberField, O> {
  return { type: "number", min: -maxInteger, max: maxInteger, ...options } as const;
}

export function boolean<const O extends Options<BooleanField>>(options: O): Built<BooleanField, O> {
  return { type: "boolean", ...options } as const;
}

export function choice<const O extends Options<ChoiceField>>(
  options: O & { readonly tones?: TonesOf<O>; readonly needsDecision?: readonly O["choices"][number][] },
): Built<ChoiceField, O> {
  return { type: "choice", ...options } as const;
}

/** Every choice has a tone, and nothing else has. */
type TonesOf<O extends Options<ChoiceField>> = { readonly [C in O["choices"][number]]: Tone };

export function timestamp<const O extends Options<TimestampField>>(options: O): Built<TimestampField, O> {
  return { type: "timestamp", ...options } as const;
}

export function date<const O extends Options<DateField>>(options: O): Built<DateField, O> {
  return { type: "date", ...options } as const;
}

/** A list defaults to empty; one that may not be empty has `min: 1` and no default. */
export function list<const O extends Options<ListField>>(
  options: O,
): Built<ListField, Filled<O, readonly []>>;
export function list(options: Options<ListField>): ListField {
  const minimum = options.min ?? 0;
  const start =
    minimum > 0 || "default" in options || "optional" in options ? {} : { default: startOf(options) };
  return { type: "list", min: 0, max: defaultLimits.items, ...start, ...options } as const;
}

export function object<const O extends Options<ObjectField>>(options: O): Built<ObjectField, O> {
  return { type: "object", ...options } as const;
}

/** A map of text; it defaults to empty. */
export function map<const O extends Options<MapField>>(
  options: O,
): Built<MapField, Filled<O, Readonly<Record<string, never>>>>;
export function map(options: Options<MapField>): MapField {
  const start =
    "default" in options || "optional" in options ? {} : { default: "nullable" in options ? null : {} };
  return {
    type: "map",
    maxValue: defaultLimits.text,
    maxEntries: defaultLimits.entries,
    ...start,
    ...options,
  } as const;
}

export function reference<const O extends Options<ReferenceField>>(options: O): Built<ReferenceField, O> {
  return { type: "reference", ...options } as const;
}

export function secret<const S extends SecretField["shape"] = "text">(
  options: Partial<SecretField> & { readonly description: string; readonly shape?: S },
): SecretField & { readonly shape: S };
export function secret(options: Partial<SecretField> & { readonly description: string }): SecretField {
  return { type: "secret", shape: "text", max: defaultLimits.text, ...options };
}

/** Where it names no description, that of its shape is its own; it is routine unless it says otherwise. */
export function computed<
  const O extends Pick<ComputedField, "shape" | "from"> & Partial<Omit<ComputedField, "type">>,
>(options: O): Built<ComputedField, O> {
  return { type: "computed", routine: true, description: options.shape.description, ...options };
}

/** A field of a configuration that may stay away in a create body, and what then stands in its place. */
export function defaultOf(field: ItemField): Json | undefined {
  if (field.default !== undefined) return field.default;
  return field.nullable && !field.filled ? null : undefined;
}

/** Where nobody chooses a value, the service finds one, such as the time at which an incident is over. */
export function isFound(field: Field | undefined): boolean {
  return field?.nullable === true && field.keptWhenAbsent === true && field.filled === undefined;
}

/** It may not stay away, and nothing can be put in its place. */
export function mustBeSent(field: Field): boolean {
  return isConfiguration(field) && !field.optional && !field.keptWhenAbsent && defaultOf(field) === undefined;
}

function startOf(options: Options<ListField>): readonly Json[] | null {
  return options.nullable ? null : [];
}

export function isSettable(field: Field): field is ItemField | SecretField {
  return field.type !== "computed";
}

export function isConfiguration(field: Field): field is ItemField {
  return field.type !== "computed" && field.type !== "secret";
}

/** Whether a value of the field refers to a row, or has something in it that does. */
export function isReferring(field: Field): boolean {
  if (field.type === "list") return isReferring(field.items);
  if (field.type === "object") return Object.values(field.fields).some(isReferring);
  return field.type === "reference";
}
