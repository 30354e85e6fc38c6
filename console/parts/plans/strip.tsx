/** The days of a replay in two rows, by the rows as they are and as they would be; days that differ are marked. */
import { Group, Table } from "@mantine/core";
import { useState } from "react";
import { dayText, figure } from "../../../src/kernel/readable.ts";
import type { ReplayedDay } from "../../api/plan-shapes.ts";
import { TableSwitch } from "../charts/table-switch.tsx";
import { Fine, Strong } from "../text.tsx";
import * as texts from "./texts.ts";

const title = texts.notificationsADay;

export function Strip({ days }: { readonly days: readonly ReplayedDay[] }) {
  const [asTable, setAsTable] = useState(false);
  return (
    <figure className="strip" aria-label={title}>
      <Group justify="space-between" mb={4} wrap="nowrap">
        <Strong>{title}</Strong>
        <TableSwitch asTable={asTable} setAsTable={setAsTable} />
      </Group>
      {asTable ? <DayTable days={days} /> : <Columns days={days} />}
    </figure>
  );
}

function Columns({ days }: { readonly days: readonly ReplayedDay[] }) {
  const most = Math.max(1, ...days.flatMap(({ before, after }) => [before, after]));
  const [first, last] = [days[0], days.at(-1)];
  return (
    <>
      <div className="strip-rows">
        <Fine className="strip-names" component="div" aria-hidden>
          <span>{texts.before}</span>
          <span>{texts.after}</span>
        </Fine>
        <div className="strip-days" role="img" aria-label={said(days)}>
          {days.map((one) => (
            <div key={one.day} data-mark={markOf(one)} title={dayWords(one)}>
              <Bar share={one.before / most} />
              <Bar share={one.after / most} />
              <i className="mark" />
            </div>
          ))}
        </div>
      </div>
      <Group className="strip-foot" justify="space-between" wrap="nowrap">
        <Fine>{first === undefined ? "" : dayText(first.day)}</Fine>
        <Fine>{last === undefined ? "" : dayText(last.day)}</Fine>
      </Group>
      <Group className="strip-foot" gap="0 16px" aria-hidden>
        {marks
          .filter(({ mark }) => days.some((one) => markOf(one) === mark))
          .map(({ mark, text }) => (
            <Fine key={mark} className="strip-key" data-mark={mark}>
              <i className="mark" /> {text}
            </Fine>
          ))}
      </Group>
    </>
  );
}

/** @param share of the longest bar of both rows */
function Bar({ share }: { readonly share: number }) {
  return (
    <span>
      <b style={{ height: share === 0 ? 0 : `max(3px, ${Math.round(share * 100)}%)` }} />
    </span>
  );
}

const marks = [
  { mark: "changed", text: texts.someSentOtherwise },
  { mark: "nobody", text: texts.someWouldHaveReachedNobody },
] as const;

function markOf({ changed, nobody }: ReplayedDay): (typeof marks)[number]["mark"] | undefined {
  if (nobody > 0) return "nobody";
  return changed > 0 ? "changed" : undefined;
}

function dayWords({ day, before, after, changed, nobody }: ReplayedDay): string {
  const lost = nobody === 0 ? "" : texts.alertsWouldHaveReachedNobody(nobody);
  const other = changed === 0 ? "" : texts.alertsSentOtherwise(changed);
  return `${dayText(day)}: ${figure(before)} before, ${figure(after)} after${other}${lost}`;
}

/** For who does not see it: the days that differ. */
function said(days: readonly ReplayedDay[]): string {
  const marked = days.filter((one) => markOf(one) !== undefined);
  return marked.length === 0
    ? texts.noDayDiffers(title)
    : texts.theseDiffer(title, marked.map(dayWords).join("; "));
}

function DayTable({ days }: { readonly days: readonly ReplayedDay[] }) {
  return (
    <Table.ScrollContainer
      minWidth={0}
      mah={300}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: "region", "aria-label": title } }}
    >
      <Table horizontalSpacing={3} verticalSpacing={4} style={{ whiteSpace: "nowrap" }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{texts.day}</Table.Th>
            {[texts.before, texts.after, texts.otherwise, texts.nobody].map((name) => (
              <Table.Th key={name} scope="col" ta="right">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...days].reverse().map(({ day, before, after, changed, nobody }) => (
            <Table.Tr key={day}>
              <Table.Td>{dayText(day)}</Table.Td>
              {[before, after, changed, nobody].map((count, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns stay in their places
                <Table.Td key={at} ta="right">
                  {figure(count)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
