/** In the list of routes: whom each one notifies, by name. */
import { Group, Text } from "@mantine/core";
import { isObject } from "../../../../src/kernel/validate.ts";
import { ReceiverIcon } from "../../../parts/flow/receiver-icon.tsx";
import { Status } from "../../../parts/status.tsx";
import { QuietPart } from "../../../parts/text.tsx";
import type { CellPartProps } from "../../part-props.ts";
import { receiverOf, useReceivers } from "./receivers.ts";
import * as texts from "./texts.ts";

const mostShown = 3;

export function DestinationsCell({ row: { destinations, drop } }: CellPartProps) {
  const known = useReceivers();
  const named = (Array.isArray(destinations) ? destinations : [])
    .filter(isObject)
    .flatMap((one) => receiverOf(one, known) ?? []);
  if (named.length === 0) return <QuietPart>{drop === true ? texts.nobodyByDecision : "—"}</QuietPart>;
  const more = named.length - mostShown;
  return (
    <Group
      gap="2px 10px"
      title={named.map(({ name, lost }) => (lost === undefined ? name : `${name}: ${lost}`)).join(", ")}
    >
      {named.slice(0, mostShown).map(({ id, name, kind, target, lost }) => (
        <Group key={id} gap={4} wrap="nowrap" style={{ minWidth: 0 }}>
          <ReceiverIcon kind={kind} target={target} />
          <Text span size="sm" className="clip">
            {name}
          </Text>
          {lost === undefined ? null : <Status tone="bad" label={lost} />}
        </Group>
      ))}
      {more > 0 ? <QuietPart>{texts.andMore(more)}</QuietPart> : null}
    </Group>
  );
}
