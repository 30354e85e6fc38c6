/** Moments: relative to read, exact on hover, in the organization's time zone. */
import { Text, Tooltip } from "@mantine/core";
import { useState } from "react";
import { ago, momentText as exact, minuteText as minute, readableIn } from "../../src/kernel/readable.ts";
import { useOrganization } from "../shell/session.ts";
import { Faded } from "./text.tsx";

export {
  ago,
  minuteText as exactMinute,
  momentText as exact,
  readableIn as readable,
} from "../../src/kernel/readable.ts";

/** The organization's time zone, which is known with the session, before any page; outside of organizations, the browser's. */
export function useTimeZone(): string {
  return useOrganization()?.timezone ?? browserZone();
}

/**
 * The one in which something is typed: what stands in a field keeps its meaning while somebody writes, also when the
 * organization's zone changes meanwhile.
 */
export function useTypedZone(): string {
  const zone = useTimeZone();
  return useState(zone)[0];
}

/** The one of the reader's own clock. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A moment that people look for: as it was, and how long ago. For logs and histories. */
export function DatedMoment({ at }: { readonly at: string }) {
  const zone = useTimeZone();
  return (
    <Text span inherit component="time" title={zone} {...{ dateTime: at }}>
      {exact(at, zone)} ({ago(at)})
    </Text>
  );
}

/** The same to the minute, for what stands in a column of times. */
export function TimedMoment({ at }: { readonly at: string }) {
  const zone = useTimeZone();
  return (
    <Text span inherit component="time" title={zone} {...{ dateTime: at }}>
      {minute(at, zone)} · {ago(at)}
    </Text>
  );
}

/** A sentence of the service, with its times on the reader's clocks. */
export function Sentence({ children }: { readonly children: string }) {
  return <>{readableIn(children, useTimeZone())}</>;
}

export function Moment({
  at,
  none = "never",
}: {
  readonly at: string | null | undefined;
  readonly none?: string;
}) {
  const zone = useTimeZone();
  if (at === null || at === undefined) {
    return <Faded>{none}</Faded>;
  }
  return (
    <Tooltip label={`${exact(at, zone)} (${zone})`} events={{ hover: true, focus: true, touch: true }}>
      <Text span inherit style={{ whiteSpace: "nowrap" }} component="time" {...{ dateTime: at }}>
        {ago(at)}
      </Text>
    </Tooltip>
  );
}
