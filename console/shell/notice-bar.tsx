/** The last thing that was done and can be taken back at once: said for a while, with a button and a key. */
import { Button, CloseButton, Group, Kbd, Paper, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { namedActions } from "../api/calls.ts";
import { Proposed } from "../api/client.ts";
import { useDefinitions, useForgetAll } from "../api/queries.ts";
import { planPath } from "../parts/paths.ts";
import { applyAll, makePlan } from "../parts/plans/use-plan.ts";
import { noticeText } from "../parts/plans/words.ts";
import { Refusal } from "../parts/refusal.tsx";
import { Fine, LinkTo } from "../parts/text.tsx";
import { useHere } from "./session.ts";
import * as texts from "./texts.ts";

export type Notice = {
  /** "Deleted Payments." */
  readonly text: string;
} & Done;

/** The applied plan that did it, or the run that its changes have on record. */
type Done = { readonly plan: string; readonly run?: never } | { readonly run: string; readonly plan?: never };

/** How long it stays while nobody is at it. */
const shownMs = 30_000;

interface NoticeBarProps {
  readonly notice: Notice;
  readonly close: () => void;
}

export function NoticeBar({ notice, close }: NoticeBarProps) {
  const { text, plan } = notice;
  const { slug } = useHere();
  const { kinds } = useDefinitions();
  const undo = useUndo(notice);
  const shown = undo.data?.id ?? plan;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || undo.isPending || undo.isError) return;
    const timer = setTimeout(close, shownMs);
    return () => clearTimeout(timer);
  }, [held, undo.isPending, undo.isError, close]);
  const take = () => {
    // What became a proposal is on its page.
    if (undo.isIdle || undo.isError)
      undo.mutate(undefined, { onError: (error) => error instanceof Proposed && close() });
  };
  useHotkeys([["mod+Z", take]]);
  const hold = {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
  return (
    <Paper shadow="md" p="sm" {...hold}>
      <Refusal error={undo.error} title={texts.itCannotBeUndone} />
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <div style={{ minWidth: 0 }}>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {undo.isSuccess ? texts.undone : text}
          </Text>
          {undo.data?.warnings.map((warning, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same
            <Fine key={index}>{noticeText(kinds, warning)}</Fine>
          ))}
        </div>
        <Group gap="xs" wrap="nowrap" style={{ flex: "none" }}>
          {undo.isSuccess ? null : (
            <Button
              size="xs"
              variant="light"
              loading={undo.isPending}
              onClick={take}
              rightSection={<Kbd size="xs">{shortcut}</Kbd>}
            >
              {texts.undo}
            </Button>
          )}
          {shown === undefined ? null : <LinkTo to={planPath(slug, shown)}>{texts.plan}</LinkTo>}
          <CloseButton size="sm" aria-label={texts.closeTheNotice} onClick={close} />
        </Group>
      </Group>
    </Paper>
  );
}

const shortcut = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘Z" : texts.ctrlZ;

/** Plans the way back and applies it; what stands against it is reported, and nothing is changed then. */
function useUndo({ plan, run }: Done) {
  const { slug } = useHere();
  const { kinds } = useDefinitions();
  const client = useQueryClient();
  const forget = useForgetAll(slug);
  return useMutation({
    mutationFn: async () => {
      const asked =
        plan === undefined
          ? { action: namedActions.planChanges, input: { undo_run: run } }
          : { action: namedActions.undoPlan, input: { id: plan } };
      const back = await makePlan(client, slug, asked);
      await applyAll(slug, kinds, back);
      return back;
    },
    onSettled: forget,
  });
}
