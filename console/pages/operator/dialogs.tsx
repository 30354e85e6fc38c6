/** What is decided about one organization, each asked for in a dialog that says what follows. */
import { Button, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { RedButton } from "../../parts/buttons.tsx";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { Form } from "../../parts/form.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Quiet } from "../../parts/text.tsx";
import { keep, type OrganizationDetail } from "./calls.ts";
import { EditDialog } from "./new-dialog.tsx";
import { QuotasDialog } from "./quota-dialogs.tsx";
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
    <Modal opened onClose={close} title={`Export ${of.name}`}>
      <Form submit={() => save.mutate()}>
        <Stack>
          <Refusal error={save.error} />
          <Text size="sm">
            A file with its rows, people, keys, history and audit log, as of this moment. Secrets stay sealed,
            and need this installation's keys; passwords are left out. Keep it like a backup.{" "}
            <span className="mono">orgconfig restore FILE --organization {of.slug}</span> brings it back.
          </Text>
          <DialogButtons mt={0} close={close}>
            <Button type="submit" loading={save.isPending}>
              Download
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
    <Modal opened onClose={close} title={`Suspend ${of.name}`}>
      <Form submit={() => suspend.mutate()}>
        <Stack>
          <Refusal error={suspend.error} />
          <Text size="sm">
            It takes no changes, at every door, until you lift it. Its people read why. They can read and
            export everything, and <strong>alerts still reach them</strong>.
          </Text>
          <ReasonInput value={reason} change={setReason} />
          <DialogButtons mt={0} close={close}>
            <Button type="submit" loading={suspend.isPending} disabled={reason.trim() === ""}>
              Suspend
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
      label="Reason"
      description="The organization's people read it."
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
    <Question title={`Lift the suspension of ${of.name}`} verb="Lift" change={lift} close={close}>
      {of.deletion === null
        ? "It takes changes again."
        : "It is going to be deleted, and takes no changes until that is taken back, too."}
    </Question>
  );
}

function KeepDialog({ of, close }: Props) {
  const taken = useChange((call) => call("keep_organization", { path: { id: of.id } }), close);
  return (
    <Question title={`Take the deletion of ${of.name} back`} verb="Take it back" change={taken} close={close}>
      {deletionText(of, Date.now())}{" "}
      {of.suspension === null
        ? "It stays, and takes changes again."
        : "It stays, and is suspended as before."}
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
    <Modal opened onClose={close} title={`Delete ${of.name}`}>
      <Form submit={() => (typed === of.slug ? schedule.mutate() : undefined)}>
        <Stack>
          <Refusal error={schedule.error} />
          <Text size="sm">
            It is deleted with everything that it holds when the days are over, and can be taken back until
            then. Meanwhile it takes no changes, and alerts still reach its people;{" "}
            <strong>after it nobody is paged</strong>.
          </Text>
          <Quiet>
            It waits for an export that was made after now: download one from its actions. With 0 days it goes
            at once, if it was suspended and exported before.
          </Quiet>
          <TextInput
            label="Days from now"
            inputMode="numeric"
            autoComplete="off"
            value={days}
            onChange={({ currentTarget }) => setDays(currentTarget.value)}
          />
          <ReasonInput value={reason} change={setReason} />
          <TextInput
            label={
              <>
                Type <span className="mono">{of.slug}</span> to continue
              </>
            }
            autoComplete="off"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <DialogButtons mt={0} close={close}>
            <RedButton type="submit" disabled={typed !== of.slug} loading={schedule.isPending}>
              Delete
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
