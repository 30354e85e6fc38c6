/** How much of an SLO's error budget is left: the bar, and the tone that its state has. */
import { Progress, Text } from "@mantine/core";
import type { Tone } from "../../../../src/kernel/field.ts";
import { percent } from "../../../../src/kernel/readable.ts";
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import { Quiet } from "../../../parts/text.tsx";
import { isState, toneOf } from "../../../parts/tones.ts";
import { Age } from "../../state.tsx";
import * as texts from "./texts.ts";

export const budgetField = "error_budget_remaining_percent";

const colors = { good: "var(--good)", warning: "var(--warn)", bad: "var(--bad)", quiet: "var(--quiet)" };

interface BudgetProps {
  readonly definition: Definition;
  readonly row: JsonObject;
}

export function toneOfRow({ fields }: Definition, { status = null }: JsonObject): Tone {
  const field = fields.status;
  const shape = field?.type === "computed" ? field.shape : undefined;
  return (shape !== undefined && isState(shape) ? toneOf(shape, status) : undefined) ?? "quiet";
}

/** One that is overspent leaves the bar empty, and the figure says by how much. */
export function BudgetBar({ left, tone }: { readonly left: number; readonly tone: Tone }) {
  const shown = Math.min(100, Math.max(0, left));
  return (
    <Progress.Root size="sm">
      <Progress.Section
        value={shown}
        color={colors[tone]}
        aria-label={texts.errorBudgetLeft}
        // Without it a bar of a quarter and one of all look alike to a screen reader.
        aria-valuetext={percent(left)}
      />
    </Progress.Root>
  );
}

export function Budget({ definition, row }: BudgetProps) {
  const left = row[budgetField];
  if (typeof left !== "number") return <Quiet>{texts.itsErrorBudget}</Quiet>;
  const label =
    left < 0 ? texts.moreThanTheErrorBudget(percent(-left)) : texts.ofTheErrorBudgetLeft(percent(left));
  return (
    <>
      <div style={{ marginTop: 6 }}>
        <BudgetBar left={left} tone={toneOfRow(definition, row)} />
      </div>
      <Text size="sm" mt={2}>
        {label}
        <Age definition={definition} row={row} name={budgetField} />
      </Text>
    </>
  );
}
