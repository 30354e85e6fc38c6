/** A person's saved views of a list: opened, saved under a name, renamed, deleted. */
import { ActionIcon, Button, Group, Popover, Stack, TextInput } from "@mantine/core";
import IconBookmark from "@tabler/icons-react/dist/esm/icons/IconBookmark.mjs";
import IconPencil from "@tabler/icons-react/dist/esm/icons/IconPencil.mjs";
import IconTrash from "@tabler/icons-react/dist/esm/icons/IconTrash.mjs";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { send } from "../../api/client.ts";
import { SmallButton } from "../../parts/buttons.tsx";
import { Form } from "../../parts/form.tsx";
import { type Search, viewSearch, viewText } from "../../parts/list-address.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Quiet } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

const viewsQuery = (org: string) =>
  queryOptions({
    queryKey: ["views", org],
    queryFn: async () => (await send<{ data: readonly View[] }>("list_views", { org })).body.data,
    staleTime: 30_000,
  });

interface ViewsMenuProps {
  readonly definition: Definition;
  readonly search: Search;
  readonly go: (search: Search) => void;
}

export function ViewsMenu({ definition, search, go }: ViewsMenuProps) {
  const { slug: org } = useHere();
  const { kind } = definition;
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const { data, error } = useQuery({ ...viewsQuery(org), enabled: open });
  const views = (data ?? []).filter((view) => view.kind === kind);
  const { save, remove, rename } = useViewEdits(org, kind, () => setName(""));
  const present = viewText(search);
  const isThere = views.some((view) => view.name === name.trim());
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width={300}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="default"
          fw={450}
          leftSection={<IconBookmark size={14} stroke={1.7} />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {texts.views}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Refusal error={error ?? save.error ?? rename.error ?? remove.error} />
        {views.length === 0 ? (
          <Quiet mb="xs">{texts.searchFilterAndSort}</Quiet>
        ) : (
          <Stack gap={2} mb="xs">
            {views.map((view) => (
              <ViewLine
                key={view.name}
                view={view}
                taken={views.map((other) => other.name)}
                present={view.query === present}
                open={() => {
                  setOpen(false);
                  go(viewSearch(view.query));
                }}
                rename={(to) => rename.mutate({ view, to })}
                remove={() => remove.mutate(view)}
              />
            ))}
          </Stack>
        )}
        <Form
          submit={() => {
            if (name.trim() !== "") save.mutate({ kind, name: name.trim(), query: present });
          }}
        >
          <Group gap={6} wrap="nowrap" align="flex-end">
            <TextInput
              size="xs"
              flex={1}
              label={texts.saveThisViewAs}
              maxLength={60}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Button type="submit" size="xs" disabled={name.trim() === ""} loading={save.isPending}>
              {isThere ? texts.replace : texts.save}
            </Button>
          </Group>
        </Form>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Saves, deletes and renames the views of a kind. */
function useViewEdits(org: string, kind: string, onSaved: () => void) {
  const client = useQueryClient();
  const again = () => client.invalidateQueries({ queryKey: viewsQuery(org).queryKey });
  const save = useMutation({
    mutationFn: (view: View) => send("save_view", { org }, view),
    onSuccess: () => {
      onSaved();
      void again();
    },
  });
  const remove = useMutation({
    mutationFn: (view: View) => send("delete_view", { org, kind, name: view.name }),
    onSuccess: again,
  });
  const rename = useMutation({
    mutationFn: async ({ view, to }: { readonly view: View; readonly to: string }) => {
      await send("save_view", { org }, { kind, name: to, query: view.query });
      await send("delete_view", { org, kind, name: view.name });
    },
    onSettled: again,
  });
  return { save, remove, rename };
}

/** One saved view in their menu: opened, renamed in its place, deleted. */

interface View {
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

function ViewLine({ view, taken, present, open, rename, remove }: ViewLineProps) {
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
      <ActionIcon {...quiet} aria-label={texts.renameTheView(name)} onClick={() => setRenaming(true)}>
        <IconPencil size={14} stroke={1.7} />
      </ActionIcon>
      <ActionIcon {...quiet} aria-label={texts.deleteTheView(name)} onClick={remove}>
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
          aria-label={texts.newNameOfTheView(name)}
          maxLength={60}
          autoFocus
          value={text}
          error={isOther ? texts.anotherViewHasThisName : null}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <SmallButton type="submit" disabled={to === "" || isOther}>
          {texts.rename}
        </SmallButton>
      </Group>
    </Form>
  );
}
