/** A list whose order counts, put in order by drag or keys; what that changes is seen before it is saved. */
import { ActionIcon, Button, Group, Paper, Text, VisuallyHidden } from "@mantine/core";
import IconArrowDown from "@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs";
import IconArrowUp from "@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs";
import IconGripVertical from "@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { figure } from "../../../src/kernel/readable.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { namedActions } from "../../api/calls.ts";
import type { Plan } from "../../api/plan-shapes.ts";
import { useDefinitions, useForgetRows } from "../../api/queries.ts";
import { PlainButton } from "../../parts/buttons.tsx";
import type { Edit } from "../../parts/plans/edit.ts";
import { Notices } from "../../parts/plans/notices.tsx";
import { Reroutes } from "../../parts/plans/reroutes.tsx";
import { applyAll, makePlan } from "../../parts/plans/use-plan.ts";
import { type EditsPreview, usePreview } from "../../parts/plans/use-replay.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Fine, Quiet, QuietPart, Strong } from "../../parts/text.tsx";
import { isOff } from "../../parts/tones.ts";
import { brief, nameOf, phrase } from "../../parts/words.ts";
import { useNotice } from "../../shell/notice.tsx";
import { useHere } from "../../shell/session.ts";
import { moved, newPositions, type Placed } from "./order.ts";
import * as texts from "./texts.ts";

/** The arrow that was used last, of a row. */
interface Arrow {
  readonly id: string;
  readonly way: "up" | "down";
}

export interface ReorderProps {
  readonly definition: Definition;
  /** In their present order, all of them. */
  readonly rows: readonly JsonObject[];
  readonly close: () => void;
}

export function Reorder({ definition, rows, close }: ReorderProps) {
  const [chosen, setChosen] = useState(rows.map(idOf));
  const [said, setSaid] = useState("");
  const [dragged, setDragged] = useState<string>();
  const list = useRef<HTMLOListElement>(null);
  const focus = useRef<Arrow>(undefined);
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  // Somebody else may have made or deleted rows meanwhile.
  const ids = [
    ...chosen.filter((id) => byId.has(id)),
    ...rows.map(idOf).filter((id) => !chosen.includes(id)),
  ];
  const placed = rows.map((row) => ({ id: idOf(row), position: Number(row.position) }));
  const positions = newPositions(placed, ids);
  const isNew = ids.some((id, index) => id !== idOf(rows[index] as JsonObject));
  // It names every row: it holds only while none of them moves.
  const edits = positions.map(
    ({ id, position }): Edit => ({ op: "save", resource: definition.kind, id, fields: { position } }),
  );
  const asked = isNew ? edits : [];
  const preview = usePreview(asked);

  const move = (id: string, to: number, way?: "up" | "down") => {
    const next = moved(ids, id, to);
    const at = next.indexOf(id);
    if (way !== undefined) focus.current = { id, way };
    setChosen([...next]);
    setSaid(texts.isNowOf(nameOf(definition, byId.get(id) as JsonObject), at + 1, next.length));
  };
  useArrowFocus(list, focus);
  return (
    <>
      <Text size="sm" mb="sm">
        {texts.dragARowOrUse}
      </Text>
      <VisuallyHidden aria-live="assertive">{said}</VisuallyHidden>
      <Paper p={0} mb="md">
        <ol className="order" ref={list} aria-label={texts.orderOf(phrase(definition.title))}>
          {ids.map((id, index) => {
            const row = byId.get(id) as JsonObject;
            const name = nameOf(definition, row);
            return (
              <li
                key={id}
                data-row={id}
                data-dragged={dragged === id || undefined}
                draggable
                onDragStart={({ dataTransfer }) => {
                  dataTransfer.effectAllowed = "move";
                  dataTransfer.setData("text/plain", name);
                  setDragged(id);
                }}
                onDragEnter={() => {
                  if (dragged !== undefined && dragged !== id) move(dragged, index);
                }}
                onDragOver={(event) => event.preventDefault()}
                onDrop={(event) => event.preventDefault()}
                onDragEnd={() => setDragged(undefined)}
              >
                <Place definition={definition} row={row} index={index} />
                <Arrows
                  name={name}
                  first={index === 0}
                  last={index === ids.length - 1}
                  move={(way) => move(id, way === "up" ? index - 1 : index + 1, way)}
                />
              </li>
            );
          })}
        </ol>
      </Paper>
      {isNew ? <Effect {...preview} /> : null}
      <SaveBar definition={definition} placed={placed} edits={asked} preview={preview} close={close} />
    </>
  );
}

/** A row that moves in the page loses the focus, and so does a button that can go no further. */
function useArrowFocus(list: RefObject<HTMLOListElement | null>, focus: RefObject<Arrow | undefined>): void {
  useEffect(() => {
    const { id, way } = focus.current ?? {};
    focus.current = undefined;
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>(`[data-row="${id}"] button`) ?? [];
    const [up, down] = buttons;
    const [wanted, other] = way === "up" ? [up, down] : [down, up];
    if (way !== undefined) (wanted?.disabled ? other : wanted)?.focus();
  });
}

interface PlaceProps {
  readonly definition: Definition;
  readonly row: JsonObject;
  readonly index: number;
}

/** A row with its place in the order. */
function Place({ definition, row, index }: PlaceProps) {
  return (
    <>
      <IconGripVertical size={16} aria-hidden className="grip" />
      <QuietPart className="place">{index + 1}</QuietPart>
      <span className="what">
        <Strong span className="clip">
          {nameOf(definition, row)}
        </Strong>
        <Fine span className="clip mono">
          {about(definition, row)}
        </Fine>
      </span>
    </>
  );
}

function idOf(row: JsonObject): string {
  return String(row.id);
}

/** What distinguishes rows, next to their names: the first column of texts that the list shows. */
function about({ fields, listColumns = [] }: Definition, row: JsonObject): string {
  const listed = listColumns.find((name) => fields[name]?.type === "list" && name !== listColumns[0]);
  const said = listed === undefined ? "" : brief(row[listed]);
  return isOff(fields, row) ? texts.offAnd(said) : said;
}

interface ArrowsProps {
  readonly name: string;
  readonly first: boolean;
  readonly last: boolean;
  readonly move: (way: "up" | "down") => void;
}

function Arrows({ name, first, last, move }: ArrowsProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const way = { ArrowUp: "up", ArrowDown: "down" }[event.key] as "up" | "down" | undefined;
    if (way === undefined) return;
    event.preventDefault();
    if (!(way === "up" ? first : last)) move(way);
  };
  const shared = { variant: "subtle", color: "gray", size: "md", onKeyDown } as const;
  return (
    <Group gap={0} wrap="nowrap">
      <ActionIcon {...shared} aria-label={texts.moveUp(name)} disabled={first} onClick={() => move("up")}>
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon {...shared} aria-label={texts.moveDown(name)} disabled={last} onClick={() => move("down")}>
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

function Effect({ preview: plan, waiting, error }: EditsPreview) {
  if (waiting)
    return (
      <Quiet mb="md" role="status">
        {texts.checkingWhatItWouldChange}
      </Quiet>
    );
  return (
    <>
      <Refusal error={error} />
      {plan === undefined ? null : (
        <>
          <Notices title={texts.problems(figure(plan.problems.length))} notices={plan.problems} color="red" />
          <Notices
            title={texts.warnings(figure(plan.warnings.length))}
            notices={plan.warnings}
            color="yellow"
          />
          {plan.effects.rerouted_alerts === null ? null : <Reroutes of={plan.effects.rerouted_alerts} />}
        </>
      )}
    </>
  );
}

interface SaveBarProps {
  readonly definition: Definition;
  readonly placed: readonly Placed[];
  readonly edits: readonly Edit[];
  readonly preview: EditsPreview;
  readonly close: () => void;
}

const somebodyMoved = texts.somebodyChangedTheseRowsAfter;

/** Saves exactly what was shown: where somebody has changed a row meanwhile, nothing. */
function SaveBar({ definition, placed, edits, preview, close }: SaveBarProps) {
  const { slug } = useHere();
  const { kinds } = useDefinitions();
  const client = useQueryClient();
  const forget = useForgetRows(slug);
  const notice = useNotice();
  const save = useMutation({
    async mutationFn() {
      const plan = await makePlan(client, slug, { action: namedActions.planChanges, input: { edits } });
      // The plan is of the rows as they are: they have to be where they were when the list was opened.
      if (plan.problems.length === 0 && !movesFrom(plan, placed, edits)) throw new Error(somebodyMoved);
      await applyAll(slug, kinds, plan);
      return plan.id;
    },
    onSuccess(plan) {
      notice.show({ text: texts.theOrderOfIsSaved(phrase(definition.title)), plan });
      close();
    },
    onSettled: forget,
  });
  const { problems = [] } = preview.preview ?? {};
  return (
    <>
      <Refusal error={save.error} />
      <Group className="bar" justify="flex-end" gap="xs">
        <PlainButton onClick={close}>{texts.cancel}</PlainButton>
        <Button
          loading={save.isPending || preview.waiting}
          disabled={edits.length === 0 || problems.length > 0}
          onClick={() => save.mutate()}
        >
          {texts.saveOrder}
        </Button>
      </Group>
    </>
  );
}

/** Whether the plan moves the very rows of the edits, each from the place that it was known at. */
function movesFrom({ changes }: Plan, placed: readonly Placed[], edits: readonly Edit[]): boolean {
  const known = new Map(placed.map(({ id, position }) => [id, position]));
  const moving = edits.filter((edit) => edit.op === "save" && edit.fields.position !== known.get(edit.id));
  return (
    changes.length === moving.length &&
    changes.every(({ id, fields }) =>
      fields.every(({ path, before }) => path !== "position" || before === known.get(String(id))),
    )
  );
}
