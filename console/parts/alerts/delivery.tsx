/** Whether what is sent to somebody arrives, next to the name: "would be notified" says nothing of that. */
import { Text } from "@mantine/core";
import type { Delivery, Notified } from "../../api/alert-shapes.ts";
import { Status } from "../status.tsx";
import { Fine } from "../text.tsx";
import { exactMinute, useTimeZone } from "../time.tsx";
import * as texts from "./texts.ts";

interface DeliveryMarkProps {
  readonly of: Delivery;
  /** Somebody above has the same reason: the mark alone stands here, and the reason is its title. */
  readonly known?: boolean;
}

/** Nothing where it does, unless one of several ways fails. */
export function DeliveryMark({ of: delivery, known = false }: DeliveryMarkProps) {
  const zone = useTimeZone();
  const { status, since, reason } = delivery;
  if (status === "ok")
    return reason === null ? null : (
      <Text size="sm" component="div" style={{ overflowWrap: "anywhere" }}>
        <Status tone="warning" label={reason} />
      </Text>
    );
  if (status === "unknown") return <Fine span>{texts.neverTried}</Fine>;
  const word = texts.deliveryWords[status];
  const label = since === null || known ? word : texts.sinceWhen(word, exactMinute(since, zone));
  const whole = reason === null ? label : texts.because(label, reason);
  return (
    <Text size="sm" component="div" style={{ overflowWrap: "anywhere" }}>
      <span title={known ? whole : undefined}>
        <Status tone="bad" label={known ? texts.asAbove(word) : whole} />
      </span>
    </Text>
  );
}

/** Of each in their order, whether one above it has the same reason. */
export function knownReasons(of: readonly Pick<Notified, "delivery">[]): readonly boolean[] {
  const reasons = of.map(({ delivery: { status, reason } }) => reason && `${status} ${reason}`);
  return reasons.map((reason, place) => reason !== null && reasons.indexOf(reason) < place);
}

/** Whom something names, and what is the matter with what is sent there: those of one reason together. */
export function Undelivered({ of }: { readonly of: readonly Notified[] }) {
  const byReason = new Map<string, Notified[]>();
  for (const one of of) {
    const reason = `${one.delivery.status} ${one.delivery.reason}`;
    byReason.set(reason, [...(byReason.get(reason) ?? []), one]);
  }
  return [...byReason].map(([reason, [first, ...others]]) =>
    first === undefined ? null : (
      <Text key={reason} size="sm" mt={6} component="div" style={{ overflowWrap: "anywhere" }}>
        {[first, ...others].map(({ target }) => target).join(", ")} {/* Each began at a time of its own. */}
        <DeliveryMark of={others.length === 0 ? first.delivery : { ...first.delivery, since: null }} />
      </Text>
    ),
  );
}

/** What a forecast cannot know. */
export function NotKnown({ unknown }: { readonly unknown: readonly string[] }) {
  return unknown.map((one) => (
    <Text key={one} size="sm" mt={6} component="div">
      <Status tone="warning" label={one} />
    </Text>
  ));
}
