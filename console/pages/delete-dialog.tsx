/** The question before a delete, as the service puts it: which row, what goes with it, and what holds it back. */
import { Alert, Anchor, Button, Group, List, Modal, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { act, Refused } from "../api/client.ts";
import { type Row, useDefinitions, useForgetRows } from "../api/queries.ts";
import { Named } from "../parts/cell.tsx";
import { Rows } from "../parts/page.tsx";
import { kindPath, pathOf } from "../parts/paths.ts";
import { Refusal } from "../parts/refusal.tsx";
import { nameOf, oneOf } from "../parts/words.ts";

export interface DeleteDialogProps {
  readonly org: string;
  readonly definition: Definition;
  readonly loaded: Row;
  readonly close: () => void;
}

type Reference = { readonly resource: string; readonly id: string; readonly field: string };

export function DeleteDialog({ org, definition, loaded, close }: DeleteDialogProps) {
  const { kinds } = useDefinitions();
  const go = useNavigate();
  const forget = useForgetRows(org);
  const name = nameOf(definition, loaded.row);
  const action = definition.actionNames.delete;
  const id = String(loaded.row.id);
  const asked = useQuery({
    queryKey: ["question", org, definition.kind, id],
    queryFn: async (): Promise<readonly Reference[]> => {
      try {
        await act(org, action, { id });
      } catch (error) {
        if (error instanceof Refused && error.body.reason === "confirm") return error.body.references ?? [];
        throw error;
      }
      throw new Error("the service asks before it deletes");
    },
    staleTime: 0,
    gcTime: 0,
  });
  const remove = useMutation({
    mutationFn: () => act(org, action, { id, confirm: true }),
    async onSuccess() {
      await go({ to: kindPath(org, definition.kind), ignoreBlocker: true });
      forget();
    },
  });
  const goesAlong = ({ resource, field }: Reference) => {
    const definition = kinds.find(({ kind }) => kind === resource);
    const found = definition?.fields[field.split(/[.[]/)[0] ?? ""];
    return found?.type === "reference" && found.onDelete === "cascade";
  };
  const refusedFor = remove.error instanceof Refused ? remove.error.body.references : undefined;
  const holding = refusedFor ?? (asked.data ?? []).filter((reference) => !goesAlong(reference));
  const along = (asked.data ?? []).filter(goesAlong);
  return (
    <Modal
      opened
      onClose={close}
      title={holding.length > 0 ? `${name} is in use` : `Delete ${name}?`}
      size="lg"
    >
      {asked.isPending ? <Rows count={2} /> : null}
      <Refusal error={asked.error} again={asked} />
      <Refusal error={refusedFor === undefined ? remove.error : null} />
      {holding.length > 0 ? (
        <>
          <Text size="sm" mb="sm">
            {holding.length === 1 ? "One row points" : `${holding.length} rows point`} at this{" "}
            {oneOf(definition)}. Change or delete {holding.length === 1 ? "it" : "them"} first.
          </Text>
          <List size="sm" spacing={6} className="inline">
            {holding.map(({ resource, id, field }) => (
              <List.Item key={`${resource}/${id}/${field}`}>
                <Anchor component={Link} to={pathOf(org, kinds, resource, id)} onClick={close} size="sm">
                  <Target kinds={kinds} resource={resource} id={id} />
                </Anchor>{" "}
                <Text span size="sm" c="dimmed">
                  in {field}
                </Text>
              </List.Item>
            ))}
          </List>
        </>
      ) : asked.data === undefined ? null : (
        <Text size="sm">
          The {oneOf(definition)} <b>{name}</b> is deleted immediately, everywhere. The audit log keeps its
          last values.
        </Text>
      )}
      {along.length > 0 && holding.length === 0 ? (
        <Alert color="yellow" mt="sm">
          {along.length === 1 ? "One row is" : `${along.length} rows are`} deleted with it:{" "}
          {[
            ...new Set(
              along.map(({ resource }) => kinds.find(({ kind }) => kind === resource)?.title ?? resource),
            ),
          ].join(", ")}
          .
        </Alert>
      ) : null}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close} data-autofocus>
          {holding.length > 0 ? "Close" : "Cancel"}
        </Button>
        {holding.length > 0 ? null : (
          <Button
            color="red"
            onClick={() => remove.mutate()}
            loading={remove.isPending}
            disabled={asked.data === undefined}
          >
            Delete {name.length > 30 ? "it" : name}
          </Button>
        )}
      </Group>
    </Modal>
  );
}

interface TargetProps {
  readonly kinds: readonly Definition[];
  readonly resource: string;
  readonly id: string;
}

function Target({ kinds, resource, id }: TargetProps) {
  const definition = kinds.find(({ kind }) => kind === resource);
  if (definition === undefined) return id;
  if (definition.shape === "setting") return definition.title;
  return (
    <>
      {oneOf(definition)} <Named kind={resource} id={id} />
    </>
  );
}
