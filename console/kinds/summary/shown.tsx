/** One setting as a summary shows it: rows as links, lengths of time in their largest units, lists line by line. */
import { Anchor, Code, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Field, ItemField, Json, MemberSet, ObjectField } from "../../../src/kernel/field.ts";
import { memberSetOf, membersByOf } from "../../../src/kernel/members.ts";
import { dayText } from "../../../src/kernel/readable.ts";
import { isObject, type JsonObject } from "../../../src/kernel/validate.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { rowsQuery, useDefinition } from "../../api/queries.ts";
import { Paste } from "../../forms/paste.tsx";
import { QuietButton } from "../../parts/buttons.tsx";
import { Named } from "../../parts/cell.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Facts } from "../../parts/facts.tsx";
import { rowPath, servicePath } from "../../parts/paths.ts";
import { Status } from "../../parts/status.tsx";
import { Faded, Fine, LinkTo, QuietPart } from "../../parts/text.tsx";
import { exact, Moment, useTimeZone } from "../../parts/time.tsx";
import { isState, stateOf, toneOf } from "../../parts/tones.ts";
import { amountOf, brief, isCode, labelOf, words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import { isFlat, Lines } from "./lines.tsx";
import * as texts from "./texts.ts";

export interface ShownProps {
  readonly name: string;
  readonly field: Field;
  readonly value: Json | undefined;
  /** The row that the value is of, where it is a field of a row itself. */
  readonly row?: JsonObject;
}

export function Shown({ name, field, value, row = {} }: ShownProps) {
  if (field.type === "secret")
    return <SecretShown stored={row[`${name}_set`] === true} set={setOf(field, row)} />;
  if (field.type === "map" && isObject(value)) return <Entries value={value} set={setOf(field, row)} />;
  const shape = field.type === "computed" ? field.shape : field;
  if (value === undefined || value === null || value === "") return <QuietPart>{texts.notSet}</QuietPart>;
  return <ValueShown name={name} field={shape} value={value} />;
}

function setOf(field: Field, row: JsonObject): MemberSet | undefined {
  const membersBy = membersByOf(field);
  return membersBy && memberSetOf(membersBy, row[membersBy.field]);
}

interface SecretShownProps {
  readonly stored: boolean;
  readonly set: MemberSet | undefined;
}

/** Whether it is stored, and what the other side has to be given before it works. */
function SecretShown({ stored, set }: SecretShownProps) {
  return (
    <>
      <Status tone={stored ? "good" : "quiet"} label={stored ? texts.set : texts.notSet} />
      {set?.paste === undefined ? null : <Paste paste={set.paste} />}
    </>
  );
}

interface ValueProps {
  readonly name: string;
  readonly field: ItemField;
  readonly value: Json;
}

function ValueShown({ name, field, value }: ValueProps) {
  switch (field.type) {
    case "text":
      return <TextShown name={name} field={field} value={String(value)} />;
    case "integer":
    case "number":
      return <Plain>{amountOf(name, field, Number(value))}</Plain>;
    case "boolean":
      return <Side field={field} on={value === true} />;
    case "choice":
      return isState(field) ? (
        <Status tone={toneOf(field, value) ?? "quiet"} label={words(String(value))} />
      ) : (
        <Plain>{words(String(value))}</Plain>
      );
    case "timestamp":
      return <When at={String(value)} />;
    case "date":
      return <Plain>{dayText(String(value))}</Plain>;
    case "reference":
      return <RowLink kind={field.to} id={String(value)} />;
    case "list":
      return <Listed name={name} items={field.items} value={value} />;
    case "map":
      return isObject(value) ? <Entries value={value} set={undefined} /> : <Plain>{brief(value)}</Plain>;
    case "object":
      return isObject(value) ? <Members field={field} value={value} /> : <Plain>{brief(value)}</Plain>;
  }
}

function TextShown({ name, field, value }: ValueProps & { readonly value: string }) {
  if (field.type !== "text") return null;
  if (field.format === "link")
    return (
      <Anchor href={value} target="_blank" rel="noreferrer" size="sm" style={{ overflowWrap: "anywhere" }}>
        {value}
      </Anchor>
    );
  if (field.format === "picture") return <img className="picture" src={value} alt={labelOf(name, field)} />;
  if (field.names === "service") return <ServiceLink service={value} />;
  if (field.multiline === true || /[\r\n]/.test(value))
    return (
      <CodeBlock
        label={labelOf(name, field)}
        wrap
        prose={!isCode(field)}
        style={{ maxHeight: 280, overflowY: "auto" }}
      >
        {value}
      </CodeBlock>
    );
  return isCode(field) ? <Letters>{value}</Letters> : <Plain>{value}</Plain>;
}

/** The name of a service leads to its page. */
function ServiceLink({ service }: { readonly service: string }) {
  const here = useHere();
  return (
    <LinkTo to={servicePath(here.slug, service)} style={{ overflowWrap: "anywhere" }}>
      {service}
    </LinkTo>
  );
}

function Side({ field, on }: { readonly field: ItemField; readonly on: boolean }) {
  const tone = isState(field) ? toneOf(field, on) : undefined;
  const switches = field.type === "boolean" && field.switch === true;
  const label = switches ? (on ? texts.on : texts.off) : on ? texts.yes : texts.no;
  if (tone !== undefined) return <Status tone={tone} label={label} />;
  return switches ? <Status tone={on ? "good" : "quiet"} label={label} /> : <Plain>{label}</Plain>;
}

/** A moment that somebody set: how far off it is, and when exactly. */
function When({ at }: { readonly at: string }) {
  const zone = useTimeZone();
  return (
    <Text span size="sm">
      {exact(at, zone)}{" "}
      <Faded>
        (<Moment at={at} />)
      </Faded>
    </Text>
  );
}

export function RowLink({ kind, id }: { readonly kind: string; readonly id: string }) {
  const here = useHere();
  return (
    <>
      <LinkTo to={rowPath(here.slug, kind, id)} className="inline">
        <Named kind={kind} id={id} />
      </LinkTo>
      <Lost kind={kind} id={id} />
    </>
  );
}

/** That a row which is named here is off or in a bad state: what names it goes by what it does now. */
function Lost({ kind, id }: { readonly kind: string; readonly id: string }) {
  const here = useHere();
  const definition = useDefinition(kind) as Definition;
  const { data } = useQuery({ ...rowsQuery(here.slug, definition), staleTime: 30_000 });
  const row = data?.data.find((one) => one.id === id);
  const state = row && stateOf(definition.fields, row);
  if (state === undefined || (state.tone !== "bad" && state.value !== "off")) return null;
  return (
    <>
      {" "}
      <Status tone={state.tone} label={words(state.value)} />
    </>
  );
}

interface ListedProps {
  readonly name: string;
  readonly items: ItemField;
  readonly value: Json;
}

/** Items that are shown before somebody asks for the rest. */
const atOnce = 10;

function Listed({ name, items, value }: ListedProps) {
  const [all, setAll] = useState(false);
  // One word may stand for the list: all that there is.
  if (!Array.isArray(value)) return <Plain>{texts.all}</Plain>;
  const list = value as readonly Json[];
  if (list.length === 0) return <QuietPart>{texts.none}</QuietPart>;
  if (items.type === "choice" || items.type === "integer" || items.type === "number")
    return <Plain>{list.map((item) => wordOf(name, items, item)).join(", ")}</Plain>;
  if (items.type === "object" && isFlat(items) && list.length <= atOnce)
    return <Lines field={items} list={list} Inner={Shown} />;
  const hidden = all ? 0 : Math.max(0, list.length - atOnce);
  return (
    <Stack gap={items.type === "object" ? 8 : 4} align="stretch">
      {list.slice(0, list.length - hidden).map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity, and nothing here is typed
        <div key={index}>
          <ValueShown name={name} field={items} value={item} />
        </div>
      ))}
      {hidden === 0 ? null : (
        <QuietButton w="fit-content" ml={-8} onClick={() => setAll(true)}>
          {texts.showMore(hidden)}
        </QuietButton>
      )}
    </Stack>
  );
}

function wordOf(name: string, field: ItemField, value: Json): string {
  if (field.type === "integer" || field.type === "number") return amountOf(name, field, Number(value));
  return value === "*" ? texts.all : words(String(value));
}

/** An object's values; the one of several shapes that it has stands on one line. */
function Members({ field, value }: { readonly field: ObjectField; readonly value: JsonObject }) {
  const names = Object.keys(field.fields).filter((name) => (value[name] ?? null) !== null);
  if (names.length === 0) return <QuietPart>{texts.notSet}</QuietPart>;
  const [only = ""] = names;
  const facts = names.map((name) => ({
    title: labelOf(name, field.fields[name]),
    value: <Shown key={name} name={name} field={field.fields[name] as ItemField} value={value[name]} />,
  }));
  if (field.exactlyOne === true && names.length === 1 && field.fields[only]?.type !== "object") {
    return (
      <Text size="sm" component="div">
        <Faded>{labelOf(only, field.fields[only])}</Faded> {facts[0]?.value}
      </Text>
    );
  }
  return (
    <div className="nest members">
      <Facts facts={facts} />
    </div>
  );
}

interface EntriesProps {
  readonly value: JsonObject;
  /** What is known of the entries. */
  readonly set: MemberSet | undefined;
}

function Entries({ value, set }: EntriesProps) {
  const entries = Object.entries(value);
  if (entries.length === 0) return <QuietPart>{texts.none}</QuietPart>;
  return (
    <Stack gap={4}>
      {entries.map(([key, text]) => {
        const member = set?.members[key];
        return (
          <Text key={key} size="sm" component="div" style={{ overflowWrap: "anywhere" }}>
            <Fine span className={member === undefined ? "mono" : ""}>
              {member === undefined ? key : labelOf(key, member)}
            </Fine>{" "}
            {member === undefined ? brief(text) : <Shown name={key} field={member} value={text} />}
          </Text>
        );
      })}
    </Stack>
  );
}

function Plain({ children }: { readonly children: ReactNode }) {
  return (
    <Text span size="sm" style={{ overflowWrap: "anywhere" }}>
      {children}
    </Text>
  );
}

function Letters({ children }: { readonly children: ReactNode }) {
  return <Code className="letters">{children}</Code>;
}

/** A list of small objects, line by line, with a column for each of their members. */
