/** One way is removed, or all at once after a phone was lost. */
import { Modal } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { send } from "../../api/client.ts";
import type { Way } from "../../api/way-shapes.ts";
import { RedButton } from "../../parts/buttons.tsx";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Quiet } from "../../parts/text.tsx";
import * as texts from "./texts.ts";
import { useAgain } from "./use-ways.ts";

interface DialogProps {
  readonly close: () => void;
  readonly say: (text: string) => void;
}

export function RemoveWay({ way: { id, name }, close, say }: DialogProps & { readonly way: Way }) {
  return (
    <Removal
      title={texts.removeTitle(name)}
      about={texts.removeAbout}
      verb={texts.remove}
      work={async () => {
        await send("remove_way", { id });
        return texts.removed(name);
      }}
      {...{ close, say }}
    />
  );
}

export function RemoveAll({ ways, close, say }: DialogProps & { readonly ways: readonly Way[] }) {
  return (
    <Removal
      title={texts.lostTitle}
      about={texts.lostAbout(ways.map(({ name }) => name).join(", "))}
      verb={texts.removeAll}
      work={async () => texts.allRemoved((await send<{ deleted: number }>("remove_ways")).body.deleted)}
      {...{ close, say }}
    />
  );
}

interface RemovalProps extends DialogProps {
  readonly title: string;
  readonly about: string;
  readonly verb: string;
  /** @returns what came of it */
  readonly work: () => Promise<string>;
}

function Removal({ title, about, verb, work, close, say }: RemovalProps) {
  const again = useAgain();
  const remove = useMutation({
    mutationFn: work,
    async onSuccess(text) {
      say(text);
      await again();
      close();
    },
  });
  return (
    <Modal opened onClose={close} title={title} size="md">
      <Refusal error={remove.error} />
      <Quiet>{about}</Quiet>
      <DialogButtons close={close} safe>
        <RedButton onClick={() => remove.mutate()} loading={remove.isPending}>
          {verb}
        </RedButton>
      </DialogButtons>
    </Modal>
  );
}
