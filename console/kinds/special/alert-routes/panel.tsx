/** Next to a route's settings: whether alerts come to it, and whether it reaches people. */
import { DrillCard } from "../../../parts/drills/drill-card.tsx";
import type { PartProps } from "../../part-props.ts";
import { Unreachable } from "./unreachable.tsx";

export function RoutePanel(props: PartProps) {
  const { id, last_proved_at } = props.loaded.row;
  return (
    <>
      <Unreachable {...props} />
      {props.editing ? null : (
        <DrillCard
          about={{ route_id: String(id) }}
          provedAt={typeof last_proved_at === "string" ? last_proved_at : null}
        />
      )}
    </>
  );
}
