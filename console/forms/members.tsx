/** The members that are known for the value of another field (`membersBy`): an input for each. */
import { Stack } from "@mantine/core";
import { type ReactNode, useContext } from "react";
import type { Field, Json, Member, MemberSet, SecretField } from "../../src/kernel/field.ts";
import { memberSetOf, membersByOf } from "../../src/kernel/members.ts";
import { isObject, type JsonObject } from "../../src/kernel/validate.ts";
import { Fold } from "../parts/fold.tsx";
import { labelOf } from "../parts/words.ts";
import { isWanted } from "./common.ts";
import { FormContext, type OuterInputProps, useProblem } from "./context.ts";
import { documented } from "./documented.tsx";
import { withMember } from "./object.tsx";
import { SecretEntry } from "./secret-entry.tsx";
import * as texts from "./texts.ts";
import { variantField } from "./variant.ts";

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
  /** After them: what is known of none. */
  readonly further?: ReactNode;
}

/** Those that the vendor's form asks for first; the others stay folded until one of them has a value. */
export function MemberInputs(props: MemberInputsProps) {
  const { path, set, value, further = null } = props;
  const { decided, problems } = useContext(FormContext);
  const isFirst = (name: string) => variantField(decided, `${path}.${name}`)?.asked === true;
  const names = Object.keys(set.members);
  const first = names.filter(isFirst);
  const others = names.filter((name) => !isFirst(name));
  if (first.length === 0)
    return (
      <>
        <Inputs {...props} names={names} />
        {further}
      </>
    );
  const shown = others.some((name) => value[name] !== undefined || problems.has(`${path}.${name}`));
  return (
    <>
      <Inputs {...props} names={first} />
      {others.length === 0 && further === null ? null : (
        <Fold label={texts.moreSettings} shown={shown} minor>
          <Stack gap="lg">
            <Inputs {...props} names={others} />
            {further}
          </Stack>
        </Fold>
      )}
    </>
  );
}

function Inputs({
  path,
  set,
  value,
  disabled,
  onChange,
  Inner,
  names,
}: MemberInputsProps & { readonly names: readonly string[] }) {
  return names.map((name) => {
    const member = set.members[name] as Member;
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
  const { decided } = useContext(FormContext);
  const common = {
    label: labelOf(name, field),
    withAsterisk: isWanted(variantField(decided, path)),
    description: documented(field.description, field.link),
    error: useProblem(path),
  };
  return <SecretEntry path={path} field={field} value={value} onChange={onChange} common={common} />;
}
