/** What a change would have meant for the last days: who would not have been notified, and which error budgets would have been spent. */
import { List, Text } from "@mantine/core";
import { figure } from "../../../src/kernel/readable.ts";
import { sloSentence } from "../../../src/kernel/replayed-slo.ts";
import type { Replay } from "../../api/plan-shapes.ts";
import { useHere } from "../../shell/session.ts";
import { Card } from "../card.tsx";
import { alertPath } from "../paths.ts";
import { LinkIn, QuietPart } from "../text.tsx";
import { Strip } from "./strip.tsx";

/** SLOs that are shown; the API answers all. */
const mostSlos = 10;

/** Nothing where no alert would have been sent otherwise, and no SLO changes. */
export function ReplayCard({ of }: { readonly of: Replay }) {
  const here = useHere();
  if (of.top.length + of.slos.length === 0) return null;
  return (
    <Card title={`Replay of the last ${figure(of.days)} days`} gap={4} mb="md">
      {of.top.length === 0 ? null : (
        <>
          <Text size="sm" role="status">
            {sentenceOf(of)}
          </Text>
          <Strip days={of.by_day} />
        </>
      )}
      <List size="sm" spacing={6} mt="xs" listStyleType="none" className="inline">
        {of.top.map(({ alert_id, title, severity, before, after, link }) => (
          <List.Item key={alert_id} style={{ overflowWrap: "anywhere" }}>
            {link === null ? title : <LinkIn to={alertPath(here.slug, alert_id)}>{title}</LinkIn>}
            {severity === null ? "" : ` (${severity})`}
            <br />
            <QuietPart>{`${namesOf(before)} → ${namesOf(after)}`}</QuietPart>
          </List.Item>
        ))}
        {of.slos.slice(0, mostSlos).map((slo) => (
          <List.Item key={slo.id} style={{ overflowWrap: "anywhere" }}>
            {sloSentence(slo)}
          </List.Item>
        ))}
      </List>
    </Card>
  );
}

function sentenceOf({ alerts, cut, nobody, ...moves }: Replay): string {
  const all = `${cut ? "known " : ""}${figure(alerts)} ${alerts === 1 ? "alert" : "alerts"}`;
  const lost = nobody === 0 ? "" : `With this, ${figure(nobody)} of the ${all} would have reached nobody. `;
  const counts = [
    [moves.not_sent, "not sent any more"],
    [moves.newly_sent, "newly sent"],
    [moves.elsewhere, "elsewhere"],
    [moves.earlier, "earlier"],
    [moves.later, "later"],
  ] as const;
  const moved = counts.flatMap(([count, what]) => (count === 0 ? [] : [`${figure(count)} ${what}`]));
  return `${lost}Notifications of the ${all}: ${moved.join(", ")}.`;
}

function namesOf(names: readonly string[]): string {
  return names.length === 0 ? "nobody" : names.join(", ");
}
