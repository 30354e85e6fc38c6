/** Whom a change would have woken in the last days: pages and nights of each person on call, as it was and as it would have been. */
import { Table, Text } from "@mantine/core";
import { useState } from "react";
import { figure } from "../../../src/kernel/readable.ts";
import type { ReplayedPerson } from "../../api/plan-shapes.ts";
import { MoreButton } from "../few.tsx";
import { Faded, Fine, Strong } from "../text.tsx";
import * as texts from "./texts.ts";

/** Lines that are shown at first. */
const most = 10;

/** Those first for whom most changes, as the service has them. */
export function ByPerson({ people }: { readonly people: readonly ReplayedPerson[] }) {
  const [all, setAll] = useState(false);
  if (people.length === 0) return null;
  const shown = all ? people : people.slice(0, most);
  return (
    <section aria-label={texts.byPerson}>
      <Strong mt="sm">{texts.byPerson}</Strong>
      <Table horizontalSpacing="xs" aria-label={texts.byPerson} highlightOnHover={false}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{texts.person}</Table.Th>
            <Table.Th scope="col" ta="right">
              {texts.pages}
            </Table.Th>
            <Table.Th scope="col" ta="right">
              {texts.nights}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ person, before, after, nights_before, nights_after }) => (
            <Table.Tr key={person}>
              <Table.Th scope="row" fw={450} style={{ overflowWrap: "anywhere", whiteSpace: "normal" }}>
                {person}
              </Table.Th>
              <Move before={before} after={after} />
              <Move before={nights_before} after={nights_after} />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <MoreButton all={all} others={people.length - shown.length} set={setAll} />
      <Fine mt={4}>{texts.whatANightIs}</Fine>
    </section>
  );
}

/** More is red, less is green; what stays has no arrow. */
function Move({ before, after }: { readonly before: number; readonly after: number }) {
  if (before === after)
    return (
      <Table.Td ta="right">
        <Faded>{figure(before)}</Faded>
      </Table.Td>
    );
  return (
    <Table.Td ta="right" style={{ whiteSpace: "nowrap" }}>
      <Faded>{`${figure(before)} → `}</Faded>
      <Text span inherit fw={600} c={after > before ? "var(--bad)" : "var(--good)"}>
        {figure(after)}
      </Text>
    </Table.Td>
  );
}
