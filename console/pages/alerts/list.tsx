/** Alerts as a list that is gone through with keys, and that moves nothing while somebody is at it. */
import { Button, Group, Paper, Table, VisuallyHidden } from "@mantine/core";
import { type FocusEvent, type RefObject, useState } from "react";
import { figure } from "../../../src/kernel/readable.ts";
import type { Alert } from "../../api/alert-shapes.ts";
import type { Controls } from "../../parts/alerts/controls.tsx";
import { AlertRow } from "../../parts/alerts/row.tsx";
import { useNow } from "../../parts/alerts/use-alerts.ts";
import { PlainButton } from "../../parts/buttons.tsx";
import { Quiet, Strong } from "../../parts/text.tsx";
import * as texts from "./texts.ts";
import { type AlertGroup, groupsOf, heldOf } from "./view.ts";

interface AlertListProps {
  /** In their order, narrowed to what is sought. */
  readonly alerts: readonly Alert[];
  /** All that are known, also those of other states. */
  readonly known: readonly Alert[];
  readonly total: number;
  readonly group: string | undefined;
  readonly controls: Controls;
  readonly list: RefObject<HTMLDivElement | null>;
}

/** More rows than anybody reads are drawn when somebody asks for them. */
const mostDrawn = 200;

export function AlertList({ alerts, known, total, group, controls, list }: AlertListProps) {
  const now = useNow();
  const [kept, setKept] = useState<readonly Alert[]>();
  const [all, setAll] = useState(false);
  const { rows, fresh, gone } = heldOf(kept, alerts, known);
  const hold = () => setKept((before) => before ?? alerts);
  const release = () => {
    if (!controls.asking && !list.current?.matches(":hover, :focus-within")) setKept(undefined);
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!controls.asking && !currentTarget.contains(relatedTarget) && !currentTarget.matches(":hover"))
      setKept(undefined);
  };
  const drawn = all ? rows : rows.slice(0, mostDrawn);
  const groups: readonly AlertGroup[] = [
    ...groupsOf(drawn, group),
    ...(fresh.length === 0 ? [] : [{ title: texts.newOne, alerts: fresh }]),
  ];
  return (
    <>
      <Count shown={alerts.length} total={total} fresh={fresh.length} sort={() => setKept(undefined)} />
      <Paper
        p={0}
        style={{ overflow: "hidden" }}
        ref={list}
        onPointerEnter={hold}
        onPointerLeave={release}
        onFocus={hold}
        onBlur={leave}
      >
        {rows.length + fresh.length === 0 ? (
          <Quiet p="md" role="status">
            {texts.nothingMatchesTheseFilters}
          </Quiet>
        ) : (
          <Table className="alerts">
            <Head />
            {groups.map(({ title, alerts: some }) => (
              <Table.Tbody key={title}>
                {title === null ? null : (
                  <Table.Tr className="group">
                    <Table.Th scope="rowgroup" colSpan={5}>
                      {title} · {figure(some.length)}
                    </Table.Th>
                  </Table.Tr>
                )}
                {some.map((alert) => (
                  <AlertRow
                    key={alert.id}
                    alert={alert}
                    controls={controls}
                    now={now}
                    gone={gone.has(alert.id)}
                  />
                ))}
              </Table.Tbody>
            ))}
          </Table>
        )}
      </Paper>
      {drawn.length < rows.length ? (
        <PlainButton mt="md" onClick={() => setAll(true)}>
          {texts.showMore(rows.length - drawn.length)}
        </PlainButton>
      ) : null}
    </>
  );
}

interface CountProps {
  readonly shown: number;
  readonly total: number;
  /** Alerts that came while somebody was at the list. */
  readonly fresh: number;
  readonly sort: () => void;
}

function Count({ shown, total, fresh, sort }: CountProps) {
  return (
    <Group mb="xs" gap="sm" mih={26} aria-live="polite">
      <Quiet>
        {shown === total ? texts.inTotal(figure(total)) : texts.ofCount(figure(shown), figure(total))}
      </Quiet>
      {fresh === 0 ? null : (
        <>
          <Strong>{texts.newAtTheEnd(figure(fresh))}</Strong>
          <Button size="compact-xs" variant="light" onClick={sort}>
            {texts.sortAgain}
          </Button>
        </>
      )}
    </Group>
  );
}

function Head() {
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th scope="col" visibleFrom="sm">
          {texts.severity}
        </Table.Th>
        <Table.Th scope="col">{texts.alert}</Table.Th>
        <Table.Th scope="col" visibleFrom="md">
          {texts.delivered}
        </Table.Th>
        <Table.Th scope="col" ta="right">
          {texts.forLabel}
        </Table.Th>
        <Table.Th scope="col" visibleFrom="md">
          <VisuallyHidden>{texts.actions}</VisuallyHidden>
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
  );
}
