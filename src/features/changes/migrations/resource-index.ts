/** The other tool's resources, found by their type and by what their attributes say. */
import type { Json } from "../../../kernel/field.ts";
import type { SourceResource } from "./resource.ts";

/** All resources of a run. Looking one up takes the same time however many there are. */
export class Sources {
  readonly all: readonly SourceResource[];
  readonly #byType: ReadonlyMap<Json | undefined, readonly SourceResource[]>;
  readonly #byValue = new Map<string, ReadonlyMap<Json | undefined, readonly SourceResource[]>>();

  constructor(all: readonly SourceResource[]) {
    this.all = all;
    this.#byType = grouped(all, ({ type }) => type);
  }

  ofType(type: string): readonly SourceResource[] {
    return this.#byType.get(type) ?? [];
  }

  /** Those of a type of which an attribute has this value. */
  having(type: string, attribute: string, value: string): readonly SourceResource[] {
    const name = `${type} ${attribute}`;
    const index = this.#byValue.get(name) ?? grouped(this.ofType(type), ({ values }) => values[attribute]);
    this.#byValue.set(name, index);
    return index.get(value) ?? [];
  }

  /**
   * Those that a resource means by a name or an id, which is unique in one organization of the other tool only: none
   * of an organization that is known to be another, and of other files only where its own file has none.
   */
  meantBy(source: SourceResource, type: string, attribute: string, value: string): readonly SourceResource[] {
    const { file, values } = source;
    const found = this.having(type, attribute, value).filter(
      ({ values: { org_id: other } }) => !isSaid(other) || !isSaid(values.org_id) || other === values.org_id,
    );
    const near = found.filter((one) => one.file === file);
    return near.length > 0 ? near : found;
  }
}

/** Grafana's resources name their organization, or 0 for that of the key; some types and other tools name none. */
function isSaid(organization: Json | undefined): boolean {
  return typeof organization === "string" && organization !== "" && organization !== "0";
}

function grouped(
  sources: readonly SourceResource[],
  keyOf: (source: SourceResource) => Json | undefined,
): ReadonlyMap<Json | undefined, readonly SourceResource[]> {
  const groups = new Map<Json | undefined, SourceResource[]>();
  for (const source of sources) {
    const group = groups.get(keyOf(source));
    if (group === undefined) groups.set(keyOf(source), [source]);
    else group.push(source);
  }
  return groups;
}
