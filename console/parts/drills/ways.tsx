/** The way that a drill tries, at whom nothing arrived lately, and the ways of its service that none tries. */
import { Stack, Text } from "@mantine/core";
import { undelivered } from "../../../src/kernel/replayed-alerts.ts";
import type { Drill } from "../../api/shapes.ts";
import { NotKnown, Undelivered } from "../alerts/delivery.tsx";
import { Fine } from "../text.tsx";
import * as texts from "./texts.ts";

export function Ways({ drill: { id, run_id, ways, unknown } }: { readonly drill: Drill }) {
  const own = ways.find(({ drill_id }) => drill_id === id);
  // Of drills that were started together, the first says what none of them tries.
  const others = id === run_id ? ways.filter(({ not_tried }) => not_tried !== null) : [];
  const untried = new Set(
    others.map(({ source, not_tried }) => texts.notTried(source?.name ?? "", not_tried ?? "")),
  );
  return (
    <Stack gap={2}>
      {own === undefined || own.source === null ? null : (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {texts.wayOf(own.source.name, own.routes.map(({ name }) => name).join(", ") || texts.noRoute)}
        </Text>
      )}
      {own === undefined ? null : <Undelivered of={undelivered([own])} />}
      {[...untried].map((text) => (
        <Fine key={text}>{text}</Fine>
      ))}
      <NotKnown unknown={unknown} />
    </Stack>
  );
}
