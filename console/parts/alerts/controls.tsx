/** What people do about an alert: buttons, and the dialogs that they open. */
import { Button, Group, Modal, Text, VisuallyHidden } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Subject } from "../../api/alert-shapes.ts";
import { DialogButtons } from "../dialog-buttons.tsx";
import { Refusal } from "../refusal.tsx";
import { RichText } from "../rich-text.tsx";
import { Strong } from "../text.tsx";
import { MuteDialog } from "./mute-dialog.tsx";
import * as texts from "./texts.ts";
import { type AlertRights, useAlertAction, useAlertRights } from "./use-alerts.ts";

export interface Controls {
  /** Of an alert: what may still be done about it, by this person. */
  of(alert: Subject): AlertRights;
  acknowledge(alert: Subject): void;
  resolve(alert: Subject): void;
  mute(alert: Subject): void;
  /** The alert that is just being acknowledged. */
  readonly pending: string | undefined;
  /** Whether a dialog is open: keys belong to it then. */
  readonly asking: boolean;
}

/** @returns what can be done, and what has to stand on the page for it */
export function useControls(): readonly [Controls, ReactNode] {
  const rights = useAlertRights();
  const acknowledge = useAlertAction("acknowledgeAlert");
  const [dialog, setDialog] = useState<{ readonly what: "resolve" | "mute"; readonly alert: Subject }>();
  const of = ({ status, muted_by }: Subject): AlertRights => ({
    acknowledge: rights.acknowledge && status === "open",
    resolve: rights.resolve && status !== "resolved",
    mute: rights.mute && status !== "resolved" && muted_by === null,
  });
  const close = () => setDialog(undefined);
  const controls: Controls = {
    of,
    acknowledge(alert) {
      if (of(alert).acknowledge && !acknowledge.isPending) acknowledge.mutate(alert.id);
    },
    resolve(alert) {
      if (of(alert).resolve) setDialog({ what: "resolve", alert });
    },
    mute(alert) {
      if (of(alert).mute) setDialog({ what: "mute", alert });
    },
    pending: acknowledge.isPending ? acknowledge.variables : undefined,
    asking: dialog !== undefined,
  };
  const needed = (
    <>
      <Refusal error={acknowledge.error} title={texts.itWasNotAcknowledged} />
      {dialog?.what === "resolve" ? <ResolveDialog alert={dialog.alert} close={close} /> : null}
      {dialog?.what === "mute" ? <MuteDialog alert={dialog.alert} close={close} /> : null}
    </>
  );
  return [controls, needed];
}

interface ControlButtonsProps {
  readonly alert: Subject;
  readonly controls: Controls;
  readonly size: "compact-xs" | "sm";
}

/** Said aloud, each names its alert where many stand on a page. */
export function ControlButtons({ alert, controls, size }: ControlButtonsProps) {
  const may = controls.of(alert);
  const which = size === "sm" ? null : <VisuallyHidden> {alert.title}</VisuallyHidden>;
  const quiet = size === "sm" ? "default" : "subtle";
  return (
    <Group gap={size === "sm" ? "xs" : 2} wrap="nowrap" className="above">
      {may.acknowledge ? (
        <Button
          size={size}
          variant={size === "sm" ? "filled" : "light"}
          loading={controls.pending === alert.id}
          onClick={() => controls.acknowledge(alert)}
        >
          <RichText of={texts.acknowledge} which={which} />
        </Button>
      ) : null}
      {may.resolve ? (
        <Button size={size} variant={quiet} onClick={() => controls.resolve(alert)}>
          <RichText of={texts.resolveWhich} which={which} />
        </Button>
      ) : null}
      {may.mute ? (
        <Button size={size} variant={quiet} onClick={() => controls.mute(alert)}>
          <RichText of={texts.muteWhich} which={which} />
        </Button>
      ) : null}
    </Group>
  );
}

function ResolveDialog({ alert, close }: { readonly alert: Subject; readonly close: () => void }) {
  const resolve = useAlertAction("resolveAlert");
  return (
    <Modal opened onClose={close} title={texts.resolveThisAlert}>
      <Refusal error={resolve.error} />
      <Strong style={{ overflowWrap: "anywhere" }}>{alert.title}</Strong>
      <Text size="sm" mt="xs">
        {texts.itEndsHereAndWhoever}
      </Text>
      <DialogButtons close={close}>
        <Button
          data-autofocus
          loading={resolve.isPending}
          onClick={() => resolve.mutate(alert.id, { onSuccess: close })}
        >
          {texts.resolve}
        </Button>
      </DialogButtons>
    </Modal>
  );
}
