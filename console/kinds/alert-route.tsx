/** An alert route: what the change that is being written would have meant for the alerts of the last week. */
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect } from "react";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { namedActions } from "../api/calls.ts";
import { Reroutes } from "../plans/reroutes.tsx";
import { useMakePlan } from "../plans/use-plan.ts";
import type { PartProps } from "./part-props.ts";

const settleMs = 400;

export function AlertRoute({ definition, loaded, form }: PartProps) {
  const { kind } = definition;
  const id = String(loaded.row.id);
  const [written] = useDebouncedValue(JSON.stringify(form.draft), settleMs);
  const { mutate, data } = useMakePlan();
  const asks = form.dirty && form.unread.size === 0;
  useEffect(() => {
    if (!asks || written === "{}") return;
    const edits = [{ op: "save", resource: kind, id, fields: JSON.parse(written) as JsonObject }];
    mutate({ action: namedActions.planChanges, input: { edits } });
  }, [asks, written, kind, id, mutate]);
  // What cannot be saved is told at the form.
  if (!asks || data?.status !== "open" || data.rerouted_alerts === null) return null;
  return <Reroutes of={data.rerouted_alerts} />;
}
