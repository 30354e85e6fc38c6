/** What a save was refused for that is not about one input: a taken name, a missing right, an unreachable service. */
import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { Refused } from "../api/client.ts";
import { rowPath } from "../parts/paths.ts";
import { Refusal } from "../parts/refusal.tsx";
import { fieldWords, nameOf } from "../parts/words.ts";
import type { RowForm } from "./form-state.ts";

export interface FormRefusalProps {
  readonly org: string;
  readonly definition: Definition;
  readonly form: RowForm;
  /** Problems with fields that no input shows. */
  readonly elsewhere: readonly (readonly [string, string])[];
}

export function FormRefusal({ org, definition, form, elsewhere }: FormRefusalProps) {
  const { error } = form;
  if (error === null || form.stale !== undefined) return null;
  if (elsewhere.length > 0) {
    return (
      <Refusal
        error={
          new Error(
            elsewhere.map(([path, message]) => `${fieldWords(definition, path)}: ${message}`).join(" "),
          )
        }
      />
    );
  }
  if (error instanceof Refused && error.status === 422) return null;
  const holder = error instanceof Refused && error.status === 409 ? error.body.current : undefined;
  return (
    <>
      <Refusal error={error} />
      {holder === undefined ? null : (
        <Text size="sm" mb="md">
          The row that already has it:{" "}
          <Anchor component={Link} to={rowPath(org, definition.kind, String(holder.id))}>
            {nameOf(definition, holder)}
          </Anchor>
        </Text>
      )}
    </>
  );
}
