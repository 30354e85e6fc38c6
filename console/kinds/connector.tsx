/** At a connector: whether it can be reached, and for an engine what it is given. */
import { Stack } from "@mantine/core";
import { ConnectorTest } from "./connection-test.tsx";
import { Engine } from "./engine.tsx";
import type { PartProps } from "./part-props.ts";

export function Connector(props: PartProps) {
  return (
    <Stack>
      <ConnectorTest {...props} />
      <Engine {...props} />
    </Stack>
  );
}
