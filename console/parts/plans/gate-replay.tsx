/** What a change would have meant at the deploy gate in the last days. */
import { List, Text } from "@mantine/core";
import { figure } from "../../../src/kernel/readable.ts";
import type { Replay } from "../../api/plan-shapes.ts";
import { Card } from "../card.tsx";
import { QuietPart } from "../text.tsx";
import * as texts from "./texts.ts";

/** Nothing where nothing that decides at the gate changes, and where it was not asked. */
export function GateReplayCard({ of: { days, gate, gate_verdicts } }: { readonly of: Replay }) {
  if (gate_verdicts === null || gate_verdicts.asked === 0) return null;
  const { asked, cut, by_service } = gate_verdicts;
  const all = texts.knownAnswersOfTheDeploy(cut, asked);
  return (
    <Card title={texts.deployGateLastDays(figure(days))} gap={4} mb="md">
      <Text size="sm" role="status">
        {by_service.length === 0 ? texts.ofTheNoneWould(all) : texts.ofThe(all, decidedIn(gate))}
      </Text>
      <List size="sm" spacing={6} mt="xs" listStyleType="none" className="inline">
        {by_service.map(({ service, because, ...one }) => (
          <List.Item key={service} style={{ overflowWrap: "anywhere" }}>
            {service}
            <br />
            <QuietPart>
              {texts.ofCount(
                figure(one.asked),
                decidedIn(one),
                because.map((code) => code.replaceAll("_", " ")).join(", "),
              )}
            </QuietPart>
          </List.Item>
        ))}
      </List>
    </Card>
  );
}

function decidedIn({ newly_held, newly_allowed }: Replay["gate"]): string {
  return [
    ...(newly_held === 0 ? [] : [texts.wouldHaveBeenHeld(figure(newly_held))]),
    ...(newly_allowed === 0 ? [] : [texts.wouldHaveBeenAllowed(figure(newly_allowed))]),
  ].join(" and ");
}
