/** A reference is chosen by the name of the row that it points at. */
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useContext, useState } from "react";
import type { Json, ReferenceField } from "../../src/kernel/field.ts";
import { isSameService } from "../../src/kernel/service-names.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { namedQuery } from "../api/find.ts";
import { rowQuery, rowsQuery, useDefinition } from "../api/queries.ts";
import { kindPath, rowPath } from "../parts/paths.ts";
import { Status } from "../parts/status.tsx";
import { LinkIn } from "../parts/text.tsx";
import { nameOf, phrase } from "../parts/words.ts";
import { useOrganization } from "../shell/session.ts";
import { medium, useCommon } from "./common.ts";
import { FormContext, type InputProps } from "./context.ts";
import { useNewChoice } from "./inline/new-choice.tsx";
import { namingField } from "./prefilled.ts";
import * as texts from "./texts.ts";

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface Choices {
  readonly choices: readonly Choice[];
  /** Whether it is known which there are, or that they cannot be read. */
  readonly known: boolean;
  /** What stands in the place of choices that there are not, or not yet. */
  readonly none: string;
  /** As far as they are read. */
  readonly rows: readonly JsonObject[];
}

/**
 * The rows of a kind as options: those of its list, past the list's cap the ones that `text` names, and those
 * that are chosen, also where they were made a moment ago.
 */
export function useChoices(kind: string, text: string, chosen: readonly string[]): Choices {
  const definition = useDefinition(kind) as Definition;
  const org = useOrganization()?.slug ?? "";
  const { data, error } = useQuery({ ...rowsQuery(org, definition), staleTime: 30_000 });
  const [settled] = useDebouncedValue(text.trim(), 200);
  const truncated = data?.truncated === true;
  const past = useQuery({ ...namedQuery(org, definition, settled), enabled: truncated && settled !== "" });
  const listed = data?.data ?? [];
  const known = new Set(listed.map(({ id }) => String(id)));
  const own = useQueries({
    queries: chosen
      .filter((id) => data !== undefined && !known.has(id))
      .map((id) => ({ ...rowQuery(org, definition, id), staleTime: 30_000 })),
  });
  const rows = [
    ...listed,
    ...(past.data ?? []),
    ...own.flatMap(({ data }) => (data === undefined ? [] : [data.row])),
  ];
  const choices = new Map(rows.map((row) => [String(row.id), nameOf(definition, row)]));
  const what = phrase(definition.title);
  return {
    choices: [...choices].map(([value, label]) => ({ value, label })),
    rows,
    known: data !== undefined || error !== null,
    none: error !== null ? texts.theCannotBeLoadedRight(what) : data === undefined ? "…" : texts.noYet(what),
  };
}

export function ReferenceInput(props: InputProps<ReferenceField>) {
  const { field, value, onChange } = props;
  const common = useCommon(props);
  const [text, setText] = useState("");
  const chosen = typeof value === "string" ? value : null;
  const { choices: all, known, none, rows } = useChoices(field.to, text, chosen === null ? [] : [chosen]);
  const org = useOrganization()?.slug ?? "";
  const definition = useDefinition(field.to);
  const { own, serviceOf } = useServices(definition, rows);
  // Those of the same service first.
  const rank = ({ value: id }: Choice) => Number(own === undefined || serviceOf(id) !== own);
  const choices = all.toSorted((one, other) => rank(one) - rank(other));
  const fresh = useNewChoice({ kind: field.to, choices, known, text, onMade: onChange });
  const { data } = fresh.props;
  const theirs = chosen === null ? undefined : serviceOf(chosen);
  const description = (
    <>
      {common.description}{" "}
      {chosen === null ? (
        <LinkIn to={kindPath(org, field.to)}>{definition?.title}</LinkIn>
      ) : (
        <LinkIn to={rowPath(org, field.to, chosen)}>{texts.openIt}</LinkIn>
      )}
      {fresh.link === null || common.disabled ? null : <> · {fresh.link}</>}
      {theirs === undefined || own === undefined || isSameService(theirs, own) ? null : (
        <Status tone="warning" label={texts.isOfAnotherService(theirs, own)} />
      )}
    </>
  );
  return (
    <Select
      {...common}
      {...fresh.props}
      description={common.description === undefined ? undefined : description}
      // A row past the list's cap is shown by its id, so that saving the form never drops it.
      data={
        chosen === null || data.some(({ value }) => value === chosen)
          ? data
          : [{ value: chosen, label: chosen }, ...data]
      }
      value={chosen}
      searchable
      // The focus comes back to it from the form of a new row.
      openOnFocus={false}
      onSearchChange={setText}
      styles={medium}
      placeholder={choices.length === 0 ? none : field.nullable ? texts.none : texts.choose}
      nothingFoundMessage={known ? texts.noMatch : none}
      clearable={field.nullable === true}
      clearButtonProps={{ "aria-label": texts.clear }}
      allowDeselect={false}
      onChange={(id) => {
        if (!fresh.isNew(id)) onChange(id ?? null);
      }}
    />
  );
}

/** The service that the form is about, and those of the rows to choose from: another one is taken only where that is said. */
function useServices(definition: Definition | undefined, rows: readonly JsonObject[]) {
  const { current } = useContext(FormContext);
  const naming = definition === undefined ? undefined : namingField(definition);
  const textOf = (value: Json | undefined) =>
    typeof value === "string" && value.trim() !== "" ? value : undefined;
  return {
    own: naming === undefined ? undefined : textOf(current(naming)),
    serviceOf(id: string) {
      const row = rows.find((one) => one.id === id);
      return row === undefined || naming === undefined ? undefined : textOf(row[naming]);
    },
  };
}
