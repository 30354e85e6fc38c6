/** One input for each type of the vocabulary: a new type does not compile until it has one here. */
import { NumberInput, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useContext } from "react";
import {
  defaultOf,
  type IntegerField,
  type ItemField,
  maxInteger,
  type NumberField,
  type TextField,
  type TimestampField,
} from "../../src/kernel/field.ts";
import { useDefinitions } from "../api/queries.ts";
import { fromLocal, toLocal, useTimeZone } from "../parts/time.tsx";
import { isCode, labelOf, words } from "../parts/words.ts";
import { FormContext, type InputProps, useProblem } from "./context.ts";
import { helpOf, placeholderOf } from "./help.ts";
import { ListInput } from "./list.tsx";
import { MapInput } from "./map.tsx";
import { ObjectInput } from "./object.tsx";
import { ReferenceInput } from "./reference.tsx";

export function FieldInput(props: InputProps) {
  const { field } = props;
  switch (field.type) {
    case "text":
      return <TextFieldInput {...props} field={field} />;
    case "integer":
    case "number":
      return <NumberFieldInput {...props} field={field} />;
    case "boolean":
      return <BooleanFieldInput {...props} />;
    case "choice":
      return <ChoiceInput {...props} choices={field.choices} />;
    case "timestamp":
      return <TimestampInput {...props} field={field} />;
    case "date":
      return <DateInput {...props} />;
    case "reference":
      return <ReferenceInput {...props} field={field} />;
    case "list":
      return <ListInput {...props} field={field} />;
    case "map":
      return <MapInput {...props} field={field} />;
    case "object":
      return <ObjectInput {...props} field={field} />;
  }
}

/** What all inputs share: label, help, the service's problem, and whether something has to stand there. */
export function useCommon({ name, path, field, label, disabled }: InputProps) {
  const form = useContext(FormContext);
  const required = defaultOf(field) === undefined && !field.optional;
  return {
    label: label ?? labelOf(name, field),
    description: label === undefined ? helpOf(field) : undefined,
    error: useProblem(path),
    disabled: form.disabled || disabled === true,
    withAsterisk: required && label === undefined,
    "data-path": path,
  };
}

/** What an emptied input stands for: null where that is a value, nothing where a default takes over. */
export function emptied(field: ItemField): null | undefined {
  return field.nullable ? null : undefined;
}

/** The input is as wide as its values; its help takes the column. */
const narrow = { wrapper: { maxWidth: 260 } };
export const medium = { wrapper: { maxWidth: 420 } };

function TextFieldInput(props: InputProps<TextField>) {
  const { field, value, onChange } = props;
  const common = useCommon(props);
  const { examples } = useDefinitions();
  const shared = {
    ...common,
    value: typeof value === "string" ? value : "",
    placeholder: placeholderOf(field, examples),
    className: isCode(field) ? "mono-input" : "",
    maxLength: field.max * 2,
  };
  const change = (text: string) => onChange(text === "" && field.nullable ? null : text);
  if (field.multiline) {
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
  return <TextInput {...shared} onChange={(event) => change(event.currentTarget.value)} />;
}

function NumberFieldInput(props: InputProps<IntegerField | NumberField>) {
  const { field, value, onChange } = props;
  const common = useCommon(props);
  const { examples } = useDefinitions();
  if (field.type === "integer" && field.choices !== undefined) {
    return (
      <ChoiceInput
        {...props}
        choices={field.choices.map(String)}
        value={value === null || value === undefined ? value : String(value)}
        onChange={(text) => onChange(typeof text === "string" ? Number(text) : text)}
      />
    );
  }
  return (
    <NumberInput
      {...common}
      value={typeof value === "number" ? value : ""}
      placeholder={placeholderOf(field, examples)}
      // Bounds are told and left to the service, so that nothing that was typed turns into something else.
      clampBehavior="none"
      allowDecimal={field.type === "number"}
      allowNegative={field.min < 0}
      decimalScale={6}
      max={maxInteger}
      styles={narrow}
      hideControls
      suffix={field.unit === undefined ? "" : ` ${field.unit}`}
      onChange={(number) => onChange(typeof number === "number" ? number : emptied(field))}
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
      onChange={(choice) => onChange(choice ?? emptied(field))}
    />
  );
}

function TimestampInput(props: InputProps<TimestampField>) {
  const { field, value, onChange } = props;
  const { description, ...common } = useCommon(props);
  const zone = useTimeZone();
  const shown = typeof value === "string" && !Number.isNaN(Date.parse(value)) ? toLocal(value, zone) : "";
  return (
    <TextInput
      {...common}
      type="datetime-local"
      description={`${description ?? ""} In ${zone} time.`.trim()}
      styles={narrow}
      value={shown}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === "" ? emptied(field) : fromLocal(currentTarget.value, zone))
      }
    />
  );
}

function DateInput(props: InputProps) {
  const { field, value, onChange } = props;
  return (
    <TextInput
      {...useCommon(props)}
      type="date"
      styles={narrow}
      value={typeof value === "string" ? value : ""}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === "" ? emptied(field) : currentTarget.value)
      }
    />
  );
}
