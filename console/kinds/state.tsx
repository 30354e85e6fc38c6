/** What nobody sets through the row: health, results, and what follows from the settings. */
import { Paper, Text, Title } from "@mantine/core";
import type { ComputedField, Field } from "../../src/kernel/field.ts";
import { measuredField, oldValueOf } from "../../src/kernel/staleness.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { plainly } from "../forms/help.ts";
import { Cell } from "../parts/cell.tsx";
import { Facts } from "../parts/facts.tsx";
import { Status } from "../parts/status.tsx";
import { Quiet, QuietPart } from "../parts/text.tsx";
import { ago } from "../parts/time.tsx";
import { isOff, isPastFailure, statesOf, toneOf } from "../parts/tones.ts";
import { labelOf, words } from "../parts/words.ts";
import * as texts from "./texts.ts";

export interface RowStateProps {
  readonly definition: Definition;
  readonly row: JsonObject;
  /** Fields that the page shows in its own way. */
  readonly without?: readonly string[];
}

export function RowState({ definition, row, without = [] }: RowStateProps) {
  const computed = Object.entries(definition.fields).filter(
    (entry): entry is [string, ComputedField] =>
      isComputed(entry[1]) && entry[1].from !== "age" && ![measuredField, ...without].includes(entry[0]),
  );
  if (computed.length === 0) return null;
  const known = computed.filter(([name]) => (row[name] ?? null) !== null);
  return (
    <Paper>
      <Title order={2} mb={4}>
        {texts.state}
      </Title>
      <Quiet mb="sm">{texts.whatTheService}</Quiet>
      <Facts
        facts={known.map(([name, field]) => ({
          title: labelOf(name, field),
          about: plainly(field.description),
          value: (
            <>
              <Cell name={name} shape={field.shape} value={row[name] ?? null} />
              <Age definition={definition} name={name} row={row} />
              {isPastFailure(name, row) ? <QuietPart>{texts.isOver}</QuietPart> : null}
            </>
          ),
        }))}
      />
      {known.length === 0 ? <Text size="sm">{texts.nothingIsReportedYet}</Text> : null}
    </Paper>
  );
}

/** How old a figure is, where it is so old that it says nothing about now. */
export function Age({ definition, row, name }: RowStateProps & { readonly name: string }) {
  const at = oldValueOf(definition.fields, row, name, Date.now());
  if (at === undefined) return null;
  return <QuietPart>{texts.measured(ago(at))}</QuietPart>;
}

/** The states of a row in a few words, for its head: how it is, and that it is off. */
export function StateNow({ definition: { fields }, row }: Pick<RowStateProps, "definition" | "row">) {
  return (
    <>
      {statesOf(fields).map(([name, shape]) => {
        const value = row[name] ?? null;
        if (value === null) return null;
        return (
          <Status key={name} tone={toneOf(shape, value) ?? "quiet"} label={words(String(value))} row={row} />
        );
      })}
      {isOff(fields, row) ? <Status tone="quiet" label={texts.off} /> : null}
    </>
  );
}

function isComputed(field: Field): field is ComputedField {
  return field.type === "computed";
}
