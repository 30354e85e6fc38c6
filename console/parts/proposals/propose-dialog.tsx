/** A change becomes a proposal: what it is called, why, and how long somebody may take to keep it. */
import { Button, Fieldset, Modal, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Need, Proposal } from "../../api/proposal-shapes.ts";
import { problemsOf } from "../../forms/context.ts";
import { useHere } from "../../shell/session.ts";
import { RedButton } from "../buttons.tsx";
import { DialogButtons } from "../dialog-buttons.tsx";
import { Fold } from "../fold.tsx";
import { Form } from "../form.tsx";
import { Refusal } from "../refusal.tsx";
import { Quiet, Strong } from "../text.tsx";
import * as texts from "./texts.ts";
import { useMade } from "./use-proposals.ts";
import { NeedsList } from "./whom.tsx";

interface ProposeDialogProps {
  /** What the title begins with; undefined where the service gives it one, and it stays once it is applied. */
  readonly title?: string;
  /** Whom policies ask for, where the service has said it. */
  readonly needs: readonly Need[];
  /** Makes the proposal, with why; undefined where the change can be none. */
  readonly propose: ((why: string, more: JsonObject) => Promise<Proposal>) | undefined;
  /** Where the change cannot wait: makes it all the same, with the reason. */
  readonly breakGlass: (reason: string) => void;
  readonly close: () => void;
  readonly onProposed: (proposal: Proposal) => void;
}

/** In minutes; empty: it stays. */
const within = ["", "15", "60", "240", "1440"];

export function ProposeDialog({
  needs,
  propose,
  breakGlass,
  close,
  onProposed,
  ...first
}: ProposeDialogProps) {
  const here = useHere();
  const [title, setTitle] = useState(first.title);
  const [reason, setReason] = useState("");
  const [minutes, setMinutes] = useState("");
  const made = useMade();
  const problems = problemsOf(made.error);
  const confirm = minutes === "" ? {} : { confirm_within_minutes: Number(minutes) };
  const submit = () => {
    if (propose === undefined) return;
    const work = () => propose(reason.trim(), title === undefined ? {} : { title, ...confirm });
    made.mutate(work, { onSuccess: onProposed });
  };
  return (
    <Modal opened onClose={close} title={propose === undefined ? texts.othersHaveToLook : texts.proposeThis}>
      <Form submit={submit}>
        <Stack gap="sm">
          <Refusal error={problems.has("title") ? null : made.error} />
          {propose === undefined ? null : <Quiet>{texts.nothingIsChangedYet}</Quiet>}
          <WhoLooks needs={needs} />
          {title === undefined ? null : (
            <TextInput
              label={texts.title}
              description={texts.titleAbout}
              withAsterisk
              data-autofocus
              maxLength={200}
              value={title}
              error={problems.get("title")}
              onChange={({ currentTarget }) => setTitle(currentTarget.value)}
            />
          )}
          {propose === undefined ? null : (
            <Textarea
              label={texts.why}
              description={texts.whyAbout}
              autosize
              minRows={2}
              maxRows={10}
              maxLength={4_000}
              data-autofocus={title === undefined}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
          )}
          {title === undefined ? null : (
            <Select
              label={texts.confirmWithin}
              data={within.map((value) => ({
                value,
                label: value === "" ? texts.never : texts.minutes(Number(value)),
              }))}
              value={minutes}
              allowDeselect={false}
              onChange={(value) => setMinutes(value ?? "")}
            />
          )}
          <DialogButtons close={close} mt={0}>
            {propose === undefined ? null : (
              <Button type="submit" loading={made.isPending}>
                {texts.propose}
              </Button>
            )}
          </DialogButtons>
        </Stack>
      </Form>
      {here.allows("admin") ? <BreakGlass breakGlass={breakGlass} /> : null}
    </Modal>
  );
}

function WhoLooks({ needs }: Pick<ProposeDialogProps, "needs">) {
  if (needs.length === 0) return null;
  return (
    <div>
      <Strong>{texts.whoHasToLook}</Strong>
      <NeedsList needs={needs} />
    </div>
  );
}

function BreakGlass({ breakGlass }: { readonly breakGlass: (reason: string) => void }) {
  const [reason, setReason] = useState("");
  return (
    <Fold label={texts.cannotWait} minor>
      <Form submit={() => (reason.trim() === "" ? undefined : breakGlass(reason))}>
        <Fieldset legend={texts.breakTheGlass}>
          <Quiet mb="xs">{texts.whatBreakingMeans}</Quiet>
          <TextInput
            label={texts.whyItCannotWait}
            withAsterisk
            maxLength={500}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <RedButton type="submit" mt="sm" disabled={reason.trim() === ""}>
            {texts.doItAllTheSame}
          </RedButton>
        </Fieldset>
      </Form>
    </Fold>
  );
}
