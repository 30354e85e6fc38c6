/** The state of a row's form: its draft, saving it under the ETag that was read, and what the service said. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useRef, useState } from "react";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { act, Refused } from "../api/client.ts";
import { type Row, rowOf, rowQuery, useForgetRows } from "../api/queries.ts";
import { useSpecial } from "../kinds/use-special.ts";
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
  const unchosen = new Map(
    base === undefined
      ? [
          ...chosenFields.filter(isOpen).map((name) => [name, "Choose one."] as const),
          ...lacking(decided, whole).map((path) => [path, "Fill this in."] as const),
        ]
      : [],
  );
  const clean = Object.keys(draft).length === 0 && unread.size === 0;
  if (clean && loaded !== undefined && loaded !== base) setBase(loaded);

  const startAfresh = () => {
    setTries(0);
    setRound((now) => now + 1);
  };
  const save = useSave({ org, definition, base, begun }, (row, body) => {
    during(leaving, () => {
      setDraft({});
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
    submit() {
      if (unread.size > 0 || unchosen.size > 0) setTries(tries + 1);
      else save.mutate({ draft, etag: base?.etag });
    },
    resolve(chosen, { current, etag }) {
      setBase({ row: current, etag, managedBy: base?.managedBy ?? null });
      setDraft(chosen);
      startAfresh();
      if (Object.keys(chosen).length === 0) save.reset();
      else save.mutate({ draft: chosen, etag });
    },
    closeStale: () => save.reset(),
  };
}

/** Leads elsewhere without the question whether to. */
function during(leaving: RefObject<boolean>, go: () => void): void {
  leaving.current = true;
  go();
  leaving.current = false;
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
  const forget = useForgetRows(org);
  const setting = definition.shape === "setting";
  return useMutation({
    mutationFn: async ({ draft, etag }: { draft: Draft; etag: string | undefined }) => {
      if (base === undefined)
        return act<JsonObject>(org, definition.actionNames.create, { ...begun, ...draft });
      const id = setting ? {} : { id: base.row.id as string };
      const match = etag === undefined || etag === "*" ? {} : { if_match: etag };
      return act<JsonObject>(org, definition.actionNames.update, { ...draft, ...id, ...match });
    },
    onSuccess(answer) {
      const { body } = answer;
      const row = rowOf(answer);
      const id = setting ? definition.kind : String(body.id);
      client.setQueryData(rowQuery(org, definition, id).queryKey, row);
      forget();
      onSaved(row, body);
    },
  });
}

function staleOf(error: unknown): Stale | undefined {
  if (!(error instanceof Refused) || error.status !== 412 || error.body.current === undefined)
    return undefined;
  return { current: error.body.current, etag: error.etag ?? "*" };
}
