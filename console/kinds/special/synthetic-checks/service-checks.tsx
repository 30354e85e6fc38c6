/** A service's checks: each with its state now, and its uptime day by day. */
import { Group, Stack, Table } from "@mantine/core";
import { useState } from "react";
import { percent } from "../../../../src/kernel/readable.ts";
import { TableSwitch } from "../../../parts/charts/table-switch.tsx";
import type { UptimeDay } from "../../../parts/charts/uptime.ts";
import { UptimeBars } from "../../../parts/charts/uptime-bars.tsx";
import { useUptime } from "../../../parts/charts/use-uptime.ts";
import { Rows } from "../../../parts/page.tsx";
import { rowPath } from "../../../parts/paths.ts";
import { Status } from "../../../parts/status.tsx";
import { Fine, LinkTo } from "../../../parts/text.tsx";
import { stateOf } from "../../../parts/tones.ts";
import { words } from "../../../parts/words.ts";
import { useHere } from "../../../shell/session.ts";
import type { ServiceRowsProps } from "../../part-props.ts";
import * as texts from "./texts.ts";

export function ServiceChecks({ definition, rows }: ServiceRowsProps) {
  const here = useHere();
  const [asTable, setAsTable] = useState(false);
  const daysOf = useUptime(rows.map(({ id }) => String(id)));
  return (
    <Stack gap="sm">
      {rows.map((row) => {
        const state = stateOf(definition.fields, row);
        const days = daysOf([String(row.id)]);
        return (
          <div key={String(row.id)}>
            <Group justify="space-between" gap="md">
              <LinkTo to={rowPath(here.slug, definition.kind, String(row.id))} fw={550}>
                {String(row.name)}
              </LinkTo>
              <Group gap="md">
                {days.length === 0 || asTable ? null : (
                  <UptimeBars title={texts.uptimeOf(String(row.name))} days={days} />
                )}
                {state === undefined ? null : (
                  <Status tone={state.tone} label={words(state.value)} row={row} />
                )}
              </Group>
            </Group>
            {asTable ? (
              days.length === 0 ? (
                <Rows count={3} />
              ) : (
                <DayTable name={String(row.name)} days={days} />
              )
            ) : null}
          </div>
        );
      })}
      <Group justify="space-between">
        <Fine>{texts.uptimeOfTheLast30}</Fine>
        <TableSwitch asTable={asTable} setAsTable={setAsTable} />
      </Group>
    </Stack>
  );
}

function DayTable({ name, days }: { readonly name: string; readonly days: readonly UptimeDay[] }) {
  return (
    <Table.ScrollContainer
      minWidth={0}
      mah={240}
      scrollAreaProps={{
        viewportProps: { tabIndex: 0, role: "region", "aria-label": texts.uptimeOfByDay(name) },
      }}
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{texts.day}</Table.Th>
            <Table.Th scope="col" ta="right">
              {texts.up}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map(({ day, up }) => (
            <Table.Tr key={day}>
              <Table.Td>{day}</Table.Td>
              <Table.Td ta="right">{up === null ? texts.notMeasured : percent(up)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
