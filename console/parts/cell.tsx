/** One value of a row in a list. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useContext } from "react";
import type { BooleanField, ItemField, Json, ListField } from "../../src/kernel/field.ts";
import { dayText } from "../../src/kernel/readable.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { rowsQuery, useDefinition } from "../api/queries.ts";
import { useOrganization } from "../shell/session.ts";
import { NamesContext } from "./row-names.ts";
import { Status } from "./status.tsx";
import { QuietPart } from "./text.tsx";
import * as texts from "./texts.ts";
import { Moment, readable, useTimeZone } from "./time.tsx";
import { isState, toneOf } from "./tones.ts";
import { amountOf, brief, isCode, nameOf, words } from "./words.ts";

export function Cell({
  name,
  shape,
  value,
  row,
}: {
  readonly name: string;
  readonly shape: ItemField;
  readonly value: Json;
  /** Where the value stands alone, the row that shows more of it. */
  readonly row?: JsonObject;
}) {
  if (value === null) return <QuietPart>—</QuietPart>;
  switch (shape.type) {
    case "timestamp":
      return <Moment at={String(value)} />;
    case "boolean":
      return <Side shape={shape} on={value === true} />;
    case "choice":
      return isState(shape) ? (
        <Status tone={toneOf(shape, value) ?? "quiet"} label={words(String(value))} row={row} />
      ) : (
        <Plain>{words(String(value))}</Plain>
      );
    case "reference":
      return <Named kind={shape.to} id={String(value)} />;
    case "integer":
    case "number":
      return <Plain>{amountOf(name, shape, Number(value))}</Plain>;
    case "date":
      return <Plain>{dayText(String(value))}</Plain>;
    case "list":
      return <Listed name={name} shape={shape} value={value} />;
    case "object":
      // Of a trouble, its message says all of it.
      return (
        <Plain>
          {shape.fields.message === undefined ? brief(value) : capitalized((value as JsonObject).message)}
        </Plain>
      );
    case "text":
      if (shape.sanitised) return <Said>{String(value)}</Said>;
      return value === "" ? <QuietPart>—</QuietPart> : <Plain code={isCode(shape)}>{brief(value)}</Plain>;
    case "map":
      return value === "" ? <QuietPart>—</QuietPart> : <Plain code={isCode(shape)}>{brief(value)}</Plain>;
  }
}

interface SideProps {
  readonly shape: BooleanField;
  readonly on: boolean;
}

/** Yes or no: with a dot where the definition gives that side a tone, and where it switches the whole row. */
function Side({ shape, on }: SideProps) {
  const tone = isState(shape) ? toneOf(shape, on) : undefined;
  if (tone !== undefined) return <Status tone={tone} label={on ? texts.yes : texts.no} />;
  if (shape.switch) return <Status tone={on ? "good" : "quiet"} label={on ? texts.on : texts.off} />;
  return on ? <Plain>{texts.yes}</Plain> : <QuietPart>{texts.no}</QuietPart>;
}

interface ListedProps {
  readonly name: string;
  readonly shape: ListField;
  readonly value: Json;
}

/** The first item, and how many more there are. */
function Listed({ name, shape, value }: ListedProps) {
  // One word may stand for the list: all that there is.
  if (!Array.isArray(value)) return <Plain>{texts.all}</Plain>;
  const { items } = shape;
  const [first, ...rest] = value as readonly Json[];
  if (first === undefined) return <QuietPart>—</QuietPart>;
  if (typeof first === "object") return <Plain>{String(value.length)}</Plain>;
  const more = rest.length > 0 ? ` +${rest.length}` : "";
  if (items.type === "reference") return <Named kind={items.to} id={String(first)} more={more} />;
  return <Plain code={isCode(shape)}>{`${itemOf(name, items, first)}${more}`}</Plain>;
}

function itemOf(name: string, items: ItemField, value: Json): string {
  if (items.type === "integer" || items.type === "number") return amountOf(name, items, Number(value));
  if (value === "*") return texts.all;
  return items.type === "choice" ? words(String(value)) : brief(value);
}

interface NamedProps {
  readonly kind: string;
  readonly id: string;
  /** What follows the name. */
  readonly more?: string;
}

/** The name of the row that a reference points at. */
export function Named({ kind, id, more = "" }: NamedProps) {
  const definition = useDefinition(kind) as Definition;
  const org = useOrganization()?.slug ?? "";
  // A list knows the names of all that its page points at.
  const listed = useContext(NamesContext);
  const { data, isLoading } = useQuery({
    ...rowsQuery(org, definition),
    staleTime: 30_000,
    enabled: listed === undefined,
  });
  const row = data?.data.find((candidate) => candidate.id === id);
  if (listed !== undefined) return <Plain>{`${listed.get(id) ?? "…"}${more}`}</Plain>;
  // An id stands for what is gone or cannot be read, and not for a name that is on its way.
  const called = isLoading ? "…" : id;
  return <Plain>{`${row === undefined ? called : nameOf(definition, row)}${more}`}</Plain>;
}

function capitalized(message: Json | undefined): string {
  const text = String(message);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A sentence of the service, which may hold times. */
function Said({ children }: { readonly children: string }) {
  const zone = useTimeZone();
  return <Plain>{readable(children, zone)}</Plain>;
}

function Plain({ children, code = false }: { readonly children: string; readonly code?: boolean }) {
  return (
    <Text span size={code ? "xs" : "sm"} className={code ? "clip mono" : "clip"} title={children}>
      {children}
    </Text>
  );
}
