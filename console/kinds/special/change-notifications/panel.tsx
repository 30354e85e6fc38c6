/** Next to a change notification's settings: whether it works, and what it sent. */
import { useHere } from "../../../shell/session.ts";
import { ChangeNotificationTest } from "../../connection-tests/connection-test.tsx";
import type { PartProps } from "../../part-props.ts";
import { Deliveries } from "./deliveries.tsx";

export function NotificationPanel(props: PartProps) {
  const here = useHere();
  const { loaded, editing } = props;
  return (
    <>
      <ChangeNotificationTest {...props} />
      {editing || !here.allows("admin") ? null : <Deliveries id={String(loaded.row.id)} />}
    </>
  );
}
