/** What a run changed, taken back as one plan: a Terraform run, a CI job, an agent's session. */
import { useState } from "react";
import { namedActions } from "../../api/calls.ts";
import type { Plan } from "../../api/plan-shapes.ts";
import { PlainButton } from "../../parts/buttons.tsx";
import { PlanDialog } from "../../parts/plans/plan-dialog.tsx";
import { useMakePlan } from "../../parts/plans/use-plan.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { useNotice } from "../../shell/notice.tsx";
import * as texts from "./texts.ts";

export function UndoRun({ run }: { readonly run: string }) {
  const [plan, setPlan] = useState<Plan>();
  const notice = useNotice();
  const make = useMakePlan();
  const request = { action: namedActions.planChanges, input: { undo_run: run } };
  return (
    <>
      <PlainButton onClick={() => make.mutate(request, { onSuccess: setPlan })} loading={make.isPending}>
        {texts.undoTheRun}
      </PlainButton>
      <Refusal error={make.error} />
      {plan === undefined ? null : (
        <PlanDialog
          title={texts.undoRun(run)}
          plan={plan}
          act={texts.undo}
          close={() => setPlan(undefined)}
          onApplied={({ id }) => {
            setPlan(undefined);
            notice.show({ text: texts.undid(run), plan: id });
          }}
        />
      )}
    </>
  );
}
