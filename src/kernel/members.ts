/** The members of a map or a secret object that follow from another field of the row (`membersBy`). */
import type { Field, Fields, Json, MemberSet, MembersBy } from "./field.ts";

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
