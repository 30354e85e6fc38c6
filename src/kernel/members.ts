/** The members of a map or a secret object that follow from another field of the row (`membersBy`). */
import type { Field, Fields, Json, Member, MemberSet, MembersBy } from "./field.ts";

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
export interface MemberGroup {
  readonly values: readonly string[];
  readonly set: MemberSet;
}

/** The sets, each once: several values may share one. */
export function memberGroups({ sets }: MembersBy): readonly MemberGroup[] {
  const groups = new Map<MemberSet["members"], { values: string[]; set: MemberSet }>();
  for (const [value, set] of Object.entries(sets)) {
    const group = groups.get(set.members);
    if (group === undefined) groups.set(set.members, { values: [value], set });
    else group.values.push(value);
  }
  return [...groups.values()];
}

/** All that is known, in a few words, for descriptions. */
export function membersNote(membersBy: MembersBy): string {
  const groups = memberGroups(membersBy).map(
    ({ values, set }) =>
      `${values.join(", ")}: ${Object.keys(set.members).join(", ")}${set.closed ? " and no others" : ""}`,
  );
  return `Known by ${membersBy.field}: ${groups.join("; ")}.`;
}

/** Where a member is explained. */
export function linkOf(set: MemberSet, member: Member): string {
  return member.link ?? set.link;
}
