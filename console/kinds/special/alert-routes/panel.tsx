/** Next to a route's settings: whether alerts come to it, and whether it reaches people. */
import type { PartProps } from "../../part-props.ts";
import { RouteDrill } from "./drill.tsx";
import { Unreachable } from "./unreachable.tsx";

export function RoutePanel(props: PartProps) {
  return (
    <>
      <Unreachable {...props} />
      <RouteDrill {...props} />
    </>
  );
}
