/**
 * A map of text: an input for each key that is known for what another field says, and a row per other entry. An entry
 * of which nothing is written yet is not sent.
 */
import { ActionIcon, Box, CloseIcon, Group, Input, Stack, TextInput } from "@mantine/core";
import { useContext, useLayoutEffect, useRef, useState } from "react";
import type { Json, MapField, MemberSet } from "../../src/kernel/field.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { SmallButton } from "../parts/buttons.tsx";
import { useCommon } from "./common.ts";
import { FormContext, type OuterInputProps } from "./context.ts";
import { MemberInputs, splitMembers, useMemberSet } from "./members.tsx";
import * as texts from "./texts.ts";
import { useFocusOnNew } from "./use-focus-on-new.ts";

type Entry = readonly [string, string];

export function MapInput(props: OuterInputProps<MapField>) {
  const { path, field, value, onChange, Inner } = props;
  const { label, description, error, disabled } = useCommon(props);
  const { problems, note } = useContext(FormContext);
  const set = useMemberSet(field);
  const { known, others } = splitMembers(set, value ?? field.default);
  const [entries, setEntries] = useState<readonly Entry[]>(() => entriesOf(others));
  const [seen, setSeen] = useState(others);
  const place = useRef<HTMLDivElement>(null);
  const added = useFocusOnNew(place);
  // What was set from outside, such as by discarding, takes the place of what was typed.
  if (!same(seen, others)) {
    setSeen(others);
    if (!same(others, mapOf(entries, set))) setEntries(entriesOf(others));
  }
  const send = (map: JsonObject) => onChange(field.nullable && Object.keys(map).length === 0 ? null : map);
  const change = (next: readonly Entry[]) => {
    setEntries(next);
    const map = mapOf(next, set);
    setSeen(map);
    send({ ...known, ...map });
  };
  const wrong = entries
    .map((_, index) => wrongKey(entries, index, set))
    .find((problem) => problem !== undefined);
  useLayoutEffect(() => {
    note(path, wrong);
    return () => note(path, undefined);
  }, [note, path, wrong]);
  return (
    <Box role="group" aria-label={label} data-path={path}>
      <Input.Label component="div">{label}</Input.Label>
      {set === undefined ? null : (
        <Stack gap="sm" mt={4} mb="sm" pl="md" className="nest">
          <MemberInputs
            path={path}
            set={set}
            value={known}
            disabled={disabled}
            onChange={(next) => send({ ...next, ...others })}
            Inner={Inner}
          />
        </Stack>
      )}
      <Stack gap={8} mt={4} ref={place}>
        {entries.map(([key, text], index) => (
          <EntryLine
            // biome-ignore lint/suspicious/noArrayIndexKey: keys are typed letter by letter
            key={index}
            label={label}
            index={index}
            entry={[key, text]}
            disabled={disabled}
            keyProblem={wrongKey(entries, index, set)}
            textProblem={problems.get(`${path}.${key}`)}
            change={(entry) => change(replaced(entries, index, entry))}
            remove={() => change(entries.filter((_, at) => at !== index))}
          />
        ))}
        {disabled ? null : (
          <SmallButton
            w="fit-content"
            disabled={entries.length >= field.maxEntries}
            onClick={() => {
              added();
              setEntries([...entries, ["", ""]]);
            }}
          >
            {texts.addEntry}
          </SmallButton>
        )}
      </Stack>
      {error === undefined ? null : <Input.Error mt={4}>{error}</Input.Error>}
      {description === undefined ? null : <Input.Description mt={4}>{description}</Input.Description>}
    </Box>
  );
}

interface EntryLineProps {
  readonly label: string;
  readonly index: number;
  readonly entry: Entry;
  readonly disabled: boolean;
  readonly keyProblem: string | undefined;
  readonly textProblem: string | undefined;
  readonly change: (entry: Entry) => void;
  readonly remove: () => void;
}

function EntryLine({
  label,
  index,
  entry: [key, text],
  disabled,
  keyProblem,
  textProblem,
  change,
  remove,
}: EntryLineProps) {
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <TextInput
        aria-label={texts.key(label, index + 1)}
        placeholder={texts.keyOfPair}
        className="mono-input"
        flex="0 1 220px"
        disabled={disabled}
        value={key}
        error={keyProblem}
        onChange={({ currentTarget }) => change([currentTarget.value, text])}
      />
      <TextInput
        aria-label={texts.value(label, index + 1)}
        placeholder={texts.valueOfPair}
        flex={1}
        disabled={disabled}
        value={text}
        error={textProblem}
        onChange={({ currentTarget }) => change([key, currentTarget.value])}
      />
      {disabled ? null : (
        <ActionIcon size={36} aria-label={texts.removeEntry(key, index + 1)} onClick={remove}>
          <CloseIcon size="16px" />
        </ActionIcon>
      )}
    </Group>
  );
}

function entriesOf(value: JsonObject): readonly Entry[] {
  return Object.entries(value).map(([key, text]) => [key, String(text)]);
}

function mapOf(entries: readonly Entry[], set: MemberSet | undefined): Record<string, string> {
  return Object.fromEntries(entries.filter(([key]) => key !== "" && !isMember(set, key)));
}

function isMember(set: MemberSet | undefined, key: string): boolean {
  return set !== undefined && Object.hasOwn(set.members, key);
}

/** Why an entry would not be saved as it stands here. */
function wrongKey(entries: readonly Entry[], index: number, set: MemberSet | undefined): string | undefined {
  const [key, text] = entries[index] as Entry;
  if (isMember(set, key)) return texts.thisKeyHasItsOwn;
  if (key === "") return text === "" ? undefined : texts.writeAKey;
  const first = entries.findIndex(([other]) => other === key);
  return first < index ? texts.thisKeyIsThereTwice : undefined;
}

function replaced(entries: readonly Entry[], index: number, entry: Entry): readonly Entry[] {
  return entries.map((present, at) => (at === index ? entry : present));
}

function same(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
