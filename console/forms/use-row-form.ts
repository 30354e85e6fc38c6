/** The state of a row's form: its draft, saving it under the ETag that was read, and what the service said. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { Json } from "../../src/kernel/field.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { act, Refused } from "../api/client.ts";
import { type Row, rowOf, rowQuery, useForgetRows } from "../api/queries.ts";
import { chosenFields } from "../kinds/chosen.ts";
import { applicable, type Draft, wholeOf, withField } from "./draft.ts";

/** What a save met: the row as somebody else left it. */
export interface Stale {
  readonly current: JsonObject;
  readonly etag: string;
}

export interface RowFormOptions {
  readonly org: string;
  readonly definition: Definition;
  /** Undefined for a row that is being made. */
  readonly loaded: Row | undefined;
  /** What a new row begins with, where that is not its kind's defaults. */
  readonly start?: Draft;
  readonly onSaved: (row: JsonObject) => void;
}

export type RowForm = ReturnType<typeof useRowForm>;

export function useRowForm({ org, definition, loaded, start = {}, onSaved }: RowFormOptions) {
  const client = useQueryClient();
  const forget = useForgetRows(org);
  const [kept, setDraft] = useState<Draft>({});
  const [unread, setUnread] = useState<ReadonlyMap<string, string>>(new Map());
  const [tries, setTries] = useState(0);
  // Counts how often what was typed was thrown away, and with it the inputs that hold it.
  const [round, setRound] = useState(0);
  // The version that the draft is about: a refetch in the background must not move it.
  const [base, setBase] = useState(loaded);
  const leaving = useRef(false);
  const whole = wholeOf(definition.fields, base?.row ?? start, kept);
  const draft = applicable(definition.fields, kept, whole);
  const begun = applicable(definition.fields, start, whole);
  const unchosen =
    base === undefined
      ? chosenFields(definition).filter((name) => (draft[name] ?? begun[name] ?? null) === null)
      : [];
  const clean = Object.keys(draft).length === 0 && unread.size === 0;
  const note = useCallback((path: string, problem: string | undefined) => {
    setUnread((now) => {
      if (now.get(path) === problem) return now;
      const others = [...now].filter(([known]) => known !== path);
      return new Map(problem === undefined ? others : [...others, [path, problem]]);
    });
  }, []);
  const startAfresh = () => {
    setTries(0);
    setRound((now) => now + 1);
  };
  if (clean && loaded !== undefined && loaded !== base) setBase(loaded);

  const save = useMutation({
    mutationFn: async ({ draft, etag }: { draft: Draft; etag: string | undefined }) => {
      if (base === undefined)
        return act<JsonObject>(org, definition.actionNames.create, { ...begun, ...draft });
      const id = definition.shape === "setting" ? {} : { id: base.row.id as string };
      const match = etag === undefined || etag === "*" ? {} : { if_match: etag };
      return act<JsonObject>(org, definition.actionNames.update, { ...draft, ...id, ...match });
    },
    onSuccess(answer) {
      leaving.current = true;
      const { body } = answer;
      const row = rowOf(answer);
      const id = definition.shape === "setting" ? definition.kind : String(body.id);
      client.setQueryData(rowQuery(org, definition, id).queryKey, row);
      setDraft({});
      setTries(0);
      if (base !== undefined) setBase(row);
      forget();
      onSaved(body);
      leaving.current = false;
    },
  });

  const refused = save.error instanceof Refused ? save.error : undefined;
  const stale: Stale | undefined =
    refused?.status === 412 && refused.body.current !== undefined
      ? { current: refused.body.current, etag: refused.etag ?? "*" }
      : undefined;

  return {
    /** What would be sent: the fields that differ, of those that the row's variant takes. */
    draft,
    start: begun,
    /** The row as it would be. */
    whole,
    base,
    dirty: !clean,
    /** What in the form cannot be read, by path: until that is mended nothing is saved. */
    unread,
    note,
    /** Fields that have to be chosen and are not yet: until then nothing is saved. */
    unchosen,
    /** How often somebody tried to save what cannot be read. */
    tries,
    round,
    leaving,
    stale,
    error: save.error,
    saving: save.isPending,
    saved: save.isSuccess && clean,
    value: (name: string): Json | undefined => (name in kept ? kept[name] : (base?.row ?? start)[name]),
    set: (name: string, value: Json | undefined) => setDraft((now) => withField(now, base?.row, name, value)),
    /** @param go leads elsewhere, and is not asked whether to */
    discard(go: () => void = () => {}) {
      save.reset();
      setDraft({});
      setUnread(new Map());
      startAfresh();
      leaving.current = true;
      go();
      leaving.current = false;
    },
    submit() {
      if (unread.size > 0 || unchosen.length > 0) setTries(tries + 1);
      else save.mutate({ draft, etag: base?.etag });
    },
    /** Goes on from the row as it is now, with the fields that stay mine. */
    resolve(chosen: Draft, { current, etag }: Stale) {
      setBase({ row: current, etag, managedBy: base?.managedBy ?? null });
      setDraft(chosen);
      startAfresh();
      if (Object.keys(chosen).length === 0) save.reset();
      else save.mutate({ draft: chosen, etag });
    },
    closeStale: () => save.reset(),
  };
}
