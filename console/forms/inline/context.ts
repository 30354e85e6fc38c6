/** The way from an input to a form for what is missing: the frame holds the forms, so that no form holds itself. */
import { createContext, useContext } from "react";
import { useDefinition } from "../../api/queries.ts";
import { useHere } from "../../shell/session.ts";
import type { Draft } from "../draft.ts";

/** A row that is to be made while another form waits for it. */
export interface NewRow {
  readonly kind: string;
  /** What is known of it already: as what somebody typed, and of the form that waits. */
  readonly values: Draft;
  readonly onMade: (id: string) => void;
}

/** Opens the form of a row above the form that asks for it. */
export type OpenForm = (row: NewRow) => void;

export const InlineContext = createContext<OpenForm | undefined>(undefined);

/** Opens the form of a new row; undefined where the person may make none. */
export function useInlineCreate(kind: string): ((row: Omit<NewRow, "kind">) => void) | undefined {
  const open = useContext(InlineContext);
  const here = useHere();
  const definition = useDefinition(kind);
  if (open === undefined || definition === undefined) return undefined;
  const may = definition.verbs.includes("create") && here.allows(definition.level);
  return may ? (row) => open({ ...row, kind }) : undefined;
}
