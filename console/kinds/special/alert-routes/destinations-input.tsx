/** Whom a route notifies: teams, targets and mailboxes, chosen and shown by name and icon. */
import { Group, Stack } from "@mantine/core";
import { useState } from "react";
import type { ListField, ObjectField } from "../../../../src/kernel/field.ts";
import { isObject } from "../../../../src/kernel/validate.ts";
import type { InputProps } from "../../../forms/context.ts";
import { FieldInput } from "../../../forms/field.tsx";
import { ListInput } from "../../../forms/list.tsx";
import { ObjectInput } from "../../../forms/object.tsx";
import { type Offered, Suggesting } from "../../../forms/suggesting.tsx";
import { QuietButton } from "../../../parts/buttons.tsx";
import { ReceiverIcon } from "../../../parts/flow/receiver-icon.tsx";
import { Fine, Strong } from "../../../parts/text.tsx";
import { destinationOf, type Known, receiverOf, useReceivers } from "./receivers.ts";
import * as texts from "./texts.ts";

export function DestinationsInput(props: InputProps) {
  const field = props.field as ListField;
  const chosen = Array.isArray(props.value) ? props.value : [];
  return (
    <Stack gap="xs">
      {chosen.length < field.max ? (
        <Picker
          chosen={chosen.filter(isObject)}
          add={(one) => props.onChange([...chosen, destinationOf(one)])}
        />
      ) : null}
      <ListInput {...props} field={field} Inner={DestinationInput} />
    </Stack>
  );
}

const mostOffered = 30;
const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

interface PickerProps {
  readonly chosen: readonly Parameters<typeof receiverOf>[0][];
  readonly add: (one: Pick<Known, "id" | "kind">) => void;
}

function Picker({ chosen, add }: PickerProps) {
  const known = useReceivers();
  const [text, setText] = useState("");
  const taken = new Set(chosen.flatMap((one) => receiverOf(one, known)?.id ?? []));
  const sought = text.trim().toLowerCase();
  const found = [...known.values()]
    .filter(({ id, name, about }) => !taken.has(id) && `${name} ${about}`.toLowerCase().includes(sought))
    .slice(0, mostOffered);
  const mailbox = address.test(sought) && !taken.has(text.trim()) ? [text.trim()] : [];
  const offers = [
    ...mailbox.map(
      (email): Offered =>
        offered({ id: email, name: email, kind: "email", target: null, about: texts.mailbox }),
    ),
    ...found.map(offered),
  ];
  const take = (id: string) => {
    setText("");
    add(known.get(id) ?? { id, kind: "email" });
  };
  return (
    <Suggesting
      label={texts.peopleAndChannels}
      placeholder={texts.aTeamAChannel}
      maw={420}
      value={text}
      onChange={setText}
      offers={offers}
      onChoose={take}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.defaultPrevented || text.trim() === "") return;
        // It is no way to save the form: the only one that fits is taken.
        event.preventDefault();
        if (offers.length === 1 && offers[0] !== undefined) take(offers[0].value);
      }}
    />
  );
}

function offered({ id, name, kind, target, about }: Known): Offered {
  return { value: id, label: name, note: about, icon: <ReceiverIcon kind={kind} target={target} /> };
}

/** One that is whole shows its name; another one, and one that is to be changed, its inputs. */
function DestinationInput(props: InputProps) {
  const known = useReceivers();
  const one = isObject(props.value) ? receiverOf(props.value, known) : undefined;
  const [open, setOpen] = useState(one === undefined);
  if (open || one === undefined)
    return <ObjectInput {...props} field={props.field as ObjectField} Inner={FieldInput} />;
  return (
    <Group gap="sm" justify="space-between" wrap="nowrap">
      <Group gap={8} wrap="nowrap" style={{ minWidth: 0 }}>
        <ReceiverIcon kind={one.kind} target={one.target} />
        <Strong className="clip">{one.name}</Strong>
        <Fine>{one.about}</Fine>
      </Group>
      {props.disabled ? null : (
        <QuietButton size="compact-xs" onClick={() => setOpen(true)} aria-label={texts.changeName(one.name)}>
          {texts.change}
        </QuietButton>
      )}
    </Group>
  );
}
