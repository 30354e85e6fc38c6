/** The log of a change notification's messages, for administrators. */
import { Paper, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Tone } from "../../../../src/kernel/field.ts";
import { namedActions } from "../../../api/calls.ts";
import { act } from "../../../api/client.ts";
import { Card } from "../../../parts/card.tsx";
import { Loading } from "../../../parts/loading.tsx";
import { Older } from "../../../parts/older.tsx";
import { planPath } from "../../../parts/paths.ts";
import { RichText } from "../../../parts/rich-text.tsx";
import { Status } from "../../../parts/status.tsx";
import { Fine, LinkIn, Quiet } from "../../../parts/text.tsx";
import { DatedMoment } from "../../../parts/time.tsx";
import { words } from "../../../parts/words.ts";
import { useHere } from "../../../shell/session.ts";
import * as texts from "./texts.ts";

interface Delivery {
  readonly id: string;
  readonly plan_id: string | null;
  readonly subject: string;
  readonly address: string | null;
  readonly status: "queued" | "held" | "sent" | "parked";
  readonly created_at: string;
  readonly attempts: number;
  readonly answer_status: number | null;
  readonly error: string | null;
  readonly next_attempt_at: string | null;
}

interface DeliveryPage {
  readonly data: readonly Delivery[];
  readonly next_cursor: string | null;
}

const tones: Readonly<Record<Delivery["status"], Tone>> = {
  queued: "quiet",
  held: "warning",
  sent: "good",
  parked: "bad",
};

/** As often as one that waits is looked at, and whether there are new ones. */
const lookMs = 10_000;

export function Deliveries({ id }: { readonly id: string }) {
  const here = useHere();
  const log = useInfiniteQuery({
    queryKey: ["read", here.slug, namedActions.listNotificationDeliveries, id],
    queryFn: async ({ pageParam }) => {
      const input = { id, ...(pageParam === "" ? {} : { cursor: pageParam }) };
      return (await act<DeliveryPage>(here.slug, namedActions.listNotificationDeliveries, input)).body;
    },
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: lookMs,
  });
  const all = log.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Card title={texts.deliveries} about={texts.whatWasSent}>
      <Loading of={log} />
      {log.isSuccess && all.length === 0 ? <Quiet>{texts.nothingWasSent}</Quiet> : null}
      <Stack gap="xs">
        {all.map((one) => (
          <DeliveryEntry key={one.id} of={one} />
        ))}
      </Stack>
      <Older of={log} what={texts.olderDeliveries} />
    </Card>
  );
}

function DeliveryEntry({ of }: { readonly of: Delivery }) {
  const here = useHere();
  const { subject, address, status, created_at, attempts, answer_status, error, next_attempt_at, plan_id } =
    of;
  const tone = status === "queued" && error !== null ? "warning" : tones[status];
  const said = [
    ...(address === null ? [] : [address]),
    ...(attempts === 0 ? [] : [texts.tries(attempts)]),
    ...(answer_status === null ? [] : [texts.answered(answer_status)]),
  ];
  return (
    <Paper component="article" p="sm" aria-label={subject}>
      <Status tone={tone} label={words(status)} />
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {subject}
      </Text>
      <Fine style={{ overflowWrap: "anywhere" }}>
        <DatedMoment at={created_at} />
        {said.map((part) => ` · ${part}`).join("")}
        {plan_id === null ? null : (
          <>
            {" · "}
            <LinkIn to={planPath(here.slug, plan_id)}>{texts.plan}</LinkIn>
          </>
        )}
      </Fine>
      {error === null ? null : <Fine>{error}</Fine>}
      {next_attempt_at === null ? null : (
        <Fine>
          <RichText of={texts.nextTry} moment={<DatedMoment at={next_attempt_at} />} />
        </Fine>
      )}
    </Paper>
  );
}
