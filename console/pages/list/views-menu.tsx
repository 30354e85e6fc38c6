/** A person's saved views of a list: opened, saved under a name, renamed, deleted. */
import { Button, Group, Popover, Stack, TextInput } from "@mantine/core";
import IconBookmark from "@tabler/icons-react/dist/esm/icons/IconBookmark.mjs";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { send } from "../../api/client.ts";
import { Form } from "../../parts/form.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Quiet } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import { type Search, viewSearch, viewText } from "./address.ts";
import { type View, ViewLine } from "./view-line.tsx";

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
          Views
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Refusal error={error ?? save.error ?? rename.error ?? remove.error} />
        {views.length === 0 ? (
          <Quiet mb="xs">
            Search, filter and sort the list, then save that as a view. Only you see your views.
          </Quiet>
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
              label="Save this view as"
              maxLength={60}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Button type="submit" size="xs" disabled={name.trim() === ""} loading={save.isPending}>
              {isThere ? "Replace" : "Save"}
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
