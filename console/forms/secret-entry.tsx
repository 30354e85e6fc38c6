/** Where a secret is typed: hidden, unless it has several lines or is an object. */
import { PasswordInput, Textarea } from "@mantine/core";
import type { ReactNode } from "react";
import type { Json, SecretField } from "../../src/kernel/field.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { readJson } from "./json.ts";
import type { Reading } from "./number.ts";
import * as texts from "./texts.ts";
import { useTyped } from "./typed.ts";

export interface SecretEntryProps {
  readonly path: string;
  readonly field: Pick<SecretField, "shape" | "multiline">;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
  /** What the input shows around the text. */
  readonly common: EntryCommon;
  /** What else a JSON object may not be. */
  readonly judge?: (object: JsonObject) => Reading<JsonObject>;
}

interface EntryCommon {
  readonly label?: string;
  readonly "aria-label"?: string;
  readonly placeholder?: string;
  readonly description?: ReactNode;
  readonly error?: string | undefined;
  readonly autoFocus?: boolean;
  readonly withAsterisk?: boolean;
  readonly disabled?: boolean;
}

export function SecretEntry(props: SecretEntryProps) {
  return props.field.shape === "text" ? <TextEntry {...props} /> : <ObjectEntry {...props} />;
}

function TextEntry({ path, field, value, onChange, common }: SecretEntryProps) {
  const shared = {
    ...common,
    "data-path": path,
    value: typeof value === "string" ? value : "",
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange(currentTarget.value === "" ? undefined : currentTarget.value),
  };
  // A password's input would drop the line breaks of a key.
  if (field.multiline)
    return (
      <Textarea {...shared} className="mono-input" autoComplete="off" autosize minRows={3} maxRows={12} />
    );
  // The input of a password marks only its frame.
  const invalid = common.error !== undefined;
  return <PasswordInput {...shared} aria-invalid={invalid || undefined} autoComplete="new-password" />;
}

function ObjectEntry({ path, value, onChange, common, judge }: SecretEntryProps) {
  const read = (text: string): Reading<Json> => {
    const found = readJson(text);
    return judge === undefined || "problem" in found ? found : judge(found.value);
  };
  const typed = useTyped(
    { path, value, onChange },
    {
      write: (object) => JSON.stringify(object, null, 2),
      read,
      empty: { value: undefined },
      asWritten: true,
    },
  );
  return (
    <Textarea
      placeholder={texts.token}
      {...common}
      className="mono-input"
      autosize
      minRows={3}
      {...typed.input}
      error={typed.problem ?? common.error}
    />
  );
}
