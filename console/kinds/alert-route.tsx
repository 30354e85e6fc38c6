/** An alert route: what the change that is being written would have meant for the alerts of the last week. */
import type { JsonObject } from "../../src/kernel/validate.ts";
import { Reroutes } from "../plans/reroutes.tsx";
import type { Edit } from "../plans/use-plan.ts";
import { usePreview } from "../plans/use-preview.ts";
import type { PartProps } from "./part-props.ts";

export function AlertRoute({ definition, loaded, form }: PartProps) {
  const fields = form.draft as JsonObject;
  const asks = form.unread.size === 0 && Object.keys(fields).length > 0;
  const edit: Edit = { op: "save", resource: definition.kind, id: String(loaded.row.id), fields };
  const { plan } = usePreview(asks ? [edit] : []);
  // What cannot be saved is told at the form.
  if (plan?.status !== "open" || plan.rerouted_alerts === null) return null;
  return <Reroutes of={plan.rerouted_alerts} />;
}
