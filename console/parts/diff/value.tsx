/** One value of a field as people read it: rows by their names, numbers with their units. */
import { createContext, Fragment, type ReactNode, useContext } from "react";
import type { Field, ItemField, Json } from "../../../src/kernel/field.ts";
import { dayText } from "../../../src/kernel/readable.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { useDefinitions } from "../../api/queries.ts";
import { useHere } from "../../shell/session.ts";
import { Named } from "../cell.tsx";
import { proposalPath } from "../paths.ts";
import { Faded, LinkIn } from "../text.tsx";
import { exact, exactMinute, useTimeZone } from "../time.tsx";
import { amountOf, brief, isCode, keyName, labelOf, words } from "../words.ts";
import * as texts from "./texts.ts";

/** Next to a form: the zone in which its times are typed. They are shown in it, as the fields show them. */
export const TypedZone = createContext<string | undefined>(undefined);

export interface ValueProps {
  readonly of: Json;
  /** Undefined where no definition shows what it is. */
  readonly field: Field | undefined;
  readonly name?: string;
}

export function Value({ of, field, name = "" }: ValueProps) {
  const zone = useTimeZone();
  const typed = useContext(TypedZone);
  const { kinds } = useDefinitions();
  const shape = field?.type === "computed" ? field.shape : field;
  if (of === null) return <Faded>—</Faded>;
  if (shape === undefined && typeof of === "string" && of.startsWith(proposalPrefix))
    return <Proposal id={of} />;
  if (shape === undefined || shape.type === "secret") return <Plain>{brief(of)}</Plain>;
  switch (shape.type) {
    case "reference":
      return typeof of === "string" ? (
        <Named kind={shape.to} id={of} />
      ) : (
        <Plain>{keyName(kinds, shape.to, of as JsonObject)}</Plain>
      );
    case "timestamp":
      return <Plain>{typed === undefined ? exact(String(of), zone) : exactMinute(String(of), typed)}</Plain>;
    case "integer":
    case "number":
      return <Plain>{typeof of === "number" ? amountOf(name, shape, of) : brief(of)}</Plain>;
    case "choice":
      return <Plain>{words(String(of))}</Plain>;
    case "list":
      return Array.isArray(of) ? <Listed items={of} field={shape.items} /> : <Plain>{brief(of)}</Plain>;
    case "object":
      return <Members of={of as JsonObject} fields={shape.fields} />;
    case "text":
      return <Plain code={isCode(shape)}>{brief(of)}</Plain>;
    case "date":
      return <Plain>{dayText(String(of))}</Plain>;
    case "boolean":
    case "map":
      return <Plain>{brief(of)}</Plain>;
  }
}

const proposalPrefix = "prop_";

/** Of a line that says under which proposal it was made: the way there, and no id. */
function Proposal({ id }: { readonly id: string }) {
  return <LinkIn to={proposalPath(useHere().slug, id)}>{texts.theProposal}</LinkIn>;
}

function Listed({ items, field }: { readonly items: readonly Json[]; readonly field: ItemField }) {
  if (items.length === 0) return <Faded>{texts.none}</Faded>;
  return separated(
    items.map((item, index) => [String(index), <Value key="value" of={item} field={field} />] as const),
  );
}

interface MembersProps {
  readonly of: JsonObject;
  readonly fields: Readonly<Record<string, ItemField>>;
}

function Members({ of, fields }: MembersProps) {
  const entries = Object.entries(of);
  if (entries.length === 0) return <Faded>{texts.none}</Faded>;
  return separated(
    entries.map(
      ([name, part]) =>
        [
          name,
          <Fragment key="value">
            {labelOf(name, fields[name])}: <Value of={part} field={fields[name]} name={name} />
          </Fragment>,
        ] as const,
    ),
  );
}

function separated(parts: readonly (readonly [string, ReactNode])[]) {
  return (
    <>
      {parts.map(([key, part], index) => (
        <Fragment key={key}>
          {index === 0 ? "" : ", "}
          {part}
        </Fragment>
      ))}
    </>
  );
}

function Plain({ children, code = false }: { readonly children: string; readonly code?: boolean }) {
  return <span className={code ? "prewrap mono" : "prewrap"}>{children}</span>;
}
