/** One input for each type of the vocabulary: a new type does not compile until it has one here. */
import { Autocomplete, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { defaultOf, type IntegerField, type NumberField, type TextField } from "../../src/kernel/field.ts";
import { useDefinitions } from "../api/queries.ts";
import { isCode, words } from "../parts/words.ts";
import { medium, useCommon } from "./common.ts";
import type { InputProps } from "./context.ts";
import { placeholderOf } from "./help.ts";
import { ListInput } from "./list.tsx";
import { MapInput } from "./map.tsx";
import { NumberFieldInput } from "./number-input.tsx";
import { ObjectInput } from "./object.tsx";
import { ReferenceInput } from "./reference.tsx";
import { ServiceInput } from "./service-input.tsx";
import { DateInput, TimestampInput } from "./time-input.tsx";

export function FieldInput(props: InputProps) {
  const { field } = props;
  switch (field.type) {
    case "text":
      return field.names === "service" ? (
        <ServiceInput {...props} field={field} />
      ) : (
        <TextFieldInput {...props} field={field} />
      );
    case "integer":
    case "number":
      return <NumberInput {...props} field={field} />;
    case "boolean":
      return <BooleanFieldInput {...props} />;
    case "choice":
      return <ChoiceInput {...props} choices={field.choices} />;
    case "timestamp":
      return <TimestampInput {...props} field={field} />;
    case "date":
      return <DateInput {...props} field={field} />;
    case "reference":
      return <ReferenceInput {...props} field={field} />;
    case "list":
      return <ListInput {...props} field={field} Inner={FieldInput} />;
    case "map":
      return <MapInput {...props} field={field} Inner={FieldInput} />;
    case "object":
      return <ObjectInput {...props} field={field} Inner={FieldInput} />;
  }
}

function TextFieldInput(props: InputProps<TextField>) {
  const { field, value, onChange } = props;
  const common = useCommon(props);
  const { examples } = useDefinitions();
  const text = typeof value === "string" ? value : "";
  // An input of one line would drop line breaks, and a text area makes each a mere line feed.
  const [breaks] = useState(() => lineBreakOf(text));
  const shared = {
    ...common,
    value: text.replaceAll("\r\n", "\n"),
    placeholder: placeholderOf(field, examples),
    className: isCode(field) ? "mono-input" : "",
  };
  const change = (next: string) => {
    if (next === "" && field.nullable) return onChange(null);
    onChange(breaks === "\r\n" ? next.replaceAll("\n", breaks) : next);
  };
  if (field.multiline || breaks !== undefined) {
    return (
      <Textarea
        {...shared}
        autosize
        minRows={3}
        maxRows={24}
        onChange={(event) => change(event.currentTarget.value)}
      />
    );
  }
  if (field.suggested !== undefined)
    return <Autocomplete {...shared} data={field.suggested} onChange={change} />;
  return <TextInput {...shared} onChange={(event) => change(event.currentTarget.value)} />;
}

/** How a text ends its lines, where it has several. */
function lineBreakOf(text: string): "\n" | "\r\n" | undefined {
  if (!/[\r\n]/.test(text)) return undefined;
  return /\r\n/.test(text) && !/[^\r]\n/.test(text) ? "\r\n" : "\n";
}

function NumberInput(props: InputProps<IntegerField | NumberField>) {
  const { field, value, onChange } = props;
  if (field.type === "number" || field.choices === undefined) return <NumberFieldInput {...props} />;
  return (
    <ChoiceInput
      {...props}
      choices={field.choices.map(String)}
      value={value === null || value === undefined ? value : String(value)}
      onChange={(text) => onChange(typeof text === "string" ? Number(text) : text)}
    />
  );
}

function BooleanFieldInput(props: InputProps) {
  const { field, value, onChange } = props;
  const { withAsterisk: _, ...common } = useCommon(props);
  const start = defaultOf(field);
  if (field.nullable) {
    return (
      <ChoiceInput
        {...props}
        choices={["true", "false"]}
        value={typeof value === "boolean" ? String(value) : value}
        onChange={(text) => onChange(typeof text === "string" ? text === "true" : text)}
      />
    );
  }
  return (
    <Switch
      {...common}
      checked={typeof value === "boolean" ? value : start === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

function ChoiceInput(props: InputProps & { readonly choices: readonly string[] }) {
  const { field, value, onChange, choices } = props;
  const { disabled, ...common } = useCommon(props);
  const start = defaultOf(field);
  const placeholder =
    typeof start === "string" ? `${words(start)} (default)` : field.nullable ? "None" : "Choose";
  return (
    <Select
      {...common}
      // A value that cannot be changed stays readable.
      disabled={disabled}
      data={choices.map((choice) => ({ value: choice, label: words(choice) }))}
      value={typeof value === "string" ? value : null}
      placeholder={placeholder}
      searchable={choices.length > 8}
      clearable={field.nullable === true}
      clearButtonProps={{ "aria-label": "Clear" }}
      allowDeselect={false}
      styles={medium}
      onChange={(choice) => onChange(choice ?? null)}
    />
  );
}
