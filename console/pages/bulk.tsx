/** Many rows of a list at once: chosen by their boxes, changed as one act, and taken back as one. */
import { Button, Checkbox, Group, Table, Text } from "@mantine/core";
import { useState } from "react";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { namedActions } from "../api/calls.ts";
import type { Plan } from "../api/plan-shapes.ts";
import { Refusal } from "../parts/refusal.tsx";
import { nameOf } from "../parts/words.ts";
import { PlanDialog } from "../plans/plan-dialog.tsx";
import { type Edit, useMakePlan } from "../plans/use-plan.ts";
import { useNotice } from "../shell/notice.tsx";
import { useHere } from "../shell/session.ts";

export interface Selection {
  /** Whether rows of the kind can be chosen at all: there is something that can be done with them. */
  readonly offered: boolean;
  readonly ids: ReadonlySet<string>;
  set(ids: ReadonlySet<string>): void;
}

export function useSelection(definition: Definition): Selection {
  const here = useHere();
  const [ids, set] = useState<ReadonlySet<string>>(new Set());
  const { verbs, level } = definition;
  const offered = here.allows(level) && (verbs.includes("delete") || switchOf(definition) !== undefined);
  return { offered, ids, set };
}

/** The field that turns a row on and off, where the kind has one. */
function switchOf({ fields, verbs }: Definition): string | undefined {
  if (!verbs.includes("update")) return undefined;
  return Object.keys(fields).find((name) => {
    const field = fields[name];
    return field?.type === "boolean" && field.switch === true;
  });
}

interface SelectAllProps {
  readonly selection: Selection;
  /** The rows that the page of the list shows. */
  readonly shown: readonly JsonObject[];
}

export function SelectAll({ selection: { offered, ids, set }, shown }: SelectAllProps) {
  if (!offered) return null;
  const here = shown.map(({ id }) => String(id));
  const chosen = here.filter((id) => ids.has(id));
  const all = here.length > 0 && chosen.length === here.length;
  const toggle = () => set(all ? without(ids, here) : new Set([...ids, ...here]));
  return (
    <Table.Th w={32} pr={0} visibleFrom="sm">
      <Checkbox
        size="xs"
        aria-label="Select all shown"
        checked={all}
        indeterminate={chosen.length > 0 && !all}
        onChange={toggle}
      />
    </Table.Th>
  );
}

interface SelectRowProps {
  readonly definition: Definition;
  readonly selection: Selection;
  readonly row: JsonObject;
}

export function SelectRow({ definition, selection: { offered, ids, set }, row }: SelectRowProps) {
  if (!offered) return null;
  const id = String(row.id);
  const toggle = () => set(ids.has(id) ? without(ids, [id]) : new Set([...ids, id]));
  return (
    <Table.Td className="above" pr={0} visibleFrom="sm">
      <Checkbox
        size="xs"
        aria-label={`Select ${nameOf(definition, row)}`}
        checked={ids.has(id)}
        onChange={toggle}
      />
    </Table.Td>
  );
}

function without(ids: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  return new Set([...ids].filter((id) => !gone.includes(id)));
}

interface BulkBarProps {
  readonly definition: Definition;
  readonly selection: Selection;
}

/** What is asked of all chosen rows, and how it is told once it was done. */
interface BulkAction {
  readonly title: string;
  readonly done: string;
  readonly edit: (id: string) => Edit;
}

export function BulkBar({ definition, selection: { ids, set } }: BulkBarProps) {
  const make = useMakePlan();
  const notice = useNotice();
  const [asked, setAsked] = useState<{ readonly plan: Plan; readonly action: BulkAction }>();
  if (ids.size === 0) return null;
  const start = (action: BulkAction) =>
    make.mutate(
      { action: namedActions.planChanges, input: { edits: [...ids].map(action.edit) } },
      { onSuccess: (plan) => setAsked({ plan, action }) },
    );
  return (
    <>
      <Refusal error={make.error} />
      <Group className="bar" justify="space-between" mt="md" role="toolbar" aria-label="Selected rows">
        <Text size="sm" aria-live="polite">
          {ids.size} selected
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="subtle" color="gray" onClick={() => set(new Set())}>
            Clear selection
          </Button>
          {actionsOf(definition).map((action) => (
            <Button
              key={action.title}
              size="xs"
              variant="default"
              disabled={make.isPending}
              onClick={() => start(action)}
            >
              {action.title}
            </Button>
          ))}
        </Group>
      </Group>
      {asked === undefined ? null : (
        <PlanDialog
          title={`${asked.action.title} ${ids.size === 1 ? "1 row" : `${ids.size} rows`}?`}
          plan={asked.plan}
          close={() => setAsked(undefined)}
          onApplied={({ id, changes }) => {
            setAsked(undefined);
            set(new Set());
            notice.tell({ text: told(changes.length, asked.action), plan: id });
          }}
        />
      )}
    </>
  );
}

function told(count: number, { done }: BulkAction): string {
  return `${count === 1 ? "1 row" : `${count} rows`} ${done}.`;
}

function actionsOf(definition: Definition): readonly BulkAction[] {
  const { kind: resource, verbs } = definition;
  const name = switchOf(definition);
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
          { title: "Enable", done: "enabled", edit: turn(true) },
          { title: "Disable", done: "disabled", edit: turn(false) },
        ]),
    ...(verbs.includes("delete")
      ? [{ title: "Delete", done: "deleted", edit: (id: string): Edit => ({ op: "delete", resource, id }) }]
      : []),
  ];
}
