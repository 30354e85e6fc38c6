/** Moments: relative to read, exact on hover, in the organization's time zone. */
import { Text, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ago, momentText as exact, readableIn } from "../../src/kernel/readable.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { act } from "../api/client.ts";
import { rowOf } from "../api/queries.ts";
import { kindNames } from "../kinds/names.ts";
import { useOrganization } from "../shell/session.ts";
import { Faded } from "./text.tsx";

export {
  ago,
  minuteText as exactMinute,
  momentText as exact,
  readableIn as readable,
} from "../../src/kernel/readable.ts";

/** The organization's time zone; until it is known, and outside of organizations, the browser's. */
export function useTimeZone(): string {
  return useZone().zone;
}

/** The same for what is asked by it: undefined until it is known, so that nothing is asked twice. */
export function useKnownTimeZone(): string | undefined {
  const { zone, asking } = useZone();
  return asking ? undefined : zone;
}

/** The one of the reader's own clock. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function useZone(): { readonly zone: string; readonly asking: boolean } {
  const here = useOrganization();
  const org = here?.slug ?? "";
  const { data, isLoading } = useQuery({
    queryKey: ["row", org, kindNames.organization, kindNames.organization],
    queryFn: async () => rowOf(await act<JsonObject>(org, `get_${kindNames.organization}`)),
    enabled: here !== undefined,
    staleTime: 300_000,
  });
  const zone = data?.row.timezone;
  const shown = typeof zone === "string" ? zone : browserZone();
  return { zone: shown, asking: isLoading };
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
