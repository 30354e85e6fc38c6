/** In the list of SLOs: the budget of the last 30 days as a line, and what is left of it as a bar. */
import { Box, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import { namedActions } from "../../../api/calls.ts";
import { readQuery } from "../../../api/queries.ts";
import { Sparkline } from "../../../parts/charts/sparkline.tsx";
import { Status } from "../../../parts/status.tsx";
import { QuietPart } from "../../../parts/text.tsx";
import { ago, useTimeZone } from "../../../parts/time.tsx";
import { isOff } from "../../../parts/tones.ts";
import { words } from "../../../parts/words.ts";
import { useHere } from "../../../shell/session.ts";
import type { CellPartProps } from "../../part-props.ts";
import { BudgetBar, budgetField, toneOfRow } from "./budget.tsx";
import { budgetPercent, shortWords } from "./budget-words.ts";
import * as texts from "./texts.ts";

interface ListedFigures {
  readonly data: readonly { readonly id: string; readonly values: readonly (number | null)[] }[];
}

export function BudgetCell({ definition, row, shown }: CellPartProps) {
  const here = useHere();
  const timezone = useTimeZone();
  // Every row asks the same, and so it is asked once.
  const ids = shown.map(({ id }) => String(id)).sort();
  const { data } = useQuery({
    ...readQuery<ListedFigures>(here.slug, namedActions.listFigures, {
      kind: definition.kind,
      field: budgetField,
      ids,
      timezone,
    }),
    staleTime: 60_000,
  });
  const left = row[budgetField];
  const off = isOff(definition.fields, row);
  const tone = off ? "quiet" : toneOfRow(definition, row);
  const values = data?.data.find(({ id }) => id === row.id)?.values ?? [];
  const reported = values.some((value) => value !== null);
  return (
    <div className="budget-cell">
      <Box visibleFrom="sm" w={104} h={24}>
        {reported ? (
          <Sparkline title={texts.errorBudget30Days} values={values} shown={budgetPercent} tone={tone} />
        ) : null}
      </Box>
      <div className="budget-bar">
        {typeof left === "number" ? (
          <>
            <Text size="sm" component="div" style={{ whiteSpace: "nowrap" }}>
              {shortWords(left)}
            </Text>
            <BudgetBar left={left} tone={tone} />
          </>
        ) : (
          <QuietPart>{off ? texts.off : texts.notMeasuredYet}</QuietPart>
        )}
        {/* Its own column has no place on a phone. */}
        <Box hiddenFrom="sm">
          <Status tone={tone} label={off ? texts.off : stateWords(row)} />
        </Box>
      </div>
    </div>
  );
}

/** The state, and since when nobody knows it. */
function stateWords({ status, status_since: since }: JsonObject): string {
  const state = words(String(status));
  return typeof since === "string" ? `${state} · ${ago(since)}` : state;
}
