/** That nobody measures a row, since when, and the step that leads on. */
import { Text } from "@mantine/core";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { kindNames } from "../../kinds/names.ts";
import { useHere } from "../../shell/session.ts";
import { kindPath, rowPath } from "../paths.ts";
import { LinkIn } from "../text.tsx";
import { readable, useTimeZone } from "../time.tsx";
import { isOff } from "../tones.ts";
import { useRenders } from "./use-renders.ts";

interface UnmeasuredProps {
  readonly definition: Definition;
  readonly row: JsonObject;
}

/** Nothing where the row is switched off, or its state is known. */
export function Unmeasured({ definition: { fields }, row }: UnmeasuredProps) {
  const zone = useTimeZone();
  const { status_reason: reason } = row;
  if (isOff(fields, row) || typeof reason !== "string") return null;
  return (
    <Text size="sm" mb="md" component="p" role="status">
      {readable(reason, zone)} <OneStep />
    </Text>
  );
}

/** What leads on: an engine to connect, its agent to start, or where there are several a look at them. */
function OneStep() {
  const here = useHere();
  const { data } = useRenders();
  const [only, ...others] = data?.data ?? [];
  if (data !== undefined && only === undefined && here.allows("admin"))
    return <LinkIn to={`/o/${here.slug}/prometheus`}>Connect your Prometheus</LinkIn>;
  if (only !== undefined && others.length === 0)
    return (
      <LinkIn to={rowPath(here.slug, kindNames.connector, only.connector_id)}>
        {only.applied === null ? `Start the agent of ${only.name}` : `See ${only.name}`}
      </LinkIn>
    );
  return <LinkIn to={kindPath(here.slug, kindNames.connector)}>See the connectors</LinkIn>;
}
