/** The question before a delete, as the service puts it: which row, what goes with it, and what holds it back. */
import { Alert, List, Modal, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { call, Refused } from "../api/client.ts";
import { type Row, useDefinitions } from "../api/queries.ts";
import { RedButton } from "../parts/buttons.tsx";
import { Named } from "../parts/cell.tsx";
import { DialogButtons } from "../parts/dialog-buttons.tsx";
import { Loading } from "../parts/loading.tsx";
import { kindPath, pathOf, rowPath } from "../parts/paths.ts";
import { useEdits } from "../parts/plans/use-plan.ts";
import { Refusal } from "../parts/refusal.tsx";
import { RichText } from "../parts/rich-text.tsx";
import { LinkTo, QuietPart } from "../parts/text.tsx";
import { fieldWords, nameOf, oneOf } from "../parts/words.ts";
import { useNotice } from "../shell/notice.tsx";
import { useMenu } from "../shell/use-menu.ts";
import { Preview } from "./preview.tsx";
import * as texts from "./texts.ts";

export interface DeleteDialogProps {
  readonly org: string;
  readonly definition: Definition;
  readonly loaded: Row;
  readonly close: () => void;
  /** Left out where the page is the row's own: it leads to the list then. */
  readonly stay?: true;
}

type Reference = { readonly resource: string; readonly id: string; readonly field: string };

export function DeleteDialog({ org, definition, loaded, close, stay }: DeleteDialogProps) {
  const { kinds } = useDefinitions();
  const go = useNavigate();
  const notice = useNotice();
  const menu = useMenu();
  const name = nameOf(definition, loaded.row);
  const id = String(loaded.row.id);
  const question = useReferences(org, definition, id);
  const remove = useEdits();
  const doIt = () =>
    remove.mutate([{ op: "delete", resource: definition.kind, id }], {
      async onSuccess({ id: plan }) {
        if (stay) close();
        else await go({ to: kindPath(org, definition.kind), ignoreBlocker: true });
        menu.forget(rowPath(org, definition.kind, id));
        notice.show({ text: texts.deleted(name), plan });
      },
      onError: () => question.refetch(),
    });
  const goesAlong = ({ resource, field }: Reference) => {
    const definition = kinds.find(({ kind }) => kind === resource);
    const found = definition?.fields[field.split(/[.[]/)[0] ?? ""];
    return found?.type === "reference" && found.onDelete === "cascade";
  };
  const holding = (question.data ?? []).filter((reference) => !goesAlong(reference));
  const along = (question.data ?? []).filter(goesAlong);
  return (
    <Modal
      opened
      onClose={close}
      title={holding.length > 0 ? texts.isInUse(name) : texts.deleteName(name)}
      size="lg"
    >
      <Loading of={question} count={2} />
      <Refusal error={remove.error} />
      {holding.length > 0 ? (
        <InUse org={org} definition={definition} holding={holding} close={close} />
      ) : question.data === undefined ? null : (
        <Text size="sm">
          <RichText
            of={texts.theIsDeletedImmediatelyEverywhere}
            one={oneOf(definition)}
            name={<b>{name}</b>}
          />
        </Text>
      )}
      {holding.length > 0 ? null : (
        <div style={{ marginTop: 12 }}>
          <Preview
            kind={definition.kind}
            title={texts.beforeYouDelete}
            edit={{ op: "delete", resource: definition.kind, id }}
          />
        </div>
      )}
      {along.length > 0 && holding.length === 0 ? <DeletedWith rows={along} /> : null}
      <DialogButtons close={close} leave={holding.length > 0 ? texts.close : texts.cancel} safe>
        {holding.length > 0 ? null : (
          <RedButton onClick={doIt} loading={remove.isPending} disabled={question.data === undefined}>
            {texts.deleteIt(name.length, name)}
          </RedButton>
        )}
      </DialogButtons>
    </Modal>
  );
}

/** Rows that are deleted with it. */
function DeletedWith({ rows }: { readonly rows: readonly Reference[] }) {
  const { kinds } = useDefinitions();
  return (
    <Alert color="yellow" mt="sm">
      {texts.rowsAreDeletedWithIt(
        rows.length,
        [
          ...new Set(
            rows.map(({ resource }) => kinds.find(({ kind }) => kind === resource)?.title ?? resource),
          ),
        ].join(", "),
      )}
    </Alert>
  );
}

/** What points at the row, as the service says it when it asks for confirmation. */
function useReferences(org: string, definition: Definition, id: string) {
  return useQuery({
    queryKey: ["question", org, definition.kind, id],
    queryFn: async (): Promise<readonly Reference[]> => {
      try {
        await call(org, definition.actionNames.delete, { id });
      } catch (error) {
        if (error instanceof Refused && error.body.reason === "confirm") return error.body.references ?? [];
        throw error;
      }
      throw new Error("the service asks before it deletes");
    },
    staleTime: 0,
    gcTime: 0,
  });
}

interface InUseProps extends Pick<DeleteDialogProps, "org" | "definition" | "close"> {
  readonly holding: readonly Reference[];
}

function InUse({ org, definition, holding, close }: InUseProps) {
  const { kinds } = useDefinitions();
  return (
    <>
      <Text size="sm" mb="sm">
        {texts.rowsPointAtThisChange(holding.length, oneOf(definition))}
      </Text>
      <List size="sm" spacing={6} className="inline">
        {holding.map(({ resource, id, field }) => (
          <List.Item key={`${resource}/${id}/${field}`}>
            <LinkTo to={pathOf(org, kinds, resource, id)} onClick={close}>
              <Target kinds={kinds} resource={resource} id={id} />
            </LinkTo>{" "}
            <QuietPart>{texts.as(whereOf(kinds, resource, field))}</QuietPart>
          </List.Item>
        ))}
      </List>
    </>
  );
}

interface TargetProps {
  readonly kinds: readonly Definition[];
  readonly resource: string;
  readonly id: string;
}

/** The field that points here, as its form calls it. */
function whereOf(kinds: readonly Definition[], resource: string, field: string): string {
  const definition = kinds.find(({ kind }) => kind === resource);
  return definition === undefined ? field : fieldWords(definition, field);
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
