/** One value of a row in a list. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useContext } from "react";
import type { BooleanField, ItemField, Json } from "../../src/kernel/field.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { rowsQuery, useDefinition } from "../api/queries.ts";
import { NamesContext } from "../lists/names.ts";
import { useOrganization } from "../shell/session.ts";
import { Status } from "./status.tsx";
import { Moment } from "./time.tsx";
import { isState, toneOf } from "./tones.ts";
import { brief, isCode, measured, nameOf, words } from "./words.ts";

export function Cell({
  name,
  shape,
  value,
  row,
}: {
  readonly name: string;
  readonly shape: ItemField;
  readonly value: Json;
  /** Where the value stands alone, the row that tells more of it. */
  readonly row?: JsonObject;
}) {
  if (value === null) return <Quiet>—</Quiet>;
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
      return <Plain>{measured(name, shape, Number(value))}</Plain>;
    case "list":
      return <Listed items={value as readonly Json[]} code={isCode(shape)} />;
    case "text":
    case "date":
    case "map":
    case "object":
      return value === "" ? <Quiet>—</Quiet> : <Plain code={isCode(shape)}>{brief(value)}</Plain>;
  }
}

interface SideProps {
  readonly shape: BooleanField;
  readonly on: boolean;
}

/** Yes or no: with a dot where the definition gives that side a tone, and where it switches the whole row. */
function Side({ shape, on }: SideProps) {
  const tone = isState(shape) ? toneOf(shape, on) : undefined;
  if (tone !== undefined) return <Status tone={tone} label={on ? "Yes" : "No"} />;
  if (shape.switch) return <Status tone={on ? "good" : "quiet"} label={on ? "On" : "Off"} />;
  return on ? <Plain>Yes</Plain> : <Quiet>No</Quiet>;
}

function Listed({ items, code }: { readonly items: readonly Json[]; readonly code: boolean }) {
  if (items.length === 0) return <Quiet>—</Quiet>;
  if (typeof items[0] === "object") return <Plain>{String(items.length)}</Plain>;
  const [first, ...rest] = items;
  return <Plain code={code}>{`${brief(first)}${rest.length > 0 ? ` +${rest.length}` : ""}`}</Plain>;
}

/** The name of the row that a reference points at. */
export function Named({ kind, id }: { readonly kind: string; readonly id: string }) {
  const definition = useDefinition(kind) as Definition;
  const org = useOrganization()?.slug ?? "";
  // A list knows the names of all that its page points at.
  const listed = useContext(NamesContext);
  const { data } = useQuery({
    ...rowsQuery(org, definition),
    staleTime: 30_000,
    enabled: listed === undefined,
  });
  const row = data?.data.find((candidate) => candidate.id === id);
  if (listed !== undefined) return <Plain>{listed.get(id) ?? "…"}</Plain>;
  return <Plain>{row === undefined ? id : nameOf(definition, row)}</Plain>;
}

function Plain({ children, code = false }: { readonly children: string; readonly code?: boolean }) {
  return (
    <Text span size={code ? "xs" : "sm"} className={code ? "clip mono" : "clip"} title={children}>
      {children}
    </Text>
  );
}

function Quiet({ children }: { readonly children: string }) {
  return (
    <Text span size="sm" c="dimmed">
      {children}
    </Text>
  );
}
