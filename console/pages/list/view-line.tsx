/** One saved view in their menu: opened, renamed in its place, deleted. */
import { ActionIcon, Button, Group, TextInput } from "@mantine/core";
import IconPencil from "@tabler/icons-react/dist/esm/icons/IconPencil.mjs";
import IconTrash from "@tabler/icons-react/dist/esm/icons/IconTrash.mjs";
import { type KeyboardEvent, useState } from "react";
import { SmallButton } from "../../parts/buttons.tsx";
import { Form } from "../../parts/form.tsx";

export interface View {
  readonly kind: string;
  readonly name: string;
  readonly query: string;
}

interface ViewLineProps {
  readonly view: View;
  /** The names of all views of the list. */
  readonly taken: readonly string[];
  /** Whether the list shows it now. */
  readonly present: boolean;
  readonly open: () => void;
  readonly rename: (to: string) => void;
  readonly remove: () => void;
}

export function ViewLine({ view, taken, present, open, rename, remove }: ViewLineProps) {
  const [renaming, setRenaming] = useState(false);
  const { name } = view;
  if (renaming) return <NewName name={name} taken={taken} rename={rename} close={() => setRenaming(false)} />;
  return (
    <Group gap={4} wrap="nowrap" justify="space-between">
      <Button
        size="compact-sm"
        variant={present ? "light" : "subtle"}
        color="gray"
        justify="flex-start"
        flex={1}
        miw={0}
        onClick={open}
      >
        {name}
      </Button>
      <ActionIcon {...quiet} aria-label={`Rename the view ${name}`} onClick={() => setRenaming(true)}>
        <IconPencil size={14} stroke={1.7} />
      </ActionIcon>
      <ActionIcon {...quiet} aria-label={`Delete the view ${name}`} onClick={remove}>
        <IconTrash size={14} stroke={1.7} />
      </ActionIcon>
    </Group>
  );
}

const quiet = { size: "sm", variant: "subtle", color: "gray" } as const;

interface NewNameProps extends Pick<ViewLineProps, "taken" | "rename"> {
  readonly name: string;
  readonly close: () => void;
}

function NewName({ name, taken, rename, close }: NewNameProps) {
  const [text, setText] = useState(name);
  const to = text.trim();
  const isOther = to !== name && taken.includes(to);
  const submit = () => {
    if (to === "" || isOther) return;
    if (to !== name) rename(to);
    close();
  };
  // Escape leaves the name as it is, and the menu open.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
    close();
  };
  return (
    <Form submit={submit}>
      <Group gap={6} wrap="nowrap" align="flex-start">
        <TextInput
          size="xs"
          flex={1}
          aria-label={`New name of the view ${name}`}
          maxLength={60}
          autoFocus
          value={text}
          error={isOther ? "Another view has this name." : null}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <SmallButton type="submit" disabled={to === "" || isOther}>
          Rename
        </SmallButton>
      </Group>
    </Form>
  );
}
