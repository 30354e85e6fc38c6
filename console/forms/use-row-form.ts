/** The state of a row's form: its draft, saving it under the ETag that was read, and what the service said. */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useRef, useState } from "react";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { namedActions } from "../api/calls.ts";
import { act, Refused } from "../api/client.ts";
import { type Row, rowOf, rowQuery, useDefinitions, useForgetAll, useForgetRows } from "../api/queries.ts";
import { kindNames } from "../kinds/names.ts";
import { useSpecial } from "../kinds/use-special.ts";
import type { Edit } from "../parts/plans/edit.ts";
import { applyAll, makePlan } from "../parts/plans/use-plan.ts";
import { applicable, type Draft, wholeOf, withField } from "./draft.ts";
import type { RowForm, Stale } from "./form-state.ts";
import { decidedBy, lacking } from "./variant.ts";

export interface RowFormOptions {
  readonly org: string;
  readonly definition: Definition;
  /** Undefined for a row that is being made. */
  readonly loaded: Row | undefined;
  /** What a new row begins with, where that is not its kind's defaults. */
  readonly start?: Draft;
  readonly onSaved: (row: JsonObject) => void;
}

export function useRowForm({ org, definition, loaded, start = {}, onSaved }: RowFormOptions): RowForm {
  const { chosenFields = [] } = useSpecial(definition.kind);
  const [kept, setDraft] = useState<Draft>({});
  const { unread, note, forget: forgetUnread } = useUnread();
  const [known, setAlso] = useState<readonly Edit[] | undefined>([]);
  const also = known ?? [];
  const [tries, setTries] = useState(0);
  const [round, setRound] = useState(0);
  // The version that the draft is about: a refetch in the background must not move it.
  const [base, setBase] = useState(loaded);
  const leaving = useRef(false);
  const whole = wholeOf(definition.fields, base?.row ?? start, kept);
  const draft = applicable(definition.fields, kept, whole);
  const begun = applicable(definition.fields, start, whole);
  const isOpen = (name: string) => (draft[name] ?? begun[name] ?? null) === null;
  const decided = decidedBy(definition.fields, base?.row ?? start);
  const unchosen = unchosenOf(
    base === undefined ? chosenFields.filter(isOpen) : [],
    base === undefined ? lacking(decided, whole) : [],
  );
  const clean = Object.keys(draft).length === 0 && unread.size === 0;
  if (clean && loaded !== undefined && loaded !== base) setBase(loaded);

  const startAfresh = () => {
    setTries(0);
    setAlso([]);
    setRound((now) => now + 1);
  };
  const save = useSave({ org, definition, base, begun }, (row, body) => {
    during(leaving, () => {
      setDraft({});
      setAlso([]);
      setTries(0);
      if (base !== undefined) setBase(row);
      onSaved(body);
    });
  });
  return {
    draft,
    start: begun,
    whole,
    base,
    dirty: !clean,
    also,
    setAlso,
    waits: known === undefined,
    unread,
    note,
    decided,
    unchosen,
    tries,
    round,
    leaving,
    stale: staleOf(save.error),
    error: save.error,
    saving: save.isPending,
    saved: save.isSuccess && clean,
    value: (name) => (name in kept ? kept[name] : (base?.row ?? start)[name]),
    set: (name, value) => setDraft((now) => withField(now, base?.row, name, value)),
    discard(go = () => {}) {
      save.reset();
      setDraft({});
      forgetUnread();
      startAfresh();
      during(leaving, go);
    },
    submit(breakGlass) {
      if (unread.size > 0 || unchosen.size > 0) setTries(tries + 1);
      else save.mutate({ draft, etag: base?.etag, also, breakGlass });
    },
    resolve(chosen, { current, etag }) {
      setBase({ row: current, etag, managedBy: base?.managedBy ?? null });
      setDraft(chosen);
      startAfresh();
      if (Object.keys(chosen).length === 0) save.reset();
      else save.mutate({ draft: chosen, etag, also: [] });
    },
    closeStale: () => save.reset(),
  };
}

/** What is said of each. */
function unchosenOf(choices: readonly string[], empty: readonly string[]): ReadonlyMap<string, string> {
  return new Map([
    ...choices.map((name) => [name, "Choose one."] as const),
    ...empty.map((path) => [path, "Fill this in."] as const),
  ]);
}

/** Leads elsewhere without the question whether to. Whoever else may ask is asked first, so that it takes a moment. */
function during(leaving: RefObject<boolean>, go: () => void): void {
  leaving.current = true;
  go();
  setTimeout(() => {
    leaving.current = false;
  });
}

/** What in the form cannot be read, by path. */
function useUnread() {
  const [unread, setUnread] = useState<ReadonlyMap<string, string>>(new Map());
  const note = useCallback((path: string, problem: string | undefined) => {
    setUnread((now) => {
      if (now.get(path) === problem) return now;
      const others = [...now].filter(([known]) => known !== path);
      return new Map(problem === undefined ? others : [...others, [path, problem]]);
    });
  }, []);
  return { unread, note, forget: () => setUnread(new Map()) };
}

interface Saved extends Pick<RowFormOptions, "org" | "definition"> {
  /** The row that is changed; undefined where one is made. */
  readonly base: Row | undefined;
  readonly begun: Draft;
}

function useSave({ org, definition, base, begun }: Saved, onSaved: (row: Row, body: JsonObject) => void) {
  const client = useQueryClient();
  const rows = useForgetRows(org);
  const all = useForgetAll(org);
  // What is saved along may be of any kind.
  const forget = (also: readonly Edit[]) =>
    definition.kind === kindNames.organization || also.length > 0 ? all() : rows();
  const { kinds } = useDefinitions();
  const setting = definition.shape === "setting";
  return useMutation({
    mutationFn: async ({ draft, etag, also, breakGlass }: Saving) => {
      const more = breakGlass === undefined ? {} : { break_glass: breakGlass };
      const { kind, actionNames } = definition;
      const get = (id: string) => act<JsonObject>(org, actionNames.get, { id });
      const isStale = async (row: Row) => (await get(String(row.row.id))).etag !== etag;
      if (also.length > 0 && (base === undefined || !(await isStale(base))))
        return get(
          await saveTogether({ client, org, kinds }, editOf(kind, base, { ...begun, ...draft }), also, more),
        );
      if (base === undefined)
        return act<JsonObject>(org, actionNames.create, { ...begun, ...draft, ...more });
      const id = setting ? {} : { id: base.row.id as string };
      const match = etag === undefined || etag === "*" ? {} : { if_match: etag };
      return act<JsonObject>(org, actionNames.update, { ...draft, ...id, ...match, ...more });
    },
    onSuccess(answer, { also }) {
      const { body } = answer;
      const row = rowOf(answer);
      const id = setting ? definition.kind : String(body.id);
      client.setQueryData(rowQuery(org, definition, id).queryKey, row);
      forget(also);
      onSaved(row, body);
    },
  });
}

interface Saving {
  readonly draft: Draft;
  readonly etag: string | undefined;
  readonly also: readonly Edit[];
  readonly breakGlass?: string | undefined;
}

/** What a save does to the row, as a part of a plan. */
function editOf(resource: string, base: Row | undefined, fields: JsonObject): Edit {
  return base === undefined
    ? { op: "create", resource, fields }
    : { op: "save", resource, id: String(base.row.id), fields };
}

interface Planned {
  readonly client: QueryClient;
  readonly org: string;
  readonly kinds: readonly Definition[];
}

/** Saves a row and changes of others as one plan. @returns the row's id */
async function saveTogether(
  { client, org, kinds }: Planned,
  own: Edit,
  also: readonly Edit[],
  more: JsonObject,
): Promise<string> {
  const input = { edits: [own, ...also] };
  const plan = await makePlan(client, org, { action: namedActions.planChanges, input });
  await applyAll(org, kinds, plan, more);
  if (own.op !== "create") return own.id;
  const made = plan.changes.find(({ action, resource }) => action === "create" && resource === own.resource);
  if (made === undefined) throw new Error("The row is not in what was saved.");
  return made.id;
}

function staleOf(error: unknown): Stale | undefined {
  if (!(error instanceof Refused) || error.status !== 412 || error.body.current === undefined)
    return undefined;
  return { current: error.body.current, etag: error.etag ?? "*" };
}
