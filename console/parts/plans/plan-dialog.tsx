/** A plan that was made on the way, such as by a restore: seen, then applied or left. */
import { Group, Modal, ScrollArea } from "@mantine/core";
import { useState } from "react";
import type { Plan, PlanAction } from "../../api/plan-shapes.ts";
import { useHere } from "../../shell/session.ts";
import { PlainButton } from "../buttons.tsx";
import { planPath } from "../paths.ts";
import { LinkTo } from "../text.tsx";
import { ApplyBar } from "./apply.tsx";
import { Review } from "./review.tsx";
import * as texts from "./texts.ts";

export interface PlanDialogProps {
  readonly title: string;
  readonly plan: Plan;
  /** What applying it is called, where that says more. */
  readonly act?: string;
  readonly close: () => void;
  readonly onApplied: (plan: Plan) => void;
}

export function PlanDialog({ title, plan: first, act, close, onApplied }: PlanDialogProps) {
  const here = useHere();
  const [plan, setPlan] = useState(first);
  const [only, setOnly] = useState<PlanAction>();
  return (
    <Modal opened onClose={close} title={title} size="xl">
      <ScrollArea.Autosize
        mah="60vh"
        type="auto"
        viewportProps={{ tabIndex: 0, "aria-label": texts.thePlan, role: "region" }}
      >
        <Review key={plan.id} of={plan} only={only} setOnly={setOnly} />
      </ScrollArea.Autosize>
      <Group mt="sm">
        <LinkTo to={planPath(here.slug, plan.id)}>{texts.openAsAPage}</LinkTo>
      </Group>
      <ApplyBar
        key={`bar ${plan.id}`}
        plan={plan}
        act={act}
        cancel={<PlainButton onClick={close}>{texts.cancel}</PlainButton>}
        onApplied={() => onApplied(plan)}
        onMade={setPlan}
      />
    </Modal>
  );
}
