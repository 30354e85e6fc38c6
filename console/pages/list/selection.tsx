/** Which rows of a list are chosen: by their boxes, a range of them with Shift, and by a key. */
import { Checkbox, Table } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { switchOf } from "../../parts/tones.ts";
import { nameOf } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import { spanOf } from "./span.ts";
import * as texts from "./texts.ts";

export interface Selection {
  /** Whether rows of the kind can be chosen at all: there is something that can be done with them. */
  readonly offered: boolean;
  readonly ids: ReadonlySet<string>;
  set(ids: ReadonlySet<string>): void;
  /** Chooses a row, or no longer; as a range, with all between it and the one before. */
  toggle(id: string, shown: readonly JsonObject[], range: boolean): void;
}

export function useSelection(definition: Definition): Selection {
  const here = useHere();
  const [ids, set] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string>();
  const { verbs, level } = definition;
  const offered = here.allows(level) && (verbs.includes("delete") || switchedBy(definition) !== undefined);
  const toggle: Selection["toggle"] = (id, shown, range) => {
    const between = range ? spanOf(shown.map(idOf), last, id) : [id];
    set(ids.has(id) ? without(ids, between) : new Set([...ids, ...between]));
    setLast(id);
  };
  return { offered, ids, set, toggle };
}

/** The field that turns a row on and off, where the kind has one. */
export function switchedBy({ fields, verbs }: Definition): string | undefined {
  return verbs.includes("update") ? switchOf(fields) : undefined;
}

interface SelectAllProps {
  readonly selection: Selection;
  /** The rows that the page of the list shows. */
  readonly shown: readonly JsonObject[];
}

export function SelectAll({ selection: { offered, ids, set }, shown }: SelectAllProps) {
  if (!offered) return null;
  const here = shown.map(idOf);
  const chosen = here.filter((id) => ids.has(id));
  const all = here.length > 0 && chosen.length === here.length;
  const toggle = () => set(all ? without(ids, here) : new Set([...ids, ...here]));
  return (
    <Table.Th w={32} pr={0} visibleFrom="sm">
      <Checkbox
        size="xs"
        aria-label={texts.selectAllShown}
        checked={all}
        indeterminate={chosen.length > 0 && !all}
        onChange={toggle}
      />
    </Table.Th>
  );
}

interface SelectRowProps extends SelectAllProps {
  readonly definition: Definition;
  readonly row: JsonObject;
}

export function SelectRow({ definition, selection: { offered, ids, toggle }, row, shown }: SelectRowProps) {
  if (!offered) return null;
  const id = idOf(row);
  return (
    <Table.Td className="above" pr={0} visibleFrom="sm">
      <Checkbox
        size="xs"
        aria-label={texts.select(nameOf(definition, row))}
        aria-keyshortcuts="x"
        checked={ids.has(id)}
        onChange={({ nativeEvent }) => toggle(id, shown, "shiftKey" in nativeEvent && !!nativeEvent.shiftKey)}
      />
    </Table.Td>
  );
}

/** x chooses the row in which the focus is, and with Shift all up to it. */
export function selectByKey({ offered, toggle }: Selection, row: JsonObject, shown: readonly JsonObject[]) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { key, ctrlKey, metaKey, altKey, target, currentTarget } = event;
    // A dialog that a row has opened stands elsewhere in the page.
    const isInRow = target instanceof Node && currentTarget.contains(target);
    if (!offered || !isInRow || key.toLowerCase() !== "x" || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    toggle(idOf(row), shown, event.shiftKey);
  };
}

function idOf({ id }: JsonObject): string {
  return String(id);
}

function without(ids: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  return new Set([...ids].filter((id) => !gone.includes(id)));
}
