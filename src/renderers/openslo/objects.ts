/** The objects of the documents, by kind and name. */
import type { Json } from "../../kernel/field.ts";
import { isObject } from "../../kernel/validate.ts";
import { apiVersion, type ObjectKind, objectKinds } from "./document.ts";
import { Part, type Report, type SourceObject } from "./part.ts";

export class Objects {
  readonly #byKind = new Map<ObjectKind, Map<string, SourceObject>>();
  /** Those that another one named. */
  readonly #used = new Set<SourceObject>();

  constructor(documents: readonly Json[], report: Report) {
    for (const [document, value] of documents.entries()) {
      const object = objectOf(new Part("OpenSLO", { document, path: "" }, value), report);
      if (object === undefined) continue;
      const named = this.#byKind.get(object.kind) ?? new Map<string, SourceObject>();
      this.#byKind.set(object.kind, named);
      if (named.has(object.name)) report.refuse(object.metadata.member("name"), "is here twice");
      else named.set(object.name, object);
    }
  }

  all(kind: ObjectKind): readonly SourceObject[] {
    return [...(this.#byKind.get(kind)?.values() ?? [])];
  }

  /** The object that is named; it counts as used from then on. */
  find(kind: ObjectKind, name: string): SourceObject | undefined {
    const object = this.#byKind.get(kind)?.get(name);
    if (object !== undefined) this.#used.add(object);
    return object;
  }

  unused(kind: ObjectKind): readonly SourceObject[] {
    return this.all(kind).filter((object) => !this.#used.has(object));
  }
}

function objectOf(whole: Part, report: Report): SourceObject | undefined {
  if (!isObject(whole.value))
    return report.refuse(whole, "a document is an object with apiVersion, kind, metadata and spec");
  const [version, kind] = [whole.member("apiVersion"), whole.member("kind")];
  if (version.value !== apiVersion)
    return report.refuse(version, `is ${JSON.stringify(version.value ?? null)}; only ${apiVersion} is read`);
  const known = objectKinds.find((one) => one === kind.value);
  if (known === undefined)
    return report.refuse(
      kind,
      `is ${JSON.stringify(kind.value ?? null)}, and OpenSLO v1 has ${objectKinds.join(", ")}`,
    );
  report.noteOthers(whole, ["apiVersion", "kind", "metadata", "spec"]);
  return objectFrom(known, whole, report);
}

/**
 * An object of this kind.
 * @param fallback its name, where it stands within another object and has none
 */
export function objectFrom(
  kind: ObjectKind,
  whole: Part,
  report: Report,
  fallback?: string,
): SourceObject | undefined {
  const given = whole.member("metadata").member("name");
  const name = fallback !== undefined && !given.isGiven ? fallback : report.text(given);
  if (name === undefined) return undefined;
  const subject = `${kind} ${name}`;
  const named = new Part(subject, whole.place, whole.value);
  return { kind, name, whole: named, metadata: named.member("metadata"), spec: named.member("spec") };
}

/** What reading OpenSLO needs of all documents. */
export interface Around {
  readonly report: Report;
  readonly objects: Objects;
  /** `dataSource` is that of metrics that name none. */
  readonly options: { readonly dataSource?: string };
}
