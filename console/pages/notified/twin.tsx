/** The same as the picture, as a table: route by route, in order. */
import { Table } from "@mantine/core";
import { figure } from "../../../src/kernel/readable.ts";
import type { AlertFlow, Receiver } from "../../api/flow-shapes.ts";
import { DeliveryMark } from "../../parts/alerts/delivery.tsx";
import { CardTable } from "../../parts/card-table.tsx";
import { rowPath } from "../../parts/paths.ts";
import { Fine, LinkTo, QuietPart } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";
import { noRoute, type Part, partOf, type View } from "./view.ts";

interface TwinProps {
  readonly flow: AlertFlow;
  readonly view: View;
  readonly lit: ReadonlySet<Part>;
}

function Marked({ receiver }: { readonly receiver: Receiver | undefined }) {
  return receiver === undefined || receiver.problem !== null ? null : <DeliveryMark of={receiver.delivery} />;
}

export function Twin({ flow, view, lit }: TwinProps) {
  const here = useHere();
  const counts = new Map(view.nodes.map(({ part, count }) => [part, count]));
  const names = new Map(flow.receivers.map((one) => [one.id, one]));
  const lost = view.nodes.find(({ part }) => part === noRoute);
  const shown = flow.routes.filter(({ id }) => counts.has(partOf("route", id)));
  const current = (part: Part) => (lit.has(part) ? "true" : undefined);
  return (
    <CardTable
      columns={[texts.route, texts.alerts, [texts.takes, "md"], texts.leadsTo, texts.notifiesNobodyBecause]}
      actionsFrom={false}
    >
      {shown.map(({ id, kind, name, matchers, receivers, problem }) => (
        <Table.Tr key={id} aria-current={current(partOf("route", id))}>
          <Table.Th scope="row" fw={400}>
            <LinkTo to={rowPath(here.slug, kind, id)} fw={550}>
              {name}
            </LinkTo>
          </Table.Th>
          <Table.Td>{figure(counts.get(partOf("route", id)) ?? 0)}</Table.Td>
          <Table.Td className="mono" fz="xs" visibleFrom="md">
            {matchers.length === 0 ? texts.everyAlert : matchers.join(", ")}
          </Table.Td>
          <Table.Td>
            {receivers.map((one) => (
              <div key={one} aria-current={current(partOf("receiver", one))}>
                {names.get(one)?.name ?? one} <Fine span>{peopleOf(names.get(one)?.people ?? [])}</Fine>
                <Marked receiver={names.get(one)} />
              </div>
            ))}
          </Table.Td>
          <Table.Td>{problem ?? <QuietPart>—</QuietPart>}</Table.Td>
        </Table.Tr>
      ))}
      {lost === undefined ? null : (
        <Table.Tr aria-current={current(noRoute)}>
          <Table.Th scope="row" fw={400}>
            {lost.name}
          </Table.Th>
          <Table.Td>{figure(lost.count)}</Table.Td>
          <Table.Td visibleFrom="md">{texts.whatNoRouteTakes}</Table.Td>
          <Table.Td>
            <QuietPart>—</QuietPart>
          </Table.Td>
          <Table.Td>{lost.problem}</Table.Td>
        </Table.Tr>
      )}
    </CardTable>
  );
}

function peopleOf(people: readonly { readonly name: string; readonly email: string }[]): string {
  return people.map(({ name, email }) => name || email).join(", ");
}
