/** A list: choices and references are picked from what there is; anything else is a row of inputs per item. */
import {
  ActionIcon,
  Box,
  CloseIcon,
  Group,
  Input,
  MultiSelect,
  type OptionsFilter,
  Paper,
  Stack,
} from "@mantine/core";
import { type ClipboardEvent, type ReactNode, useContext, useRef, useState } from "react";
import type { ItemField, Json, ListField } from "../../src/kernel/field.ts";
import { given } from "../../src/kernel/given.ts";
import { QuietButton, SmallButton } from "../parts/buttons.tsx";
import { Quiet, Strong } from "../parts/text.tsx";
import { labelOf, words } from "../parts/words.ts";
import { useCommon } from "./common.ts";
import { FormContext, type InputProps, type OuterInputProps } from "./context.ts";
import { useNewChoice } from "./inline/new-choice.tsx";
import { useChoices } from "./reference.tsx";
import * as texts from "./texts.ts";
import { useFocusOnNew } from "./use-focus-on-new.ts";

export function ListInput({ Inner, ...props }: OuterInputProps<ListField>) {
  const { items } = props.field;
  if (items.type === "choice") return <Choices {...props} options={items.choices.map(asOption)} />;
  if (items.type === "reference") return <References {...props} to={items.to} />;
  return <Items {...props} Inner={Inner} />;
}

interface Option {
  readonly value: string;
  readonly label: string;
}

function asOption(choice: string): Option {
  return { value: choice, label: words(choice) };
}

function References(props: InputProps<ListField> & { readonly to: string }) {
  const [text, setText] = useState("");
  const chosen = listOf(props.value ?? props.field.default);
  const { choices, known } = useChoices(props.to, text, chosen);
  const onMade = (id: string) => props.onChange([...chosen, id]);
  const fresh = useNewChoice({ kind: props.to, choices, known, text, onMade });
  return (
    <Choices
      {...props}
      {...fresh.props}
      options={fresh.props.data}
      link={fresh.link}
      onSearch={setText}
      onChange={(ids) => {
        if (!listOf(ids).some(fresh.isNew)) props.onChange(ids);
      }}
    />
  );
}

interface ChoicesProps extends InputProps<ListField> {
  readonly options: readonly Option[];
  readonly onSearch?: (text: string) => void;
  readonly filter?: OptionsFilter;
  /** Stands with the description. */
  readonly link?: ReactNode;
}

function Choices(props: ChoicesProps) {
  const { field, value, onChange, options, path, onSearch, filter, link } = props;
  const common = useCommon(props);
  const linked = link !== undefined && link !== null && !common.disabled;
  const itemProblem = useItemProblems(path, Array.isArray(value) ? value.length : 0);
  return (
    <MultiSelect
      {...common}
      error={common.error ?? itemProblem}
      description={
        linked ? (
          <>
            {common.description} {link}
          </>
        ) : (
          common.description
        )
      }
      data={options}
      value={listOf(value ?? field.default)}
      placeholder={listOf(value ?? field.default).length === 0 ? texts.none : ""}
      searchable
      {...given({ onSearchChange: onSearch, filter })}
      clearable
      clearButtonProps={{ "aria-label": texts.clear }}
      hidePickedOptions
      onChange={onChange}
    />
  );
}

/** "Queries" as "Query". */
function singular(label: string): string {
  return label.replace(/ies$/, "y").replace(/([^s])s$/, "$1");
}

function Items(props: OuterInputProps<ListField>) {
  const { name, path, field, value, onChange, Inner } = props;
  const { label, description, error, disabled, withAsterisk } = useCommon(props);
  const items: readonly Json[] =
    value === undefined ? (field.default ?? []) : Array.isArray(value) ? value : [];
  const unset = field.nullable === true && (value === null || value === undefined);
  const keys = useKeys(items.length);
  const place = useRef<HTMLDivElement>(null);
  const added = useFocusOnNew(place);
  const replace = (index: number, item: Json | undefined) =>
    onChange(items.map((present, at) => (at === index ? (item ?? blank(field.items)) : present)));
  const one = singular(labelOf(name, field));
  return (
    <Box role="group" aria-label={label} data-path={path}>
      <Input.Label component="div" required={withAsterisk}>
        {label}
      </Input.Label>
      <Stack gap={8} mt={4} ref={place}>
        {unset ? <Quiet>{texts.notSet}</Quiet> : null}
        {items.map((item, index) => (
          <Item
            key={keys.at(index)}
            label={`${one} ${index + 1}`}
            disabled={disabled}
            boxed={field.items.type === "object"}
            remove={() => {
              keys.remove(index);
              onChange(items.filter((_, at) => at !== index));
            }}
            spread={(lines) => {
              keys.insert(index, lines.length - 1);
              onChange([...items.slice(0, index), ...lines, ...items.slice(index + 1)]);
            }}
            textual={field.items.type === "text"}
          >
            <Inner
              name={name}
              path={`${path}[${index}]`}
              field={field.items}
              value={item}
              label={`${one} ${index + 1}`}
              disabled={disabled}
              onChange={(next) => replace(index, next)}
            />
          </Item>
        ))}
        {disabled ? null : (
          <Group gap="xs">
            <SmallButton
              disabled={items.length >= field.max}
              onClick={() => {
                added();
                onChange([...items, blank(field.items)]);
              }}
            >
              {texts.addOne(one === label, one.toLowerCase())}
            </SmallButton>
            {unset ? <QuietButton onClick={() => onChange([])}>{texts.setToNone}</QuietButton> : null}
            {field.nullable && !unset ? (
              <QuietButton onClick={() => onChange(null)}>{texts.unset}</QuietButton>
            ) : null}
          </Group>
        )}
      </Stack>
      {error === undefined ? null : (
        <Input.Error mt={4} role="alert">
          {error}
        </Input.Error>
      )}
      {description === undefined ? null : <Input.Description mt={4}>{description}</Input.Description>}
    </Box>
  );
}

interface ItemProps {
  readonly label: string;
  readonly disabled: boolean;
  readonly boxed: boolean;
  readonly textual: boolean;
  readonly remove: () => void;
  readonly spread: (lines: readonly string[]) => void;
  readonly children: ReactNode;
}

function Item({ label, disabled, boxed, textual, remove, spread, children }: ItemProps) {
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    const pasted = event.clipboardData.getData("text");
    const { target } = event;
    if (!textual || !/[\r\n]/.test(pasted.trim()) || !(target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = target;
    const whole = `${value.slice(0, selectionStart ?? 0)}${pasted}${value.slice(selectionEnd ?? value.length)}`;
    spread(whole.split(/\r\n?|\n/).filter((line) => line.trim() !== ""));
  };
  const button = disabled ? null : (
    <ActionIcon aria-label={texts.removeWords(label.toLowerCase())} onClick={remove} size={boxed ? "sm" : 36}>
      <CloseIcon size="16px" />
    </ActionIcon>
  );
  if (boxed) {
    return (
      <Paper p="sm">
        <Group justify="space-between" mb={6}>
          <Strong>{label}</Strong>
          {button}
        </Group>
        {children}
      </Paper>
    );
  }
  return (
    <Group gap={4} wrap="nowrap" align="flex-start" onPaste={paste} className="item">
      <Box flex={textual ? 1 : "0 1 260px"}>{children}</Box>
      {button}
    </Group>
  );
}

/**
 * Items have no identity of their own, and their inputs hold texts that may be half written: each keeps its key
 * while others come and go.
 */
function useKeys(count: number) {
  const next = useRef(0);
  const keys = useRef<number[]>([]);
  const fresh = (length: number) => Array.from({ length }, () => next.current++);
  if (keys.current.length > count) keys.current.length = count;
  if (keys.current.length < count) keys.current.push(...fresh(count - keys.current.length));
  return {
    at: (index: number) => keys.current[index],
    remove: (index: number) => void keys.current.splice(index, 1),
    insert: (index: number, length: number) => void keys.current.splice(index + 1, 0, ...fresh(length)),
  };
}

/** Where items are picked, a problem with one of them is shown at the list. */
function useItemProblems(path: string, count: number): string | undefined {
  const { problems } = useContext(FormContext);
  const found = Array.from({ length: count }, (_, index) => problems.get(`${path}[${index}]`)).filter(
    (problem) => problem !== undefined,
  );
  return found.length === 0 ? undefined : found.join(" ");
}

/** What a new item begins as. */
function blank(field: ItemField): Json {
  if (field.type === "object") return {};
  if (field.type === "list") return [];
  return field.type === "text" ? "" : null;
}

function listOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
