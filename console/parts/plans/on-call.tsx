/** Who is on call by a plan: at once, what nobody has any more, and whose load moves. */
import { List } from "@mantine/core";
import type { OnCallEffect } from "../../api/plan-shapes.ts";
import { Card } from "../card.tsx";
import * as texts from "./texts.ts";

export function OnCallCard({ of }: { readonly of: OnCallEffect }) {
  const said = [...of.now, ...of.gaps_opened, ...of.gaps_closed, ...of.load].map(({ message }) => message);
  if (said.length === 0) return null;
  return (
    <Card title={texts.onCallByIt} gap={4} mb="md">
      <List size="sm" spacing={6} listStyleType="none" className="inline">
        {said.map((sentence) => (
          <List.Item key={sentence} style={{ overflowWrap: "anywhere" }}>
            {sentence}
          </List.Item>
        ))}
        {of.cut ? <List.Item>{texts.moreGaps}</List.Item> : null}
      </List>
    </Card>
  );
}
