/** Whether what is sent to somebody arrives, next to the name: "would be notified" says nothing of that. */
import { Text } from "@mantine/core";
import type { Delivery, Notified } from "../../api/alert-shapes.ts";
import { Status } from "../status.tsx";
import { Fine } from "../text.tsx";
import { exactMinute, useTimeZone } from "../time.tsx";
import * as texts from "./texts.ts";

/** Nothing where it does, unless one of several ways fails. */
export function DeliveryMark({ of: delivery }: { readonly of: Delivery }) {
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
  const label = since === null ? word : texts.sinceWhen(word, exactMinute(since, zone));
  return (
    <Text size="sm" component="div" style={{ overflowWrap: "anywhere" }}>
      <Status tone="bad" label={reason === null ? label : texts.because(label, reason)} />
    </Text>
  );
}

/** Whom something names, and what is the matter with what is sent there. */
export function Undelivered({ of }: { readonly of: readonly Notified[] }) {
  return of.map(({ target, delivery }) => (
    <Text key={target} size="sm" mt={6} component="div" style={{ overflowWrap: "anywhere" }}>
      {target} <DeliveryMark of={delivery} />
    </Text>
  ));
}

/** What a forecast cannot know. */
export function NotKnown({ unknown }: { readonly unknown: readonly string[] }) {
  return unknown.map((one) => (
    <Text key={one} size="sm" mt={6} component="div">
      <Status tone="warning" label={one} />
    </Text>
  ));
}
