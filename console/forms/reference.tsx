/** A reference is chosen by the name of the row that it points at. */
import { Anchor, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReferenceField } from "../../src/kernel/field.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { rowsQuery, useDefinition } from "../api/queries.ts";
import { kindPath, rowPath } from "../parts/paths.ts";
import { nameOf } from "../parts/words.ts";
import { useOrganization } from "../shell/session.ts";
import type { InputProps } from "./context.ts";
import { medium, useCommon } from "./field.tsx";

/** The rows of a kind as options. */
export function useChoices(kind: string): readonly { value: string; label: string }[] {
  const definition = useDefinition(kind) as Definition;
  const org = useOrganization()?.slug ?? "";
  const { data } = useQuery({ ...rowsQuery(org, definition), staleTime: 30_000 });
  return (data?.data ?? []).map((row) => ({ value: String(row.id), label: nameOf(definition, row) }));
}

export function ReferenceInput(props: InputProps<ReferenceField>) {
  const { field, value, onChange } = props;
  const common = useCommon(props);
  const choices = useChoices(field.to);
  const org = useOrganization()?.slug ?? "";
  const definition = useDefinition(field.to);
  const chosen = typeof value === "string" ? value : null;
  // A row past the list's cap is shown by its id, so that saving the form never drops it.
  const data =
    chosen === null || choices.some((choice) => choice.value === chosen)
      ? choices
      : [...choices, { value: chosen, label: chosen }];
  const description = (
    <>
      {common.description}{" "}
      {chosen === null ? (
        <Anchor component={Link} to={kindPath(org, field.to)} inherit underline="always">
          {definition?.title}
        </Anchor>
      ) : (
        <Anchor component={Link} to={rowPath(org, field.to, chosen)} inherit underline="always">
          Open it
        </Anchor>
      )}
    </>
  );
  return (
    <Select
      {...common}
      description={common.description === undefined ? undefined : description}
      data={data}
      value={chosen}
      searchable
      styles={medium}
      placeholder={
        choices.length === 0
          ? `No ${definition?.title.toLowerCase()} yet`
          : field.nullable
            ? "None"
            : "Choose"
      }
      nothingFoundMessage="None matches"
      clearable={field.nullable === true}
      clearButtonProps={{ "aria-label": "Clear" }}
      allowDeselect={false}
      onChange={(id) => onChange(id ?? null)}
    />
  );
}
