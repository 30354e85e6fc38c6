/** The members of a map or a secret object that follow from another field of the row (`membersBy`). */
import type { Field, Fields, Json, MemberSet, MembersBy, OnlyFor, Variant } from "./field.ts";

/** The field's rule about its members; undefined where they are the writer's own. */
export function membersByOf(field: Field): MembersBy | undefined {
  return field.type === "map" || field.type === "secret" ? field.membersBy : undefined;
}

/** The members that are known for the value that decides; undefined where they are free. */
export function memberSetOf({ sets }: MembersBy, deciding: Json | undefined): MemberSet | undefined {
  return typeof deciding === "string" && Object.hasOwn(sets, deciding) ? sets[deciding] : undefined;
}

/** Whether a body of these names has members that only the row itself can judge. */
export function asksForRow(fields: Fields, names: readonly string[]): boolean {
  return names.some((name) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field !== undefined && membersByOf(field) !== undefined;
  });
}

/** Values of the deciding field that take the same members, together. */
export interface MemberGroup extends Pick<MemberSet, "members" | "closed"> {
  readonly values: readonly string[];
  /** The vendors' pages, by value. */
  readonly links: Readonly<Record<string, string>>;
}

/** The sets, each once: several values may share their members. */
export function memberGroups({ sets }: MembersBy): readonly MemberGroup[] {
  const groups = new Map<MemberSet["members"], MemberGroup>();
  for (const [value, { members, closed, link }] of Object.entries(sets)) {
    const { values = [], links = {} } = groups.get(members) ?? {};
    groups.set(members, {
      members,
      ...(closed ? { closed } : {}),
      values: [...values, value],
      links: link === undefined ? links : { ...links, [value]: link },
    });
  }
  return [...groups.values()];
}

/** All that is known, in a few words, for descriptions. */
export function membersNote(membersBy: MembersBy): string {
  const groups = memberGroups(membersBy).map(
    ({ values, members, closed }) =>
      `${values.join(", ")}: ${Object.keys(members).join(", ")}${closed ? " and no others" : ""}`,
  );
  return `Known by ${membersBy.field}: ${groups.join("; ")}.`;
}

/** The variants that the field belongs to; undefined where it belongs to all. */
export function onlyForOf(field: Field): OnlyFor | undefined {
  return field.type === "computed" ? undefined : field.onlyFor;
}

/**
 * Whether the row's variant takes the field.
 *
 * @param row the row as it is stored, or a draft of it; a draft whose variant is not chosen yet takes no such field
 */
export function appliesTo(field: Field, row: { readonly [name: string]: Json | undefined }): boolean {
  const rule = onlyForOf(field);
  return rule === undefined || rule.values.some((value) => value === row[rule.field]);
}

/** The sentence that descriptions add: "Only for kind ratio." */
export function onlyForNote(field: Field): string | undefined {
  const rule = onlyForOf(field);
  return rule === undefined ? undefined : `Only for ${rule.field} ${oneOf(rule.values)}.`;
}

function oneOf(values: readonly string[]): string {
  return values.length < 2
    ? values.join("")
    : `${values.slice(0, -1).join(", ")} or ${values.slice(-1).join("")}`;
}

/** The variants that a field's values stand for; undefined where it has none. */
export function variantsOf(field: Field | undefined): Readonly<Record<string, Variant>> | undefined {
  return field?.type === "text" || field?.type === "choice" ? field.variants : undefined;
}

/** What each value is and needs, in the words of its form; undefined where the field has no variants. */
export function variantsNote(field: Field): string | undefined {
  const variants = variantsOf(field);
  if (variants === undefined) return undefined;
  return Object.entries(variants)
    .map(([value, { help }]) => `\`${value}\`: ${help}`)
    .join(" ");
}
