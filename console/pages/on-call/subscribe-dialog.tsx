/** The secret address at which a calendar reads shifts: made, shown once, replaced and ended. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { namedActions } from "../../api/calls.ts";
import { act, send } from "../../api/client.ts";
import { PlainButton, QuietButton } from "../../parts/buttons.tsx";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { CopyAndClose, OneTimeSecret } from "../../parts/one-time-secret.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Quiet } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";
import type { RotaSeen } from "./use-on-call.ts";

interface SubscribeProps {
  /** Whose shifts; left out, the reader's own of all organizations. */
  readonly rota?: Pick<RotaSeen, "id" | "name">;
}

/** The button, and the dialog that it opens. */
export function Subscribe({ rota }: SubscribeProps) {
  const [open, setOpen] = useState(false);
  const Opener = rota === undefined ? PlainButton : QuietButton;
  return (
    <>
      <Opener
        aria-label={rota === undefined ? undefined : texts.subscribeTo(rota.name)}
        onClick={() => setOpen(true)}
      >
        {rota === undefined ? texts.myCalendar : texts.subscribe}
      </Opener>
      {open ? (
        <SubscribeDialog {...(rota === undefined ? {} : { rota })} close={() => setOpen(false)} />
      ) : null}
    </>
  );
}

function SubscribeDialog({ rota, close }: SubscribeProps & { readonly close: () => void }) {
  const { slug } = useHere();
  const make = useMutation({
    mutationFn: async () => {
      const made =
        rota === undefined
          ? await send<{ url: string }>("make_account_feed", {}, {})
          : await act<{ url: string }>(slug, namedActions.makeOnCallFeed, { id: rota.id });
      return made.body.url;
    },
  });
  const end = useMutation({
    mutationFn: async () => {
      const ended =
        rota === undefined
          ? await send<{ ended: boolean }>("end_account_feed")
          : await act<{ ended: boolean }>(slug, namedActions.endOnCallFeed, { id: rota.id });
      return ended.body.ended;
    },
  });
  return (
    <Modal
      opened
      onClose={close}
      title={rota === undefined ? texts.calendarOfYours : texts.calendarOf(rota.name)}
      size="md"
    >
      <Refusal error={make.error ?? end.error} />
      {make.data === undefined ? (
        <Stack gap="sm">
          <Quiet>{rota === undefined ? texts.whatYourFeedHas : texts.whatARotasFeedHas}</Quiet>
          <Quiet>{texts.aNewAddressEndsTheOld}</Quiet>
          {end.data === undefined ? null : (
            <Text size="sm" role="status">
              {end.data ? texts.ended : texts.thereWasNone}
            </Text>
          )}
          <Group justify="space-between">
            <QuietButton loading={end.isPending} onClick={() => end.mutate()}>
              {texts.endTheAddress}
            </QuietButton>
            <DialogButtons close={close} mt={0}>
              <Button data-autofocus loading={make.isPending} onClick={() => make.mutate()}>
                {texts.makeAnAddress}
              </Button>
            </DialogButtons>
          </Group>
        </Stack>
      ) : (
        <>
          <Text size="sm" mb="sm">
            {texts.addItToYourCalendar}
          </Text>
          <OneTimeSecret value={make.data} />
          <CopyAndClose value={make.data} close={close} leave={texts.iHaveCopiedIt} />
        </>
      )}
    </Modal>
  );
}
