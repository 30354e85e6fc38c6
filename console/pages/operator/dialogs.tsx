/** What is decided about one organization, each asked for in a dialog that says what follows. */
import { Button, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { RedButton } from "../../parts/buttons.tsx";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { Form } from "../../parts/form.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { Quiet } from "../../parts/text.tsx";
import { keep, type OrganizationDetail } from "./calls.ts";
import { EditDialog } from "./new-dialog.tsx";
import { QuotasDialog } from "./quota-dialogs.tsx";
import * as texts from "./texts.ts";
import { useChange } from "./use-operator.ts";
import { deletionText } from "./words.ts";

export interface Act {
  readonly name: "edit" | "quotas" | "export" | "suspend" | "lift" | "delete" | "keep";
  readonly organization: OrganizationDetail;
}

interface Props {
  readonly of: OrganizationDetail;
  readonly close: () => void;
}

export function OrganizationDialog({
  act: { name, organization },
  close,
}: {
  readonly act: Act;
  readonly close: () => void;
}) {
  const Dialog = dialogs[name];
  return <Dialog of={organization} close={close} />;
}

function ExportDialog({ of, close }: Props) {
  const save = useChange(async (call) => {
    keep(await call<Blob>("export_organization", { path: { id: of.id } }));
  }, close);
  return (
    <Modal opened onClose={close} title={texts.exportName(of.name)}>
      <Form submit={() => save.mutate()}>
        <Stack>
          <Refusal error={save.error} />
          <Text size="sm">
            <RichText
              of={texts.aFileWithItsRows}
              span={<span className="mono">{texts.orgconfigRestoreFileOrganization(of.slug)}</span>}
            />
          </Text>
          <DialogButtons mt={0} close={close}>
            <Button type="submit" loading={save.isPending}>
              {texts.download}
            </Button>
          </DialogButtons>
        </Stack>
      </Form>
    </Modal>
  );
}

function SuspendDialog({ of, close }: Props) {
  const [reason, setReason] = useState("");
  const suspend = useChange(
    (call) => call("suspend_organization", { path: { id: of.id }, body: { reason } }),
    close,
  );
  return (
    <Modal opened onClose={close} title={texts.suspendName(of.name)}>
      <Form submit={() => suspend.mutate()}>
        <Stack>
          <Refusal error={suspend.error} />
          <Text size="sm">
            <RichText of={texts.itTakesNoChanges} strong={(part) => <strong>{part}</strong>} />
          </Text>
          <ReasonInput value={reason} change={setReason} />
          <DialogButtons mt={0} close={close}>
            <Button type="submit" loading={suspend.isPending} disabled={reason.trim() === ""}>
              {texts.suspend}
            </Button>
          </DialogButtons>
        </Stack>
      </Form>
    </Modal>
  );
}

function ReasonInput({
  value,
  change,
}: {
  readonly value: string;
  readonly change: (reason: string) => void;
}) {
  return (
    <TextInput
      label={texts.reason}
      description={texts.theOrganizationsPeopleReadIt}
      data-autofocus
      autoComplete="off"
      value={value}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}

function LiftDialog({ of, close }: Props) {
  const lift = useChange((call) => call("lift_suspension", { path: { id: of.id } }), close);
  return (
    <Question title={texts.liftTheSuspensionOf(of.name)} verb={texts.lift} change={lift} close={close}>
      {of.deletion === null ? texts.itTakesChangesAgain : texts.itIsGoing}
    </Question>
  );
}

function KeepDialog({ of, close }: Props) {
  const taken = useChange((call) => call("keep_organization", { path: { id: of.id } }), close);
  return (
    <Question
      title={texts.takeTheDeletionOfBack(of.name)}
      verb={texts.takeItBack}
      change={taken}
      close={close}
    >
      {texts.itStaysAndIsSuspended(deletionText(of, Date.now()), of.suspension === null)}
    </Question>
  );
}

interface QuestionProps {
  readonly title: string;
  readonly verb: string;
  readonly change: ReturnType<typeof useChange>;
  readonly close: () => void;
  readonly children: React.ReactNode;
}

function Question({ title, verb, change, close, children }: QuestionProps) {
  return (
    <Modal opened onClose={close} title={title}>
      <Form submit={() => change.mutate()}>
        <Stack>
          <Refusal error={change.error} />
          <Text size="sm">{children}</Text>
          <DialogButtons mt={0} close={close}>
            <Button type="submit" data-autofocus loading={change.isPending}>
              {verb}
            </Button>
          </DialogButtons>
        </Stack>
      </Form>
    </Modal>
  );
}

function DeleteDialog({ of, close }: Props) {
  const [typed, setTyped] = useState("");
  const [days, setDays] = useState("30");
  const [reason, setReason] = useState("");
  const schedule = useChange(
    (call) => call("delete_organization", { path: { id: of.id }, query: { after_days: days, reason } }),
    close,
  );
  return (
    <Modal opened onClose={close} title={texts.deleteName(of.name)}>
      <Form submit={() => (typed === of.slug ? schedule.mutate() : undefined)}>
        <Stack>
          <Refusal error={schedule.error} />
          <Text size="sm">
            <RichText of={texts.itIsDeletedWithEverything} strong={(part) => <strong>{part}</strong>} />
          </Text>
          <Quiet>{texts.itWaitsForAnExport}</Quiet>
          <TextInput
            label={texts.daysFromNow}
            inputMode="numeric"
            autoComplete="off"
            value={days}
            onChange={({ currentTarget }) => setDays(currentTarget.value)}
          />
          <ReasonInput value={reason} change={setReason} />
          <TextInput
            label={<RichText of={texts.typeToContinue} slug={<span className="mono">{of.slug}</span>} />}
            autoComplete="off"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <DialogButtons mt={0} close={close}>
            <RedButton type="submit" disabled={typed !== of.slug} loading={schedule.isPending}>
              {texts.deleteNow}
            </RedButton>
          </DialogButtons>
        </Stack>
      </Form>
    </Modal>
  );
}

const dialogs = {
  edit: EditDialog,
  quotas: QuotasDialog,
  export: ExportDialog,
  suspend: SuspendDialog,
  lift: LiftDialog,
  delete: DeleteDialog,
  keep: KeepDialog,
} as const;
