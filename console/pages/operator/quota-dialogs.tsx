/** How much an organization may have, and the organizations of a plan. */
import { Button, Modal, SegmentedControl, Stack, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Plan, plans } from "../../../src/kernel/access.ts";
import type { Quotas } from "../../../src/kernel/quotas.ts";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { Form } from "../../parts/form.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Quiet } from "../../parts/text.tsx";
import type { OrganizationDetail, PlanQuotas } from "./calls.ts";
import * as texts from "./texts.ts";
import { plansQuery, useChange, useOperator } from "./use-operator.ts";
import { draftOf, type QuotaDraft, quotasOf, quotasText } from "./words.ts";

interface OrganizationQuotasProps {
  readonly of: OrganizationDetail;
  readonly close: () => void;
}

export function QuotasDialog({ of, close }: OrganizationQuotasProps) {
  const call = useOperator();
  const known = useQuery(plansQuery(call));
  const ofPlan = known.data?.find(({ plan }) => plan === of.plan)?.quotas ?? {};
  const [draft, setDraft] = useState(() => draftOf(of.quotas));
  const save = useChange(
    (as) => as("update_organization", { path: { id: of.id }, body: { quotas: quotasOf(draft) } }),
    close,
  );
  return (
    <Modal opened onClose={close} title={texts.quotasOf(of.name)}>
      <Form submit={() => save.mutate()}>
        <Stack>
          <Quiet>{texts.whatIsLeftEmpty(of.plan, quotasText(ofPlan))}</Quiet>
          <Refusal error={save.error} />
          <QuotaFields draft={draft} change={setDraft} below={ofPlan} />
          <DialogButtons mt={0} close={close}>
            <Button type="submit" loading={save.isPending}>
              {texts.save}
            </Button>
          </DialogButtons>
        </Stack>
      </Form>
    </Modal>
  );
}

export function PlansDialog({ close }: { readonly close: () => void }) {
  const call = useOperator();
  const known = useQuery(plansQuery(call));
  const [plan, setPlan] = useState<Plan>("free");
  const shown = known.data?.find((one) => one.plan === plan);
  return (
    <Modal opened onClose={close} title={texts.quotasOfPlans}>
      <Stack>
        <Quiet>{texts.forEveryOrganization}</Quiet>
        <SegmentedControl
          aria-label={texts.plan}
          data={[...plans]}
          value={plan}
          onChange={(value) => setPlan(value as Plan)}
        />
        <Loading of={known} count={3} />
        {shown === undefined ? null : <PlanForm key={plan} of={shown} close={close} />}
      </Stack>
    </Modal>
  );
}

function PlanForm({ of: { plan, quotas }, close }: { readonly of: PlanQuotas; readonly close: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(quotas));
  const save = useChange(
    (call) => call("set_plan_quotas", { path: { plan }, body: { quotas: quotasOf(draft) } }),
    close,
  );
  return (
    <Form submit={() => save.mutate()}>
      <Stack>
        <Refusal error={save.error} />
        <QuotaFields draft={draft} change={setDraft} below={{}} />
        <DialogButtons mt={0} close={close}>
          <Button type="submit" loading={save.isPending}>
            {texts.savePlan(plan)}
          </Button>
        </DialogButtons>
      </Stack>
    </Form>
  );
}

const fields = {
  rows_per_kind: texts.rowsOfEachKind,
  alerts_per_minute: texts.alertsThatBeginWithin,
  page_subscribers: texts.subscribersOfItsStatusPage,
  requests_per_second: texts.requestsASecondAllCredentials,
} as const;

interface QuotaFieldsProps {
  readonly draft: QuotaDraft;
  readonly change: (draft: QuotaDraft) => void;
  /** What holds where a field is empty. */
  readonly below: Quotas;
}

function QuotaFields({ draft, change, below }: QuotaFieldsProps) {
  return (
    <>
      {(Object.keys(fields) as (keyof typeof fields)[]).map((name) => (
        <TextInput
          key={name}
          label={fields[name]}
          data-autofocus={name === "rows_per_kind" || undefined}
          placeholder={typeof below[name] === "number" ? texts.asThePlanSays(below[name]) : texts.noLimit}
          inputMode="numeric"
          autoComplete="off"
          value={draft[name]}
          onChange={({ currentTarget }) => change({ ...draft, [name]: currentTarget.value })}
        />
      ))}
      <Textarea
        label={texts.rowsOfSingleKinds}
        description={texts.aKindAndItsNumber}
        className="mono-input"
        autosize
        minRows={2}
        value={draft.rows}
        onChange={({ currentTarget }) => change({ ...draft, rows: currentTarget.value })}
      />
    </>
  );
}
