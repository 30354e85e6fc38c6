/** What a change would have meant for the last days: who would not have been notified, and which error budgets would have been spent. */
import { List, Text } from "@mantine/core";
import { figure } from "../../../src/kernel/readable.ts";
import { alikeAlerts, namesWithDelivery, timesOf, undelivered } from "../../../src/kernel/replayed-alerts.ts";
import { sloSentence } from "../../../src/kernel/replayed-slo.ts";
import type { Replay } from "../../api/plan-shapes.ts";
import { useDefinitions } from "../../api/queries.ts";
import { useHere } from "../../shell/session.ts";
import { NotKnown, Undelivered } from "../alerts/delivery.tsx";
import { Card } from "../card.tsx";
import { alertPath } from "../paths.ts";
import { LinkIn, QuietPart } from "../text.tsx";
import { ByPerson } from "./by-person.tsx";
import { Strip } from "./strip.tsx";
import * as texts from "./texts.ts";
import { rowWords, whyNotReplayed } from "./words.ts";

/** SLOs, and rows that were not replayed, that are shown; the API answers all. */
const mostShown = 10;

/** Nothing where nothing changes that decides about alerts or budgets. */
export function ReplayCard({ of }: { readonly of: Replay }) {
  const here = useHere();
  const { kinds } = useDefinitions();
  // Alerts were looked at, and there were some.
  const isLookedAt = of.drift !== null && of.alerts > 0;
  if (!isLookedAt && of.top.length + of.slos.length + of.cannot.length === 0) return null;
  return (
    <Card title={texts.replayOfTheLastDays(figure(of.days))} gap={4} mb="md">
      {isLookedAt ? (
        <Text size="sm" role="status">
          {sentenceOf(of)}
        </Text>
      ) : null}
      {of.top.length === 0 ? null : <Strip days={of.by_day} />}
      <List size="sm" spacing={6} mt="xs" listStyleType="none" className="inline">
        {alikeAlerts(of).map(({ alert_id, title, severity, before, after, notified, link, ...alike }) => (
          <List.Item key={alert_id} style={{ overflowWrap: "anywhere" }}>
            {link === null ? title : <LinkIn to={alertPath(here.slug, alert_id)}>{title}</LinkIn>}
            {severity === null ? "" : ` (${severity})`}
            {timesOf(alike)}
            <br />
            <QuietPart>{`${namesOf(before)} → ${namesOf(after, notified)}`}</QuietPart>
          </List.Item>
        ))}
        {of.slos.slice(0, mostShown).map((slo) => (
          <List.Item key={slo.id} style={{ overflowWrap: "anywhere" }}>
            {sloSentence(slo)}
          </List.Item>
        ))}
        {of.cannot.slice(0, mostShown).map(({ resource, id, key, ...one }) => (
          <List.Item key={`${resource}/${id}`} style={{ overflowWrap: "anywhere" }}>
            <QuietPart>
              {texts.notReplayed(rowWords(kinds, { resource, key }), whyNotReplayed(one))}
            </QuietPart>
          </List.Item>
        ))}
      </List>
      <ByPerson people={of.by_person ?? []} />
      <Deliveries of={of} />
      <NotKnown unknown={of.unknown ?? []} />
    </Card>
  );
}

/** Whom it would go to, and of whom nothing arrived lately. */
function Deliveries({ of: { by_target = [] } }: { readonly of: Replay }) {
  const getting = by_target.flatMap(({ target, after, delivery }) =>
    after === 0 || delivery === undefined ? [] : [{ target, delivery }],
  );
  return <Undelivered of={undelivered([{ notified: getting }])} />;
}

function sentenceOf({ alerts, cut, nobody, ...moves }: Replay): string {
  const all = texts.knownAlerts(cut, alerts);
  if (moves.top.length === 0) return texts.noneOfTheWouldHaveBeen(all);
  const lost = nobody === 0 ? "" : texts.withThisOfTheWould(figure(nobody), all);
  const counts = [
    [moves.not_sent, texts.notSentAnyMore],
    [moves.newly_sent, texts.newlySent],
    [moves.elsewhere, texts.elsewhere],
    [moves.earlier, texts.earlier],
    [moves.later, texts.later],
  ] as const;
  const moved = counts.flatMap(([count, what]) => (count === 0 ? [] : [`${figure(count)} ${what}`]));
  return texts.notificationsOfThe(lost, all, moved.join(", "));
}

function namesOf(names: readonly string[], notified?: Replay["top"][number]["notified"]): string {
  return names.length === 0 ? texts.nobodyAtAll : namesWithDelivery(names, notified);
}
