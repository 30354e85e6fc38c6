/** One record of the audit log as a sentence: who did what to which row. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { keyNames } from "../../src/kernel/natural-key.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { rowsQuery, useDefinition } from "../api/queries.ts";
import type { AuditRecord } from "../api/shapes.ts";
import { useHere } from "../shell/session.ts";
import { kindPath, proposalPath, rowPath } from "./paths.ts";
import { LinkIn } from "./text.tsx";
import * as texts from "./texts.ts";
import { nameOf, oneOf, phrase, words } from "./words.ts";

/** What the sentence needs of a record. */
export interface EntryRecord
  extends Pick<AuditRecord, "actor" | "action" | "resource" | "row_id" | "changes"> {
  readonly outcome?: AuditRecord["outcome"];
  /** The name of the row, and whether it is there, where the service says so: it is not looked for then. */
  readonly name?: string;
  readonly present?: boolean;
}

export function AuditEntry({ record }: { readonly record: EntryRecord }) {
  const definition = useDefinition(record.resource);
  return (
    <Text span size="sm" style={{ overflowWrap: "anywhere" }}>
      <b>{record.actor.name}</b> {record.outcome === "refused" ? texts.wasRefused : ""}
      {actionText(definition, record)} <RecordRow definition={definition} record={record} />
    </Text>
  );
}

/** What a record is about: the row as a link, or by the name that the record holds. */
export function RecordRow({
  definition,
  record,
}: {
  readonly definition: Definition | undefined;
  readonly record: EntryRecord;
}) {
  return definition === undefined ? (
    <RecordedName record={record} />
  ) : (
    <Row definition={definition} record={record} />
  );
}

/** Who acted through which door; said once where one word is both. */
export function throughWords(actor: string, door: string): string {
  return [...new Set([words(actor), words(door)])].join(" · ");
}

/** What was done, as people say it: the kind's own verbs over one of its rows, any other action by its name. */
export function actionText(
  definition: Definition | undefined,
  { action, outcome }: Pick<EntryRecord, "action" | "outcome">,
): string {
  const [verb = "", ...rest] = action.split("_");
  const names = definition?.actionNames;
  const own = names !== undefined && [names.create, names.update, names.delete].includes(action);
  const one = definition?.shape === "collection" ? texts.theOne(oneOf(definition)) : "";
  // A setting's own title follows, which such an action's name may end with.
  const isTitle = definition?.shape === "setting" && rest.join("_") === definition.kind;
  // So does the proposal that such an act is about.
  const last = definition === undefined && rest.at(-1) === "proposal" ? rest.slice(0, -1) : rest;
  const what = own ? one : isTitle ? "" : phrase(last.join("_"));
  return `${outcome === "refused" ? verb : (texts.pastVerbs[verb] ?? verb)} ${what}`;
}

interface RowProps {
  readonly definition: Definition;
  readonly record: EntryRecord;
}

function Row({ definition, record }: RowProps) {
  const here = useHere();
  if (definition.shape === "setting") {
    return <LinkIn to={kindPath(here.slug, definition.kind)}>{definition.title}</LinkIn>;
  }
  return record.row_id === "" ? null : <Named definition={definition} record={record} />;
}

/** The row by the name that it has now, or had when it was written down. */
function Named({ definition, record }: RowProps) {
  const here = useHere();
  const written = record.name ?? writtenName(definition, record);
  const gone = record.present === false || record.action === definition.actionNames.delete;
  const rows = useQuery({
    ...rowsQuery(here.slug, definition),
    staleTime: 60_000,
    enabled: written === undefined && !gone,
  });
  const row = rows.data?.data.find(({ id }) => id === record.row_id);
  // An id stands for what is gone or cannot be read, and not for a name that is on its way.
  const called = rows.isLoading ? "…" : record.row_id;
  const name = row === undefined ? (written ?? called) : nameOf(definition, row);
  return (
    <LinkIn to={rowPath(here.slug, definition.kind, record.row_id)} title={record.row_id}>
      {gone ? <i>{name}</i> : name}
    </LinkIn>
  );
}

/** The row's name, where the record itself holds it: what was made, renamed or deleted. */
function writtenName(definition: Definition, { changes }: EntryRecord): string | undefined {
  const row = Object.fromEntries(
    changes.map(({ field, before, after }) => [field, after ?? before ?? null]),
  ) as JsonObject;
  const whole = keyNames(definition, row).every((field) => field in row);
  const name = whole ? nameOf(definition, row) : "";
  return name === "" ? undefined : name;
}

/** Where people look for what is no row. */
const pagesOfOthers: Readonly<Record<string, string>> = {
  api_keys: "keys",
  members: "members",
  scim_tokens: "sign-in",
};

const proposals = "proposals";

/** What the record itself calls what is no row of a kind. */
function recordedName(record: EntryRecord): string | undefined {
  const found = record.changes.find(({ field }) => field === "name" || field === "email");
  const written = record.name ?? found?.after ?? found?.before;
  return typeof written === "string" && written !== "" ? written : undefined;
}

/** Whether a record says which one it is about: one of a session, for example, does not. */
export function isNamed(definition: Definition | undefined, record: EntryRecord): boolean {
  if (definition !== undefined) return definition.shape === "setting" || record.row_id !== "";
  if (recordedName(record) !== undefined) return true;
  return record.row_id !== "" && (record.resource === proposals || record.resource in pagesOfOthers);
}

/** A key, a token, a person: by the name that the record holds, or else by the id, with the page that lists them. */
function RecordedName({ record }: { readonly record: EntryRecord }) {
  const here = useHere();
  const name = recordedName(record);
  if (record.resource === proposals && record.row_id !== "")
    return <LinkIn to={proposalPath(here.slug, record.row_id)}>{name ?? texts.aProposal}</LinkIn>;
  const page = pagesOfOthers[record.resource];
  if (page === undefined) return name === undefined ? null : <i title={record.row_id}>{name}</i>;
  if (name === undefined && record.row_id === "") return null;
  return (
    <LinkIn to={`/o/${here.slug}/${page}`} title={record.row_id}>
      {name ?? record.row_id}
    </LinkIn>
  );
}
