/** A connector: what its engine is given, where it stands for one, and whether the other side answers. */
import { ConnectorTest } from "./connection-test.tsx";
import { Engine } from "./engine.tsx";
import type { PartProps } from "./part-props.ts";

export function Connector(props: PartProps) {
  return (
    <>
      <Engine {...props} />
      <ConnectorTest {...props} />
    </>
  );
}
