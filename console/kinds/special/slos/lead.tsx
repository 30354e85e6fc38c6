/** How an SLO's page opens: its budget in a sentence and over time, and what each burn alert would need. */
import { Stack, Table, Text } from "@mantine/core";
import { figure, percent } from "../../../../src/kernel/readable.ts";
import { measuredAt, oldValueOf } from "../../../../src/kernel/staleness.ts";
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import { Card } from "../../../parts/card.tsx";
import { useHistory } from "../../../parts/plans/use-history.ts";
import { RichText } from "../../../parts/rich-text.tsx";
import { Fine, Quiet } from "../../../parts/text.tsx";
import { ago, Moment, useTimeZone } from "../../../parts/time.tsx";
import { isOff } from "../../../parts/tones.ts";
import { words } from "../../../parts/words.ts";
import type { PartProps } from "../../part-props.ts";
import { alertNeeds, type BurnAlert } from "./alert-needs.ts";
import { BudgetBar, budgetField, toneOfRow } from "./budget.tsx";
import { type Budget, lastsWords, leftWords, partWords, promiseWords } from "./budget-words.ts";
import { BurnDown } from "./burn-down.tsx";
import { earlierPromise } from "./earlier-promise.ts";
import { MeasuredNow } from "./measured-now.tsx";
import * as texts from "./texts.ts";

export function SloLead({ definition, loaded: { row } }: PartProps) {
  return (
    <Stack mb="md">
      <Card title={texts.errorBudget} about={promiseWords(promiseOf(row))}>
        <Left definition={definition} row={row} />
        {measuredAt(row, budgetField) === undefined ? null : <BurnDown definition={definition} row={row} />}
      </Card>
      <Needs row={row} />
    </Stack>
  );
}

function promiseOf({ target_percent, window_days }: JsonObject) {
  return { target: Number(target_percent), days: Number(window_days) };
}

const known = (value: unknown) => (typeof value === "number" ? value : null);

/** The one sentence. What was measured long ago, or is switched off, says nothing about the time to come. */
function Left({ definition, row }: Pick<PartProps, "definition"> & { readonly row: JsonObject }) {
  const zone = useTimeZone();
  const now = Date.now();
  const earlier = useEarlier(definition, row);
  const left = known(row[budgetField]);
  if (left === null) return <MeasuredNow row={row} />;
  const budget: Budget = { ...promiseOf(earlier?.row ?? row), left, burn: known(row.burn_rate) };
  const old = oldValueOf(definition.fields, row, budgetField, now);
  const still = old === undefined && earlier === undefined && !isOff(definition.fields, row);
  const rest = still ? lastsWords(budget, now, zone) : old === undefined ? "" : texts.measuredAt(ago(old));
  return (
    <>
      <Text fz="h1" fw={600} mb={8} component="p">
        {[leftWords(budget), rest].filter((part) => part !== "").join("; ")}
      </Text>
      <BudgetBar left={left} tone={still ? toneOfRow(definition, row) : "quiet"} />
      <Quiet mt={4} mb="md">
        {partWords(left)}
        {still && budget.burn !== null ? texts.burnRateOfTheLast(figure(budget.burn)) : ""}
      </Quiet>
      {earlier === undefined ? null : (
        <Text size="sm" mb="md" role="status">
          <RichText of={texts.measuredBefore} what={earlier.what} when={<Moment at={earlier.at} />} />
        </Text>
      )}
    </>
  );
}

/** What the last figures are of, where that was changed since they were measured. */
function useEarlier(definition: PartProps["definition"], row: JsonObject) {
  const measured = measuredAt(row, budgetField);
  const changed = typeof row.updated_at === "string" ? row.updated_at : undefined;
  const isNewer =
    measured !== undefined && changed !== undefined && Date.parse(changed) > Date.parse(measured);
  const { data } = useHistory({ definition, id: String(row.id) }, isNewer);
  if (!isNewer || data === undefined) return undefined;
  const changes = data.pages
    .flatMap((page) => page.data)
    .map(({ at, fields }) => ({
      at,
      before: Object.fromEntries(fields.map(({ path, before }) => [path, before])),
    }));
  return earlierPromise(row, changes, measured);
}

function Needs({ row }: { readonly row: JsonObject }) {
  const alerts = (row.burn_alerts ?? []) as unknown as readonly BurnAlert[];
  const needs = alertNeeds(alerts, { ...promiseOf(row), minBad: known(row.min_bad_events) });
  if (needs.length === 0) return null;
  return (
    <Card title={texts.whatEachBurnAlertWould} p="md">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{texts.severity}</Table.Th>
            <Table.Th scope="col">{texts.firesWhen}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {needs.map(({ severity, needs: what, spends }) => (
            <Table.Tr key={what}>
              <Table.Td>{words(severity)}</Table.Td>
              <Table.Td>
                {what}
                {spends === null ? null : <Fine>{texts.ofTheBudgetIsSpent(percent(spends))}</Fine>}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}
