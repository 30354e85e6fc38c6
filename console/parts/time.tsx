/** Moments: relative to read, exact on hover, in the organization's time zone. */
import { Text, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { act } from "../api/client.ts";
import { rowOf } from "../api/queries.ts";
import { useOrganization } from "../shell/session.ts";

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
/** Numbers only: thirty hours from now is not always "tomorrow". */
const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" });
/** As lengths of time are written everywhere else. */
const signs: Readonly<Record<string, string>> = { minute: "min", hour: "h" };

export function ago(moment: string, now = Date.now()): string {
  const seconds = (Date.parse(moment) - now) / 1_000;
  const [unit, size] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  const told = relative.format(Math.round(seconds / size), unit);
  return unit === "second"
    ? "just now"
    : told.replace(/\b(minute|hour)s?\b/, (word) => signs[word.replace(/s$/, "")] ?? word);
}

export function exact(moment: string, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone,
  }).format(new Date(moment));
}

/** A moment that is to come or was chosen by people, who choose no seconds. */
export function exactMinute(moment: string, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone,
  }).format(new Date(moment));
}

/** A sentence of the service with its times as the reader tells them. */
export function readable(text: string, timeZone: string): string {
  return text.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)/g, (moment) =>
    exact(moment, timeZone).replace(/:00$/, ""),
  );
}

/** The organization's time zone; until it is known, and outside of organizations, the browser's. */
export function useTimeZone(): string {
  const here = useOrganization();
  const org = here?.slug ?? "";
  const { data } = useQuery({
    queryKey: ["row", org, zoneKind, zoneKind],
    queryFn: async () => rowOf(await act<JsonObject>(org, `get_${zoneKind}`)),
    enabled: here !== undefined,
    staleTime: 300_000,
  });
  const zone = data?.row.timezone;
  return typeof zone === "string" ? zone : Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The setting that holds the organization's time zone. */
const zoneKind = "organization_settings";

/** A moment that people look for: as it was, and how long ago. For logs and histories. */
export function DatedMoment({ at }: { readonly at: string }) {
  const zone = useTimeZone();
  return (
    <Text span inherit component="time" title={zone} {...{ dateTime: at }}>
      {exact(at, zone)} ({ago(at)})
    </Text>
  );
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
    return (
      <Text span inherit c="dimmed">
        {none}
      </Text>
    );
  }
  return (
    <Tooltip label={`${exact(at, zone)} (${zone})`} events={{ hover: true, focus: true, touch: true }}>
      <Text span inherit style={{ whiteSpace: "nowrap" }} component="time" {...{ dateTime: at }}>
        {ago(at)}
      </Text>
    </Tooltip>
  );
}
