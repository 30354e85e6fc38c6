/** How much of an SLO's error budget is left: the bar, and the tone that its state has. */
import { Progress, Text } from "@mantine/core";
import type { Tone } from "../../../../src/kernel/field.ts";
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import { Quiet } from "../../../parts/text.tsx";
import { isState, toneOf } from "../../../parts/tones.ts";
import { Age } from "../../state.tsx";
import { budgetPercent, partWords } from "./budget-words.ts";
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

/** One that is overspent is red and striped, as long as what is spent beyond it; the figure says by how much. */
export function BudgetBar({ left, tone }: { readonly left: number; readonly tone: Tone }) {
  const over = left < 0;
  return (
    <Progress.Root size="sm">
      <Progress.Section
        value={Math.min(100, Math.abs(left))}
        color={colors[over && tone !== "quiet" ? "bad" : tone]}
        striped={over}
        aria-label={texts.errorBudgetLeft}
        // Without it a bar of a quarter and one of all look alike to a screen reader.
        aria-valuetext={budgetPercent(left)}
      />
    </Progress.Root>
  );
}

export function Budget({ definition, row }: BudgetProps) {
  const left = row[budgetField];
  if (typeof left !== "number") return <Quiet>{texts.itsErrorBudget}</Quiet>;
  return (
    <>
      <div style={{ marginTop: 6 }}>
        <BudgetBar left={left} tone={toneOfRow(definition, row)} />
      </div>
      <Text size="sm" mt={2}>
        {texts.ofTheErrorBudget(partWords(left))}
        <Age definition={definition} row={row} name={budgetField} />
      </Text>
    </>
  );
}
