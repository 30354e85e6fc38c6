/** A new organization, and changes of its name and plan. */
import { Button, Modal, Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { type Plan, plans } from "../../../src/kernel/access.ts";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { Form } from "../../parts/form.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Fine } from "../../parts/text.tsx";
import type { OrganizationDetail } from "./calls.ts";
import * as texts from "./texts.ts";
import { useChange } from "./use-operator.ts";

export function NewDialog({ close }: { readonly close: () => void }) {
  const [name, setName] = useState("");
  const [plan, setPlan] = useState<Plan>("business");
  const make = useChange((call) => call("create_organization", { body: { name, plan } }), close);
  return (
    <Modal opened onClose={close} title={texts.newOrganization}>
      <Form submit={() => make.mutate()}>
        <Stack>
          <Refusal error={make.error} />
          <NameAndPlan name={name} setName={setName} plan={plan} setPlan={setPlan} />
          <Fine>{texts.thenAddItsFirstOrg}</Fine>
          <DialogButtons mt={0} close={close}>
            <Button type="submit" loading={make.isPending}>
              {texts.create}
            </Button>
          </DialogButtons>
        </Stack>
      </Form>
    </Modal>
  );
}

export function EditDialog({ of, close }: { readonly of: OrganizationDetail; readonly close: () => void }) {
  const [name, setName] = useState(of.name);
  const [plan, setPlan] = useState(of.plan);
  const save = useChange(
    (call) => call("update_organization", { path: { id: of.id }, body: { name, plan } }),
    close,
  );
  return (
    <Modal opened onClose={close} title={texts.nameAndPlanOf(of.name)}>
      <Form submit={() => save.mutate()}>
        <Stack>
          <Refusal error={save.error} />
          <NameAndPlan name={name} setName={setName} plan={plan} setPlan={setPlan} />
          <Fine>{texts.itsShortNameInAddresses(of.slug)}</Fine>
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

interface NameAndPlanProps {
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly plan: Plan;
  readonly setPlan: (plan: Plan) => void;
}

function NameAndPlan({ name, setName, plan, setPlan }: NameAndPlanProps) {
  return (
    <>
      <TextInput
        label={texts.name}
        data-autofocus
        autoComplete="off"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Select
        label={texts.plan}
        description={texts.theApiAndMcpBelong}
        allowDeselect={false}
        data={[...plans]}
        value={plan}
        onChange={(value) => setPlan((value ?? plan) as Plan)}
      />
    </>
  );
}
