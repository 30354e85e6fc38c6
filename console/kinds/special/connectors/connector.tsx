/** A connector: what its engine is given, where it stands for one, and whether the other side answers. */
import { ConnectorTest } from "../../connection-tests/connection-test.tsx";
import type { PartProps } from "../../part-props.ts";
import { Engine } from "./engine.tsx";

export function Connector(props: PartProps) {
  return (
    <>
      <Engine {...props} />
      <ConnectorTest {...props} />
    </>
  );
}
