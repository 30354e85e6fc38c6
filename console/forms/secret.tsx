/** A secret goes in and never comes out: it is set or not, and may be replaced or cleared. */
import { Anchor, Box, Button, Group, Input, Stack, Text } from "@mantine/core";
import { useContext, useState } from "react";
import type { Json, MemberSet, SecretField } from "../../src/kernel/field.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { QuietButton, SmallButton } from "../parts/buttons.tsx";
import { Status } from "../parts/status.tsx";
import { labelOf, sentence } from "../parts/words.ts";
import { isWanted } from "./common.ts";
import { FormContext } from "./context.ts";
import { FieldInput } from "./field.tsx";
import { MemberInputs, splitMembers, useMemberSet } from "./members.tsx";
import type { Reading } from "./number.ts";
import { Paste } from "./paste.tsx";
import { SecretEntry, type SecretEntryProps } from "./secret-entry.tsx";
import * as texts from "./texts.ts";
import { isAsked, variantField } from "./variant.ts";

export interface SecretInputProps {
  readonly name: string;
  readonly field: SecretField;
  /** Whether one is stored. */
  readonly stored: boolean;
  /** Undefined: left as it is; null: cleared. */
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

export function SecretInput(props: SecretInputProps) {
  const { name, field, stored, value, onChange } = props;
  const { disabled, making, decided } = useContext(FormContext);
  const said = variantField(decided, name);
  const set = useMemberSet(field);
  const [open, setOpen] = useState(false);
  // Counts how often what was typed was thrown away, and with it the inputs that hold it.
  const [round, setRound] = useState(0);
  const problem = useOwnProblem(name, set);
  const label = said?.title ?? labelOf(name, field);
  // What a new row may have is shown with its other fields, and so is what its vendor asks for.
  const asked = making && decided !== undefined && isAsked(decided, name);
  const offered = asked || (making && set !== undefined);
  const typing = open || value !== undefined;
  const leave = () => {
    setOpen(false);
    setRound(round + 1);
    onChange(undefined);
  };
  const help = texts.itIsStoredEncrypted(said?.help === undefined ? field.description : sentence(said.help));
  if (asked) {
    const common = { label, description: help, error: problem, withAsterisk: isWanted(said), disabled };
    return <AskedSecret {...props} set={set} common={common} />;
  }
  return (
    <Box role="group" aria-label={label} data-path={name}>
      <Input.Label component="div" required={isWanted(said)}>
        {label}
      </Input.Label>
      <Group gap="sm" mt={4} mih={36}>
        <Status tone={stored ? "good" : "quiet"} label={stateOf(stored, value)} />
        {disabled ? null : (
          <Group gap={6}>
            {typing ? (
              <QuietButton onClick={leave}>{value === null ? texts.keepIt : texts.cancel}</QuietButton>
            ) : offered ? null : (
              <SmallButton onClick={() => setOpen(true)}>{stored ? texts.replace : texts.set}</SmallButton>
            )}
            {stored && value === undefined ? (
              <Button size="xs" variant="subtle" color="red" onClick={() => onChange(null)}>
                {texts.clear}
              </Button>
            ) : null}
          </Group>
        )}
      </Group>
      {(typing || offered) && value !== null && !disabled ? (
        set === undefined ? (
          <Box mt={6}>
            <SecretEntry
              path={name}
              field={field}
              value={value}
              onChange={onChange}
              common={{
                "aria-label": texts.newAsAJsonObject(label, field.shape === "object"),
                autoFocus: true,
              }}
            />
          </Box>
        ) : (
          <MembersEntry key={round} {...props} set={set} />
        )
      ) : null}
      {problem === undefined ? null : <Input.Error mt={4}>{problem}</Input.Error>}
      <Input.Description mt={4}>{help}</Input.Description>
      {set?.paste === undefined ? null : <Paste paste={set.paste} />}
    </Box>
  );
}

interface AskedSecretProps extends SecretInputProps {
  readonly set: MemberSet | undefined;
  readonly common: SecretEntryProps["common"];
}

/** Of a new row, where its vendor asks for it: an input like any other, or one for each member. */
function AskedSecret({ set, common, ...props }: AskedSecretProps) {
  const { name, field, value, onChange } = props;
  if (set === undefined)
    return <SecretEntry path={name} field={field} value={value} onChange={onChange} common={common} />;
  return (
    <Box role="group" aria-label={common.label} data-path={name}>
      <MembersEntry {...props} set={set} flat />
      {common.error === undefined ? null : <Input.Error mt={4}>{common.error}</Input.Error>}
      <Input.Description mt="sm">{texts.whatIsSecretIsStored}</Input.Description>
      {set.paste === undefined ? null : <Paste paste={set.paste} />}
    </Box>
  );
}

function stateOf(stored: boolean, value: Json | undefined): string {
  if (value === null) return texts.setWillBeCleared;
  if (value !== undefined) return stored ? texts.setWillBeReplaced : texts.willBeSet;
  return stored ? texts.set : texts.notSet;
}

/** The service's problems that none of the inputs inside shows. */
function useOwnProblem(name: string, set: MemberSet | undefined): string | undefined {
  const { problems } = useContext(FormContext);
  const found = [...problems].flatMap(([path, message]) => {
    if (path === name) return [message];
    if (!path.startsWith(`${name}.`)) return [];
    const inner = path.slice(name.length + 1);
    const member = inner.split(/[.[]/)[0] ?? "";
    return set !== undefined && Object.hasOwn(set.members, member) ? [] : [`${inner}: ${message}`];
  });
  return found.length === 0 ? undefined : found.join(" ");
}

interface MembersEntryProps extends SecretInputProps {
  readonly set: MemberSet;
  /** Among the other fields, below what the vendor's form says already. */
  readonly flat?: boolean;
}

/** An input for each member that is known, and the others as JSON where there may be others. */
function MembersEntry({ name, set, stored, value, onChange, flat = false }: MembersEntryProps) {
  const { known, others } = splitMembers(set, value);
  const change = (next: JsonObject) => onChange(Object.keys(next).length === 0 ? undefined : next);
  const hasOthers = Object.keys(others).length > 0;
  return (
    <Stack gap={flat ? "lg" : "sm"} {...(flat ? {} : { mt: 6, pl: "md", className: "nest" })}>
      {stored ? <Text size="sm">{texts.whatIsWrittenHereReplaces}</Text> : null}
      {set.link === undefined || flat ? null : (
        <Anchor href={set.link} target="_blank" rel="noreferrer" size="sm">
          {texts.theVendorsDocumentation}
        </Anchor>
      )}
      <MemberInputs
        path={name}
        set={set}
        value={known}
        disabled={false}
        onChange={(next) => change({ ...next, ...others })}
        Inner={FieldInput}
        further={
          set.closed && !hasOthers ? null : (
            <SecretEntry
              path={name}
              field={{ shape: "object" }}
              value={hasOthers ? others : undefined}
              onChange={(next) => change({ ...known, ...(next as JsonObject | undefined) })}
              common={{ label: texts.furtherSettingsAsAJson, placeholder: '{"name": "value"}' }}
              judge={(object) => withoutKnown(set, object)}
            />
          )
        }
      />
    </Stack>
  );
}

function withoutKnown(set: MemberSet, object: JsonObject): Reading<JsonObject> {
  const name = Object.keys(object).find((one) => Object.hasOwn(set.members, one));
  return name === undefined ? { value: object } : { problem: texts.hasWhichHasItsOwn(name) };
}
