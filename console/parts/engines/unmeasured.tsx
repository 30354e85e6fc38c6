/** That nobody measures a row, since when, and the step that leads on. */
import { Text } from "@mantine/core";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { kindNames } from "../../kinds/names.ts";
import { useHere } from "../../shell/session.ts";
import { kindPath } from "../paths.ts";
import { LinkIn } from "../text.tsx";
import { readable, useTimeZone } from "../time.tsx";
import { isOff } from "../tones.ts";

interface UnmeasuredProps {
  readonly definition: Definition;
  readonly row: JsonObject;
}

/** Nothing where the row is switched off, or its state is known. */
export function Unmeasured({ definition: { fields }, row }: UnmeasuredProps) {
  const here = useHere();
  const zone = useTimeZone();
  const { status_reason: reason } = row;
  if (isOff(fields, row) || typeof reason !== "string") return null;
  return (
    <Text size="sm" mb="md" component="p" role="status">
      {readable(reason, zone)}{" "}
      <LinkIn to={kindPath(here.slug, kindNames.connector)}>See the connectors</LinkIn>
    </Text>
  );
}
