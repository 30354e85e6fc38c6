/** A secret goes in and never comes out: it is set or not, and may be replaced or cleared. */
import { Box, Button, Group, Input, PasswordInput, Textarea } from "@mantine/core";
import { useContext, useState } from "react";
import type { Json, SecretField } from "../../src/kernel/field.ts";
import { Status } from "../parts/status.tsx";
import { labelOf } from "../parts/words.ts";
import { FormContext, useProblem } from "./context.ts";
import { readJson } from "./json.ts";
import { useTyped } from "./typed.ts";

export interface SecretInputProps {
  readonly name: string;
  readonly field: SecretField;
  /** Whether one is stored. */
  readonly stored: boolean;
  /** Undefined: left as it is; null: cleared. */
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

export function SecretInput({ name, field, stored, value, onChange }: SecretInputProps) {
  const { disabled } = useContext(FormContext);
  const [open, setOpen] = useState(false);
  const problem = useProblem(name);
  const label = labelOf(name, field);
  const writing = (open || value !== undefined) && value !== null;
  const leave = () => {
    setOpen(false);
    onChange(undefined);
  };
  return (
    <Box role="group" aria-label={label} data-path={name}>
      <Input.Label component="div">{label}</Input.Label>
      <Group gap="sm" mt={4} mih={36}>
        <Status tone={stored ? "good" : "quiet"} label={stateOf(stored, value)} />
        {disabled ? null : (
          <Group gap={6}>
            {writing || value === null ? (
              <Button size="xs" variant="subtle" color="gray" onClick={leave}>
                {value === null ? "Keep it" : "Cancel"}
              </Button>
            ) : (
              <Button size="xs" variant="default" onClick={() => setOpen(true)}>
                {stored ? "Replace" : "Set"}
              </Button>
            )}
            {stored && value === undefined ? (
              <Button size="xs" variant="subtle" color="red" onClick={() => onChange(null)}>
                Clear
              </Button>
            ) : null}
          </Group>
        )}
      </Group>
      {writing && !disabled ? (
        <Entry name={name} label={label} shape={field.shape} onChange={onChange} value={value} />
      ) : null}
      {problem === undefined ? null : <Input.Error mt={4}>{problem}</Input.Error>}
      <Input.Description mt={4}>
        {field.description} It is stored encrypted and never shown again.
      </Input.Description>
    </Box>
  );
}

function stateOf(stored: boolean, value: Json | undefined): string {
  if (value === null) return "Set; will be cleared";
  if (value !== undefined) return stored ? "Set; will be replaced" : "Will be set";
  return stored ? "Set" : "Not set";
}

interface EntryProps {
  readonly name: string;
  readonly label: string;
  readonly shape: SecretField["shape"];
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

function Entry(props: EntryProps) {
  return props.shape === "text" ? <TextEntry {...props} /> : <ObjectEntry {...props} />;
}

function TextEntry({ label, value, onChange }: EntryProps) {
  return (
    <PasswordInput
      aria-label={`New ${label}`}
      autoComplete="new-password"
      autoFocus
      mt={6}
      value={typeof value === "string" ? value : ""}
      onChange={({ currentTarget }) => onChange(currentTarget.value === "" ? undefined : currentTarget.value)}
    />
  );
}

function ObjectEntry({ name, label, value, onChange }: EntryProps) {
  const typed = useTyped(
    { path: name, value, onChange },
    { write: (object) => JSON.stringify(object, null, 2), read: readJson, empty: { value: undefined } },
  );
  return (
    <Textarea
      aria-label={`New ${label} as a JSON object`}
      placeholder='{"token": "…"}'
      className="mono-input"
      autosize
      minRows={3}
      mt={6}
      autoFocus
      {...typed.input}
      error={typed.problem}
    />
  );
}
