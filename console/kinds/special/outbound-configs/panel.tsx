/** Next to a target's settings: whether something can be sent to it, and whether alerts come to it. */
import { DrillCard } from "../../../parts/drills/drill-card.tsx";
import { OutboundTargetTest } from "../../connection-tests/connection-test.tsx";
import type { PartProps } from "../../part-props.ts";

export function TargetPanel(props: PartProps) {
  const { loaded, editing } = props;
  return (
    <>
      <OutboundTargetTest {...props} />
      {editing ? null : <DrillCard about={{ target_id: String(loaded.row.id) }} />}
    </>
  );
}
