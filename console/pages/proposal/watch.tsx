/** What was applied and is watched: how much time is left, and what was measured last. */
import { Group, Text } from "@mantine/core";
import type { Condition, Proposal, Watched } from "../../api/proposal-shapes.ts";
import { kindNames } from "../../kinds/names.ts";
import { useNow } from "../../parts/alerts/use-alerts.ts";
import { Card } from "../../parts/card.tsx";
import { Named } from "../../parts/cell.tsx";
import { conditionText, leftText, limitOf } from "../../parts/proposals/words.ts";
import { RichText } from "../../parts/rich-text.tsx";
import { Status } from "../../parts/status.tsx";
import { Fine, Quiet, Strong } from "../../parts/text.tsx";
import { exactMinute, Moment, Sentence, useTimeZone } from "../../parts/time.tsx";
import * as texts from "./texts.ts";

const states = {
  well: { tone: "good", label: texts.well },
  wrong: { tone: "bad", label: texts.wrong },
  unknown: { tone: "warning", label: texts.unknown },
} as const;

export function Watch({ proposal }: { readonly proposal: Proposal }) {
  const zone = useTimeZone();
  const { confirm_by, watch_until, revert_if, watched, missing_signal } = proposal;
  const until = confirm_by ?? watch_until;
  return (
    <Card title={texts.watchTitle} gap="xs" mb="lg" p="md">
      {until === null ? null : (
        <Group gap="4px 16px" mb="sm" align="baseline">
          <Left until={until} />
          <Quiet>
            <RichText
              of={confirm_by === null ? texts.keptAt : texts.takenBackAt}
              when={exactMinute(until, zone)}
              zone={zone}
            />
          </Quiet>
        </Group>
      )}
      {revert_if.length === 0 ? (
        <Quiet>{texts.noConditions}</Quiet>
      ) : (
        <>
          <ul className="watched" aria-label={texts.measured}>
            {revert_if.map((condition, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the service knows them by their places
              <li key={index}>
                <Measured condition={condition} watched={watched[index]} />
              </li>
            ))}
          </ul>
          <Fine mt="sm">{texts.missing[missing_signal]}</Fine>
        </>
      )}
    </Card>
  );
}

/** What moves each second is not read out each second. */
function Left({ until }: { readonly until: string }) {
  const left = Date.parse(until) - useNow(1_000);
  return (
    <Text fw={650} fz="md" role="timer" style={{ fontVariantNumeric: "tabular-nums" }}>
      {left <= 0 ? texts.timeIsUp : texts.left(leftText(left))}
    </Text>
  );
}

interface MeasuredProps {
  readonly condition: Condition;
  readonly watched: Watched | undefined;
}

function Measured({ condition, watched }: MeasuredProps) {
  const limit = limitOf(condition);
  const since = watched?.since ?? watched?.unknown_since ?? null;
  return (
    <>
      <Strong component="div" className="inline">
        <ConditionWords of={condition} />
      </Strong>
      {watched === undefined ? (
        <Quiet>{texts.nothingMeasuredYet}</Quiet>
      ) : (
        <>
          <Group gap="0 12px">
            <Status {...states[watched.state]} />
            {watched.value === null || limit === undefined ? null : (
              <Text span size="sm" style={{ fontVariantNumeric: "tabular-nums" }}>
                {texts.figureOf(watched.value, limit)}
              </Text>
            )}
            {since === null ? null : (
              <Text span size="sm" c="dimmed">
                <RichText of={texts.since} when={<Moment at={since} />} />
              </Text>
            )}
          </Group>
          {watched.value === null || limit === undefined ? null : (
            <meter
              aria-hidden
              value={Math.min(watched.value, scaleOf(limit))}
              max={scaleOf(limit)}
              high={limit}
              optimum={0}
            />
          )}
          <Fine>
            <Sentence>{watched.text}</Sentence>
          </Fine>
        </>
      )}
    </>
  );
}

/** The limit stands at two thirds of the bar, so that what is beyond it is seen. */
function scaleOf(limit: number): number {
  return Math.max(limit * 1.5, 1);
}

/** A condition as a sentence, with the row that it is about by its name. */
export function ConditionWords({ of }: { readonly of: Condition }) {
  const [before = "", after] = conditionText(of).split("{of}");
  return (
    <>
      {before}
      {after === undefined ? null : <About of={of} />}
      {after}
    </>
  );
}

function About({ of: { slo_id, service, test_id, drill } }: { readonly of: Condition }) {
  if (slo_id !== undefined) return <Named kind={kindNames.slo} id={slo_id} />;
  if (test_id !== undefined) return <Named kind={kindNames.behaviourTest} id={test_id} />;
  if (drill !== undefined) return <Named kind={kindNames.route} id={drill} />;
  return <>{service}</>;
}
