/** OpenSLO objects as they were read: each value knows its place, so that what is wrong with it can be shown there. */
import type { Json } from "../../kernel/field.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import { annotations, type ObjectKind } from "./document.ts";

/** Where something stands: in which of the documents, and below which path such as `spec.objectives[0].target`. */
export interface Place {
  readonly document: number;
  readonly path: string;
}

/** What is wrong with a place, or differs from what it was. */
export interface Finding extends Place {
  /** Begins with the object and the path. */
  readonly message: string;
}

/** A value of a document, or the absence of one. */
export class Part {
  readonly place: Place;
  readonly value: Json | undefined;
  /** The object that it belongs to, such as `SLO checkout-latency`. */
  readonly subject: string;

  constructor(subject: string, place: Place, value: Json | undefined) {
    this.subject = subject;
    this.place = place;
    this.value = value;
  }

  /** Null counts as left out: YAML has it where nothing stands behind a name. */
  get isGiven(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  member(name: string): Part {
    const { document, path } = this.place;
    const value = isObject(this.value) && Object.hasOwn(this.value, name) ? this.value[name] : undefined;
    return new Part(this.subject, { document, path: path === "" ? name : `${path}.${name}` }, value);
  }

  members(): [string, Part][] {
    return isObject(this.value) ? Object.keys(this.value).map((name) => [name, this.member(name)]) : [];
  }

  items(): Part[] {
    const { document, path } = this.place;
    if (!Array.isArray(this.value)) return [];
    return this.value.map(
      (item: Json, index) => new Part(this.subject, { document, path: `${path}[${index}]` }, item),
    );
  }
}

/** Collects what is refused and what is lost. */
export class Report {
  readonly problems: Finding[] = [];
  readonly notes: Finding[] = [];

  /** Says why it is refused. */
  refuse(part: Part, message: string): undefined {
    this.problems.push(finding(part, message));
  }

  /** Says what differs from what it was. */
  note(part: Part, message: string): void {
    this.notes.push(finding(part, message));
  }

  /** The text of a part that has to be there. */
  text(part: Part): string | undefined {
    if (typeof part.value === "string" && part.value !== "") return part.value;
    return this.refuse(part, part.isGiven ? "must be text" : "is required");
  }

  /** The text of a part that may stay away. */
  optionalText(part: Part): string | undefined {
    return part.isGiven ? this.text(part) : undefined;
  }

  number(part: Part): number | undefined {
    if (typeof part.value === "number") return part.value;
    return this.refuse(part, part.isGiven ? "must be a number" : "is required");
  }

  /** Says of every member but these that it is left out. */
  noteOthers(
    part: Part,
    known: readonly string[],
    why = "is not a field of OpenSLO v1, and is left out",
  ): void {
    for (const [name, member] of part.members()) if (!known.includes(name)) this.note(member, why);
  }
}

function finding({ subject, place }: Part, message: string): Finding {
  const where = place.path === "" ? "" : `${place.path}: `;
  return { ...place, message: `${subject}: ${where}${message}` };
}

/** An object of a document, or one that stands within another. */
export interface SourceObject {
  readonly kind: ObjectKind;
  readonly name: string;
  readonly whole: Part;
  readonly metadata: Part;
  readonly spec: Part;
}

/** The value of one of our annotations; undefined where the object has none. */
export function annotation(
  report: Report,
  { metadata }: SourceObject,
  name: keyof typeof annotations,
): string | undefined {
  return report.optionalText(annotationPart(metadata, name));
}

export function annotationPart(metadata: Part, name: keyof typeof annotations): Part {
  return metadata.member("annotations").member(annotations[name]);
}

/** A row as a bundle names it, and where its fields come from. */
export interface Entry {
  readonly resource: "data_sources" | "slis" | "slos";
  readonly body: JsonObject;
  /** The object that it was made of. */
  readonly from: Part;
  readonly fields: Readonly<Record<string, Part>>;
}

/**
 * Says what of an object has no place in a row.
 * @param known the members of its spec that are read
 */
export function noteLost(
  report: Report,
  { kind, metadata, spec }: SourceObject,
  known: readonly string[],
): void {
  const shown = metadata.member("displayName");
  // Of what is no row here, how it is shown is nothing to lose.
  const isRow = kind === "SLO" || kind === "SLI" || kind === "DataSource";
  if (shown.isGiven && isRow && !annotationPart(metadata, "name").isGiven)
    report.note(shown, "is left out: a row is known by its name");
  if (metadata.member("labels").isGiven && kind !== "SLO")
    report.note(metadata.member("labels"), "are left out: only SLOs have labels here");
  const others = metadata.member("annotations").members();
  for (const [name, part] of others)
    if (!ours.has(name)) report.note(part, "is left out: rows carry no annotations here");
  const description = spec.member("description");
  if (description.isGiven && !known.includes("description"))
    report.note(description, "is left out: there is no field for it here");
  report.noteOthers(spec, [...known, "description"]);
}

const ours: ReadonlySet<string> = new Set(Object.values(annotations));

/** Whether a text is one number, as JSON writes it. */
export function isNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text));
}
