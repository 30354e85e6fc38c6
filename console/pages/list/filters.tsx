/** The filters of a list, drawn from the kind's fields: a button for each, which says what it lets through. */
import { Button, Checkbox, CloseButton, Group, Popover, ScrollArea, Stack, TextInput } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ItemField, Tone } from "../../../src/kernel/field.ts";
import { type Findable, filterNames, filterOf } from "../../../src/kernel/findable.ts";
import { figure } from "../../../src/kernel/readable.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { rowsQuery, useDefinitions } from "../../api/queries.ts";
import { Form } from "../../parts/form.tsx";
import type { ListAddress } from "../../parts/list-address.ts";
import { Faded, Fine } from "../../parts/text.tsx";
import { isState, toneOf } from "../../parts/tones.ts";
import { labelOf, nameOf, phrase, words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";
import { countQuery } from "./use-rows.ts";

interface FiltersProps {
  readonly definition: Definition;
  readonly address: ListAddress;
  readonly set: (where: ListAddress["where"]) => void;
}

/** As many as the statement has places for. */
const mostFilters = 5;

export function Filters({ definition, address, set }: FiltersProps) {
  const { where } = address;
  const offered = filtersOf(definition);
  const change = (name: string, values: readonly string[]) => {
    const others = [...where].filter(([other]) => other !== name);
    set(new Map(values.length === 0 ? others : [...others, [name, values]]));
  };
  return (
    <Group gap={6} role="group" aria-label={texts.filters} className="toolbar-filters">
      {offered.map((filter) => (
        <Filter
          key={filter.name}
          definition={definition}
          filter={filter}
          address={address}
          full={where.size >= mostFilters && !where.has(filter.name)}
          set={(values) => change(filter.name, values)}
        />
      ))}
      {where.size > 0 ? (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => set(new Map())}>
          {texts.clearFilters}
        </Button>
      ) : null}
    </Group>
  );
}

/** What people narrow a list by: states, variants, switches, owners and services. */
export function filtersOf(definition: Definition): readonly Findable[] {
  const found = filterNames(definition).flatMap((name) => filterOf(definition, name) ?? []);
  return found.filter(({ name, shape }) => shape.type !== "text" || isService(definition, name));
}

function isService({ fields }: Definition, name: string): boolean {
  const field = fields[name];
  return field?.type === "text" && field.names === "service";
}

interface FilterProps {
  readonly definition: Definition;
  readonly filter: Findable;
  readonly address: ListAddress;
  readonly full: boolean;
  readonly set: (values: readonly string[]) => void;
}

function Filter({ definition, filter, address, full, set }: FilterProps) {
  const [open, setOpen] = useState(false);
  const values = address.where.get(filter.name) ?? [];
  const options = useOptions({ definition, filter, address, open });
  const label = labelOf(filter.name, definition.fields[filter.name]);
  const chosen = values.map(
    (value) => options.find((option) => option.value === value)?.label ?? (value || "none"),
  );
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={values.length > 0 ? "light" : "default"}
          fw={450}
          disabled={full}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {values.length === 0
            ? label
            : `${label}: ${chosen.slice(0, 2).join(", ")}${chosen.length > 2 ? ` +${chosen.length - 2}` : ""}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        {filter.shape.type === "text" ? (
          <OneText label={label} value={values[0] ?? ""} set={(value) => set(value === "" ? [] : [value])} />
        ) : (
          <Options label={label} options={options} values={values} set={set} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

interface OptionsProps {
  readonly label: string;
  readonly options: readonly Option[];
  readonly values: readonly string[];
  readonly set: (values: readonly string[]) => void;
}

/** More than these are looked for by their names. */
const seenAtOnce = 12;

function Options({ label, options, values, set }: OptionsProps) {
  const [text, setText] = useState("");
  const sought = text.trim().toLowerCase();
  const shown = options.filter((option) => option.label.toLowerCase().includes(sought));
  return (
    <>
      {options.length > seenAtOnce ? (
        <TextInput
          data-autofocus
          size="xs"
          mb={6}
          aria-label={texts.findA(phrase(label))}
          placeholder={texts.find}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      ) : null}
      <ScrollArea.Autosize mah={280} type="auto">
        <Checkbox.Group value={[...values]} onChange={set} aria-label={label}>
          <Stack gap={6} p={4} miw={150}>
            {shown.map((option) => (
              <Checkbox
                key={option.value}
                size="xs"
                value={option.value}
                label={<OptionLabel {...option} />}
              />
            ))}
            {shown.length === 0 && sought !== "" ? (
              <Fine role="status">{texts.nothingMatchesSentence}</Fine>
            ) : null}
          </Stack>
        </Checkbox.Group>
      </ScrollArea.Autosize>
    </>
  );
}

function OptionLabel({ label, tone, count }: Option) {
  return (
    <Group gap={6} wrap="nowrap">
      {tone === undefined ? null : <span className="dot" data-tone={tone} aria-hidden />}
      {label}
      {count === undefined ? null : <Faded>{figure(count)}</Faded>}
    </Group>
  );
}

interface OneTextProps {
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
}

/** A whole text, taken when Enter says that it is. */
function OneText({ label, value, set }: OneTextProps) {
  const [text, setText] = useState(value);
  return (
    <Form submit={() => set(text.trim())}>
      <TextInput
        data-autofocus
        size="xs"
        label={label}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        rightSection={
          value === "" ? null : (
            <CloseButton size="xs" aria-label={texts.clear(label)} onClick={() => set("")} />
          )
        }
      />
      <Button type="submit" size="compact-xs" mt={6}>
        {texts.filter}
      </Button>
    </Form>
  );
}

/** What a filter offers: the values of its field, and how many rows have each. */

interface Option {
  readonly value: string;
  readonly label: string;
  readonly tone?: Tone | undefined;
  /** How many of the rows that are found have it; undefined until that is known. */
  readonly count?: number | undefined;
}

interface Offer {
  readonly definition: Definition;
  readonly filter: Findable;
  readonly address: ListAddress;
  readonly open: boolean;
}

/** Rows that can be pointed at are read when somebody looks, and so are counts. */
function useOptions({ definition, filter, address, open }: Offer): readonly Option[] {
  const here = useHere();
  const { name, shape } = filter;
  const { kinds } = useDefinitions();
  const target = kinds.find(({ kind }) => shape.type === "reference" && kind === shape.to);
  const { data } = useQuery({
    ...rowsQuery(here.slug, target ?? definition),
    enabled: target !== undefined && (open || address.where.has(name)),
    staleTime: 30_000,
  });
  const fixed = fixedOf(shape);
  const counts = useQueries({
    queries: fixed.map(({ value }) => ({
      ...countQuery(here.slug, definition.kind, address, name, value),
      enabled: open,
    })),
  });
  if (target === undefined) return fixed.map((option, index) => ({ ...option, count: counts[index]?.data }));
  const rows = (data?.data ?? []).map((row) => ({ value: String(row.id), label: nameOf(target, row) }));
  return [...rows, ...noneOf(shape)];
}

/** The values that the definition knows. */
function fixedOf(shape: ItemField): readonly Option[] {
  const option = (value: string, label: string): Option => ({
    value,
    label,
    tone: isState(shape) ? toneOf(shape, value) : undefined,
  });
  if (shape.type === "boolean")
    return [
      option("true", shape.switch ? texts.on : texts.yes),
      option("false", shape.switch ? texts.off : texts.no),
    ];
  if (shape.type !== "choice") return [];
  return [...shape.choices.map((value) => option(value, words(value))), ...noneOf(shape)];
}

function noneOf(shape: ItemField): readonly Option[] {
  return "nullable" in shape && shape.nullable === true ? [{ value: "", label: texts.none }] : [];
}
