/** One input for each type of the vocabulary: a new type does not compile until it has one here. */
import { Autocomplete, Group, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { defaultOf, type IntegerField, type NumberField, type TextField } from "../../src/kernel/field.ts";
import { useDefinitions } from "../api/queries.ts";
import { QuietPart } from "../parts/text.tsx";
import { isCode, measured, unitOf, words } from "../parts/words.ts";
import { medium, narrow, useCommon } from "./common.ts";
import type { InputProps } from "./context.ts";
import { placeholderOf } from "./help.ts";
import { ListInput } from "./list.tsx";
import { MapInput } from "./map.tsx";
import { isDuration, readNumber, spelled, writeNumber } from "./number.ts";
import { ObjectInput } from "./object.tsx";
import { PictureInput } from "./picture.tsx";
import { Presets } from "./presets.tsx";
import { ReferenceInput } from "./reference.tsx";
import { ServiceText } from "./service-text.tsx";
import * as texts from "./texts.ts";
import { DateInput, TimestampInput } from "./time-input.tsx";
import { useEmptied, useTyped } from "./typed.ts";

export function FieldInput(props: InputProps) {
  const { field } = props;
  switch (field.type) {
    case "text":
      if (field.format === "picture") return <PictureInput {...props} field={field} />;
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
    typeof start === "string" ? `${words(start)} (default)` : field.nullable ? texts.none : texts.choose;
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
      clearButtonProps={{ "aria-label": texts.clear }}
      allowDeselect={false}
      styles={medium}
      onChange={(choice) => onChange(choice ?? null)}
    />
  );
}

/** The input of a field that holds the name of a service. */
function ServiceInput(props: InputProps<TextField>) {
  const { field, value, onChange } = props;
  const { examples } = useDefinitions();
  return (
    <ServiceText
      {...useCommon(props)}
      styles={medium}
      placeholder={placeholderOf(field, examples)}
      value={typeof value === "string" ? value : ""}
      onChange={(text) => onChange(text === "" && field.nullable ? null : text)}
    />
  );
}

/** A number at the right, with its unit; a duration is also shown in larger units. Below it stands what people often choose. */
function NumberFieldInput(props: InputProps<IntegerField | NumberField>) {
  const { name, field, value } = props;
  const common = useCommon(props);
  const { examples } = useDefinitions();
  const unit = unitOf(name, field);
  const typed = useTyped(props, {
    empty: useEmptied(props),
    write: (number) => writeNumber(Number(number)),
    read: (text) => readNumber(field, unit, text),
  });
  const meant = typed.reading ?? value;
  const equivalent =
    typed.read && typeof meant === "number" ? equivalentOf(meant, unit, typed.text) : undefined;
  const presets = (common.disabled ? [] : (field.suggested ?? [])).map((number) => ({
    text: spelled(number, unit) ?? measured(name, field, number),
    chosen: typed.read && meant === number,
    choose: () => typed.put(number),
  }));
  return (
    <TextInput
      {...common}
      error={typed.problem ?? common.error}
      {...typed.input}
      placeholder={placeholderOf(field, examples)}
      inputMode={
        isDuration(unit) ? "text" : field.type === "integer" && field.min >= 0 ? "numeric" : "decimal"
      }
      autoComplete="off"
      styles={{ wrapper: { ...narrow.wrapper, flex: "0 1 260px" }, input: { textAlign: "right" } }}
      rightSection={unit === undefined ? undefined : unit === "percent" ? "%" : unit}
      rightSectionWidth={
        unit === undefined || unit === "percent" ? undefined : `calc(${unit.length}ch + 16px)`
      }
      rightSectionPointerEvents="none"
      rightSectionProps={{ className: "unit" }}
      inputContainer={(input) => (
        <>
          <Group gap="sm" wrap="nowrap">
            {input}
            <QuietPart aria-live="polite">{equivalent}</QuietPart>
          </Group>
          <Presets presets={presets} />
        </>
      )}
    />
  );
}

/** A duration in larger units; of a text such as `2h`, the number that is saved. */
function equivalentOf(value: number, unit: string | undefined, text: string): string | undefined {
  const written = writeNumber(value);
  if (text !== "" && text.trim() !== written) return `= ${written}${unit === undefined ? "" : ` ${unit}`}`;
  const length = spelled(value, unit);
  return length === undefined ? undefined : `= ${length}`;
}
