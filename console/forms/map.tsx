/** A map of text, a row per entry. An entry of which nothing is written yet is not sent. */
import { ActionIcon, Box, Button, CloseIcon, Group, Input, Stack, TextInput } from "@mantine/core";
import { useContext, useLayoutEffect, useState } from "react";
import type { Json, MapField } from "../../src/kernel/field.ts";
import { useCommon } from "./common.ts";
import { FormContext, type InputProps } from "./context.ts";

type Entry = readonly [string, string];

export function MapInput(props: InputProps<MapField>) {
  const { path, field, value, onChange } = props;
  const { label, description, error, disabled } = useCommon(props);
  const { problems, note } = useContext(FormContext);
  const [entries, setEntries] = useState<readonly Entry[]>(() => entriesOf(value ?? field.default));
  const [seen, setSeen] = useState(value);
  // What was set from outside, such as by discarding, takes the place of what was typed.
  if (!same(seen, value)) {
    setSeen(value);
    if (!same(value, mapOf(entries))) setEntries(entriesOf(value ?? field.default));
  }
  const change = (next: readonly Entry[]) => {
    setEntries(next);
    const map = next.length === 0 && field.nullable ? null : mapOf(next);
    setSeen(map);
    onChange(map);
  };
  const wrong = entries.map((_, index) => wrongKey(entries, index)).find((problem) => problem !== undefined);
  useLayoutEffect(() => {
    note(path, wrong);
    return () => note(path, undefined);
  }, [note, path, wrong]);
  return (
    <Box role="group" aria-label={label} data-path={path}>
      <Input.Label component="div">{label}</Input.Label>
      <Stack gap={8} mt={4}>
        {entries.map(([key, text], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: keys are typed letter by letter
          <Group key={index} gap={4} wrap="nowrap" align="flex-start">
            <TextInput
              aria-label={`${label}: key ${index + 1}`}
              placeholder="key"
              className="mono-input"
              flex="0 1 220px"
              disabled={disabled}
              value={key}
              error={wrongKey(entries, index)}
              onChange={({ currentTarget }) => change(replaced(entries, index, [currentTarget.value, text]))}
            />
            <TextInput
              aria-label={`${label}: value ${index + 1}`}
              placeholder="value"
              flex={1}
              disabled={disabled}
              value={text}
              error={problems.get(`${path}.${key}`)}
              onChange={({ currentTarget }) => change(replaced(entries, index, [key, currentTarget.value]))}
            />
            {disabled ? null : (
              <ActionIcon
                size={36}
                aria-label={`Remove ${key === "" ? `entry ${index + 1}` : key}`}
                onClick={() => change(entries.filter((_, at) => at !== index))}
              >
                <CloseIcon size="16px" />
              </ActionIcon>
            )}
          </Group>
        ))}
        {disabled ? null : (
          <Button
            size="xs"
            variant="default"
            w="fit-content"
            disabled={entries.length >= field.maxEntries}
            onClick={() => setEntries([...entries, ["", ""]])}
          >
            Add entry
          </Button>
        )}
      </Stack>
      {error === undefined ? null : <Input.Error mt={4}>{error}</Input.Error>}
      {description === undefined ? null : <Input.Description mt={4}>{description}</Input.Description>}
    </Box>
  );
}

function entriesOf(value: Json | undefined): readonly Entry[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).map(([key, text]) => [key, String(text)]);
}

function mapOf(entries: readonly Entry[]): Record<string, string> {
  return Object.fromEntries(entries.filter(([key]) => key !== ""));
}

/** Why an entry would not be saved as it stands here. */
function wrongKey(entries: readonly Entry[], index: number): string | undefined {
  const [key, text] = entries[index] as Entry;
  if (key === "") return text === "" ? undefined : "Write a key for this value.";
  const first = entries.findIndex(([other]) => other === key);
  return first < index ? "This key is there twice; write another one." : undefined;
}

function replaced(entries: readonly Entry[], index: number, entry: Entry): readonly Entry[] {
  return entries.map((present, at) => (at === index ? entry : present));
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}
