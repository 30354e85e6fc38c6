/** The filters of a list, drawn from the kind's fields: a button for each, which says what it lets through. */
import { Button, Checkbox, CloseButton, Group, Popover, ScrollArea, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Findable, filterNames, filterOf } from "../../src/kernel/findable.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { rowsQuery, useDefinition } from "../api/queries.ts";
import { isState, toneOf } from "../parts/tones.ts";
import { labelOf, nameOf, words } from "../parts/words.ts";
import { useHere } from "../shell/session.ts";
import type { ListAddress } from "./address.ts";

interface FiltersProps {
  readonly definition: Definition;
  readonly where: ListAddress["where"];
  readonly set: (where: ListAddress["where"]) => void;
}

/** As many as the statement has places for. */
const mostFilters = 5;

export function Filters({ definition, where, set }: FiltersProps) {
  const offered = filtersOf(definition);
  const change = (name: string, values: readonly string[]) => {
    const others = [...where].filter(([other]) => other !== name);
    set(new Map(values.length === 0 ? others : [...others, [name, values]]));
  };
  return (
    <Group gap={6} role="group" aria-label="Filters">
      {offered.map((filter) => (
        <Filter
          key={filter.name}
          definition={definition}
          filter={filter}
          values={where.get(filter.name) ?? []}
          full={where.size >= mostFilters && !where.has(filter.name)}
          set={(values) => change(filter.name, values)}
        />
      ))}
      {where.size > 0 ? (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => set(new Map())}>
          Clear filters
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
  readonly values: readonly string[];
  readonly full: boolean;
  readonly set: (values: readonly string[]) => void;
}

function Filter({ definition, filter, values, full, set }: FilterProps) {
  const [open, setOpen] = useState(false);
  const options = useOptions(filter, open || values.length > 0);
  const label = labelOf(filter.name, definition.fields[filter.name]);
  const told = values.map(
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
            : `${label}: ${told.slice(0, 2).join(", ")}${told.length > 2 ? ` +${told.length - 2}` : ""}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" role="dialog" aria-label={`Filter by ${label}`}>
        {filter.shape.type === "text" ? (
          <OneText label={label} value={values[0] ?? ""} set={(value) => set(value === "" ? [] : [value])} />
        ) : (
          <ScrollArea.Autosize mah={280} type="auto">
            <Checkbox.Group value={[...values]} onChange={set} aria-label={label}>
              <Stack gap={6} p={4}>
                {options.map(({ value, label: text, tone }) => (
                  <Checkbox
                    key={value}
                    size="xs"
                    value={value}
                    label={
                      <Group gap={6} wrap="nowrap">
                        {tone === undefined ? null : <span className="dot" data-tone={tone} />}
                        {text}
                      </Group>
                    }
                  />
                ))}
              </Stack>
            </Checkbox.Group>
          </ScrollArea.Autosize>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
  readonly tone?: string | undefined;
}

const noOptions: readonly Option[] = [];

/** Rows that can be pointed at are read when somebody looks. */
function useOptions({ shape }: Findable, wanted: boolean): readonly Option[] {
  const here = useHere();
  const target = useDefinition(shape.type === "reference" ? shape.to : "");
  const { data } = useQuery({
    ...rowsQuery(here.slug, target as Definition),
    enabled: wanted && target !== undefined,
    staleTime: 30_000,
  });
  switch (shape.type) {
    case "choice":
      return shape.choices.map((value) => ({
        value,
        label: words(value),
        tone: isState(shape) ? toneOf(shape, value) : undefined,
      }));
    case "boolean":
      return [
        { value: "true", label: "Yes" },
        { value: "false", label: "No" },
      ];
    case "reference":
      return [
        ...(data?.data ?? []).map((row) => ({
          value: String(row.id),
          label: target === undefined ? "" : nameOf(target, row),
        })),
        ...(shape.nullable ? [{ value: "", label: "None" }] : []),
      ];
    default:
      return noOptions;
  }
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
    <form
      onSubmit={(event) => {
        event.preventDefault();
        set(text.trim());
      }}
    >
      <TextInput
        data-autofocus
        size="xs"
        label={label}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        rightSection={
          value === "" ? null : (
            <CloseButton size="xs" aria-label={`Clear ${label}`} onClick={() => set("")} />
          )
        }
      />
      <Button type="submit" size="compact-xs" mt={6}>
        Filter
      </Button>
    </form>
  );
}
