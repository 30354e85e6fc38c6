/** A number at the right, with its unit; a duration is also shown in larger units. Below it stands what people often choose. */
import { Group, TextInput } from "@mantine/core";
import type { IntegerField, NumberField } from "../../src/kernel/field.ts";
import { useDefinitions } from "../api/queries.ts";
import { QuietPart } from "../parts/text.tsx";
import { measured, unitOf } from "../parts/words.ts";
import { narrow, useCommon } from "./common.ts";
import type { InputProps } from "./context.ts";
import { placeholderOf } from "./help.ts";
import { isDuration, readNumber, spelled, writeNumber } from "./number.ts";
import { Presets } from "./presets.tsx";
import { useEmptied, useTyped } from "./typed.ts";

export function NumberFieldInput(props: InputProps<IntegerField | NumberField>) {
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
