/** The members that are known for the value of another field (`membersBy`): an input for each. */
import { useContext } from "react";
import type { Field, Json, Member, MemberSet, SecretField } from "../../src/kernel/field.ts";
import { memberSetOf, membersByOf } from "../../src/kernel/members.ts";
import { isObject, type JsonObject } from "../../src/kernel/validate.ts";
import { labelOf } from "../parts/words.ts";
import { FormContext, type OuterInputProps, useProblem } from "./context.ts";
import { documented } from "./documented.tsx";
import { withMember } from "./object.tsx";
import { SecretEntry } from "./secret-entry.tsx";

/** What is known of a field's members at this moment; undefined where they are the writer's own. */
export function useMemberSet(field: Field): MemberSet | undefined {
  const { current } = useContext(FormContext);
  const membersBy = membersByOf(field);
  return membersBy && memberSetOf(membersBy, current(membersBy.field));
}

/** The members of a value that are known, and the others. */
export function splitMembers(
  set: MemberSet | undefined,
  value: Json | undefined,
): { readonly known: JsonObject; readonly others: JsonObject } {
  const entries = isObject(value) ? Object.entries(value) : [];
  const isKnown = ([name]: readonly [string, Json]) => set !== undefined && Object.hasOwn(set.members, name);
  return {
    known: Object.fromEntries(entries.filter(isKnown)),
    others: Object.fromEntries(entries.filter((entry) => !isKnown(entry))),
  };
}

export interface MemberInputsProps {
  readonly path: string;
  readonly set: MemberSet;
  readonly value: JsonObject;
  readonly disabled: boolean;
  readonly onChange: (value: JsonObject) => void;
  readonly Inner: OuterInputProps["Inner"];
}

export function MemberInputs({ path, set, value, disabled, onChange, Inner }: MemberInputsProps) {
  return Object.entries(set.members).map(([name, member]) => {
    const shared = {
      name,
      path: `${path}.${name}`,
      value: value[name],
      onChange: (next: Json | undefined) => onChange(withMember(value, name, { optional: true }, next)),
    };
    return member.type === "secret" ? (
      <SecretMember key={name} {...shared} field={member} />
    ) : (
      <Inner key={name} {...shared} field={optional(member)} disabled={disabled} />
    );
  });
}

function optional<M extends Exclude<Member, SecretField>>(member: M): M {
  return { ...member, optional: true };
}

interface SecretMemberProps {
  readonly name: string;
  readonly path: string;
  readonly field: SecretField;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

function SecretMember({ name, path, field, value, onChange }: SecretMemberProps) {
  const common = {
    label: labelOf(name, field),
    description: documented(field.description, field.link),
    error: useProblem(path),
  };
  return <SecretEntry path={path} field={field} value={value} onChange={onChange} common={common} />;
}
