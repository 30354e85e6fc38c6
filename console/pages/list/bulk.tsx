/** Many rows of a list at once: chosen by their boxes, changed as one act, and taken back as one. */
import { Button, Group, Modal, Select, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { maxChanges } from "../../../src/engine/plan/edits.ts";
import { figure } from "../../../src/kernel/readable.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { namedActions } from "../../api/calls.ts";
import type { Plan } from "../../api/plan-shapes.ts";
import { rowsQuery, useDefinition } from "../../api/queries.ts";
import { specialOf } from "../../kinds/special.ts";
import type { BulkAction, BulkForm, BulkFormProps } from "../../kinds/special-type.ts";
import { QuietButton, SmallButton } from "../../parts/buttons.tsx";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { later } from "../../parts/in-time.ts";
import type { ListAddress } from "../../parts/list-address.ts";
import { Soon } from "../../parts/page.tsx";
import type { Edit } from "../../parts/plans/edit.ts";
import { PlanDialog } from "../../parts/plans/plan-dialog.tsx";
import { useMakePlan } from "../../parts/plans/use-plan.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { nameOf } from "../../parts/words.ts";
import { useNotice } from "../../shell/notice.tsx";
import { useHere } from "../../shell/session.ts";
import { alikeFields } from "./alike-fields.ts";
import { changedBy } from "./changed-by.ts";
import { type Selection, switchedBy } from "./selection.tsx";
import * as texts from "./texts.ts";
import { allIds } from "./use-rows.ts";

interface BulkBarProps {
  readonly definition: Definition;
  readonly selection: Selection;
  readonly address: ListAddress;
  /** How many rows match. */
  readonly total: number;
}

interface Pending {
  readonly plan: Plan;
  readonly action: BulkAction;
  /** Whose rows are changed: of teams, their members. */
  readonly kind: string;
  readonly count: number;
  /** Chosen rows with which nothing is done. */
  readonly leftOut: number;
}

export function BulkBar({ definition, selection: { ids, set, offered }, address, total }: BulkBarProps) {
  const here = useHere();
  const make = useMakePlan();
  const notice = useNotice();
  const [pending, setPending] = useState<Pending>();
  const [form, setForm] = useState<BulkForm>();
  const [nothing, setNothing] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the rows that were selected
  useEffect(() => setNothing(undefined), [ids]);
  const all = useMutation({
    mutationFn: () => allIds(here.slug, definition, address),
    onSuccess: (found) => set(new Set(found)),
  });
  if (!offered || ids.size === 0) return null;
  const start = (action: BulkAction) => {
    setForm(undefined);
    const rows = [...ids].map(action.edit).filter((edit) => edit !== undefined);
    const [first] = rows.flat();
    setNothing(first === undefined ? action.nothing : undefined);
    if (first === undefined) return;
    const [kind, count] = [first.resource, rows.length];
    make.mutate(
      { action: namedActions.planChanges, input: { edits: rows.flat() } },
      { onSuccess: (plan) => setPending({ plan, action, kind, count, leftOut: ids.size - count }) },
    );
  };
  return (
    <>
      <Refusal error={make.error ?? all.error} />
      <Group className="bar" justify="space-between" mt="md" role="toolbar" aria-label={texts.selectedRows}>
        <Group gap="xs">
          <Text size="sm" aria-live="polite">
            {nothing ?? texts.selected(figure(ids.size))}
          </Text>
          {Math.min(total, maxChanges) > ids.size ? (
            <Button size="compact-sm" variant="subtle" loading={all.isPending} onClick={() => all.mutate()}>
              {total > maxChanges
                ? texts.selectTheFirst(figure(maxChanges), figure(total))
                : texts.selectAllThatMatch(figure(total))}
            </Button>
          ) : null}
        </Group>
        <Group gap="xs">
          <QuietButton onClick={() => set(new Set())}>{texts.clearSelection}</QuietButton>
          {formsOf(definition).map((one) => (
            <Act key={one.title} title={one.title} disabled={make.isPending} run={() => setForm(one)} />
          ))}
          {actionsOf(definition).map((one) => (
            <Act key={one.title} title={one.title} disabled={make.isPending} run={() => start(one)} />
          ))}
        </Group>
      </Group>
      {form === undefined ? null : (
        <Soon>
          <form.Dialog definition={definition} ids={ids} close={() => setForm(undefined)} start={start} />
        </Soon>
      )}
      {pending === undefined ? null : (
        <PlanDialog
          title={texts.rows(pending.action.title, pending.count, pending.leftOut)}
          plan={pending.plan}
          close={() => setPending(undefined)}
          onApplied={(plan) => {
            setPending(undefined);
            set(new Set());
            notice.show({
              text: texts.rowsCount(changedBy(plan.changes, pending.kind), pending.action.done),
              plan: plan.id,
            });
          }}
        />
      )}
    </>
  );
}

interface ActProps {
  readonly title: string;
  readonly disabled: boolean;
  readonly run: () => void;
}

function Act({ title, disabled, run }: ActProps) {
  return (
    <SmallButton disabled={disabled} onClick={run}>
      {title}
    </SmallButton>
  );
}

/** What has to be asked for first; a kind may have ways of its own. */
function formsOf(definition: Definition): readonly BulkForm[] {
  const { bulkForms: own = [] } = specialOf(definition.kind);
  if (!definition.verbs.includes("update")) return own;
  return [
    ...own,
    ...(ownerOf(definition) === undefined ? [] : [assign]),
    ...(alikeFields(definition).length === 0 ? [] : [changeOne]),
  ];
}

/** The reference that says which team a row belongs to. */
function ownerOf({ fields }: Definition): Owner | undefined {
  for (const [name, field] of Object.entries(fields))
    if (field.type === "reference" && field.owner === true)
      return { name, to: field.to, nullable: field.nullable === true };
  return undefined;
}

interface Owner {
  readonly name: string;
  readonly to: string;
  /** Whether a row may belong to nobody. */
  readonly nullable: boolean;
}

const changeOne: BulkForm = {
  title: texts.changeAField,
  Dialog: later(() => import("./change-dialog.tsx"), "ChangeDialog"),
};

const nobody = "none";
const assign: BulkForm = { title: texts.assignATeam, Dialog: AssignDialog };

function AssignDialog({ definition, close, start }: BulkFormProps) {
  const here = useHere();
  const { name = "", to = "", nullable = false } = ownerOf(definition) ?? {};
  const target = useDefinition(to) as Definition;
  const { data, error } = useQuery(rowsQuery(here.slug, target));
  const [id, setId] = useState<string | null>(null);
  const teams = [
    ...(nullable ? [{ value: nobody, label: texts.noTeam }] : []),
    ...(data?.data ?? []).map((row) => ({ value: String(row.id), label: nameOf(target, row) })),
  ];
  const team = teams.find(({ value }) => value === id)?.label ?? "";
  const fields = { [name]: id === nobody ? null : id };
  return (
    <Modal opened onClose={close} title={texts.assignATeam}>
      <Refusal error={error} />
      <Select label={texts.team} data={teams} value={id} onChange={setId} searchable data-autofocus />
      <DialogButtons close={close}>
        <Button
          disabled={id === null}
          onClick={() =>
            start({
              title: id === nobody ? texts.takeTheTeamFrom : texts.assignTo(team),
              done: id === nobody ? texts.leftWithoutATeam : texts.givenTo(team),
              edit: (row) => ({ op: "save", resource: definition.kind, id: row, fields }),
            })
          }
        >
          {texts.next}
        </Button>
      </DialogButtons>
    </Modal>
  );
}

function actionsOf(definition: Definition): readonly BulkAction[] {
  const { kind: resource, verbs } = definition;
  const name = switchedBy(definition);
  const turn =
    (on: boolean) =>
    (id: string): Edit => ({
      op: "save",
      resource,
      id,
      fields: name === undefined ? {} : { [name]: on },
    });
  return [
    ...(name === undefined
      ? []
      : [
          { title: texts.enable, done: texts.enabled, edit: turn(true) },
          { title: texts.disable, done: texts.disabled, edit: turn(false) },
        ]),
    ...(verbs.includes("delete")
      ? [
          {
            title: texts.deleteNow,
            done: texts.deleted,
            edit: (id: string): Edit => ({ op: "delete", resource, id }),
          },
        ]
      : []),
  ];
}
