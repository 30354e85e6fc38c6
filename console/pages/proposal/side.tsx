/** Next to what a proposal does: who has to look, what an approval stands for, and when it takes effect. */
import { List, Stack, Text } from "@mantine/core";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Proposal } from "../../api/proposal-shapes.ts";
import { Card } from "../../parts/card.tsx";
import { Facts } from "../../parts/facts.tsx";
import { minutes } from "../../parts/proposals/texts.ts";
import { NeedsList } from "../../parts/proposals/whom.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { Fine, Quiet } from "../../parts/text.tsx";
import { exactMinute, Moment, useTimeZone } from "../../parts/time.tsx";
import { words } from "../../parts/words.ts";
import * as texts from "./texts.ts";
import { ConditionWords } from "./watch.tsx";

/** Enough to know two of them apart; all of it is on hover. */
const shownOfDigest = 12;

export function Side({ proposal }: { readonly proposal: Proposal }) {
  const { needs, digest, acts, status, labels } = proposal;
  const waits = status === "open" || status === "approved";
  // With each step that is done it is shown another digest; approvals are for that under which it was planned.
  const planned = acts.findLast(({ act }) => act === "propose" || act === "plan")?.digest ?? digest;
  const approvals = acts.filter((one) => one.act === "approve" && one.digest === planned);
  return (
    <Stack className="proposal-side" gap="md">
      {waits || approvals.length > 0 ? (
        <Card title={texts.whoHasToLook} gap="xs" p="md">
          {waits && needs.length === 0 ? <Quiet>{texts.nobodyHasTo}</Quiet> : <NeedsList needs={needs} />}
          {approvals.map(({ by, at }) => (
            <Text key={`${by.id}/${at}`} size="sm" mt={4}>
              <RichText of={texts.approvedBy} who={<b>{by.name}</b>} when={<Moment at={at} />} />
            </Text>
          ))}
          <Fine mt="sm">{texts.whatADigestIs}</Fine>
          <Fine className="mono" title={digest}>
            {digest.slice(0, shownOfDigest)}…
          </Fine>
        </Card>
      ) : null}
      {waits ? <When proposal={proposal} /> : null}
      {Object.keys(labels).length === 0 ? null : (
        <Card title={texts.labels} gap="xs" p="md">
          <Facts facts={Object.entries(labels).map(([title, value]) => ({ title, value }))} />
        </Card>
      )}
    </Stack>
  );
}

function When({ proposal }: { readonly proposal: Proposal }) {
  const { apply, confirm_within_minutes, revert_if, watch_minutes, missing_signal } = proposal;
  return (
    <Card title={texts.whenTitle} gap="xs" p="md">
      <Text size="sm">
        <Applies apply={apply} at={proposal.apply_at} />
      </Text>
      {confirm_within_minutes === null ? null : (
        <Text size="sm" mt={4}>
          {texts.takenBackUnless(minutes(confirm_within_minutes))}
        </Text>
      )}
      {watch_minutes === null ? null : (
        <Text size="sm" mt={4}>
          {texts.watchedFor(minutes(watch_minutes))}
        </Text>
      )}
      {revert_if.length === 0 ? null : (
        <>
          <Text size="sm" mt={4}>
            {texts.takenBackIf}
          </Text>
          <List size="sm" className="inline">
            {revert_if.map((condition) => (
              <List.Item key={JSON.stringify(condition)}>
                <ConditionWords of={condition} />
              </List.Item>
            ))}
          </List>
          <Fine mt={4}>{texts.missing[missing_signal]}</Fine>
        </>
      )}
    </Card>
  );
}

interface AppliesProps {
  readonly apply: JsonObject | null;
  /** When that is next. */
  readonly at: string | null;
}

function Applies({ apply, at }: AppliesProps) {
  const zone = useTimeZone();
  if (apply === null || apply.now === true) return <>{texts.whenSomebodyApplies}</>;
  const next =
    at === null ? texts.waitsForPeople : <RichText of={texts.nextAt} when={exactMinute(at, zone)} />;
  if (typeof apply.at === "string")
    return (
      <>
        <RichText of={texts.atMoment} when={exactMinute(apply.at, zone)} /> {at === null ? next : null}
      </>
    );
  const hours = (apply.hours ?? {}) as Readonly<Record<string, unknown>>;
  const days = Array.isArray(hours.days) ? hours.days.map((day) => words(String(day))).join(", ") : "";
  return (
    <>
      {texts.inHours(days, String(hours.start), String(hours.end), String(hours.timezone))} {next}
    </>
  );
}
