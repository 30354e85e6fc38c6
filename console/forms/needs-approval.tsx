/** Where change policies hold what a form would save: said beforehand, and proposed in the place of saved. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { namedActions } from "../api/calls.ts";
import { act } from "../api/client.ts";
import type { Proposal } from "../api/proposal-shapes.ts";
import { rowsQuery, useDefinition } from "../api/queries.ts";
import { kindNames } from "../kinds/names.ts";
import { later } from "../parts/in-time.ts";
import { Soon } from "../parts/page.tsx";
import { proposalPath } from "../parts/paths.ts";
import type { Edit } from "../parts/plans/edit.ts";
import { usePreview } from "../parts/plans/use-replay.ts";
import { nameOf, oneOf } from "../parts/words.ts";
import type { RowForm } from "./form-state.ts";
import * as texts from "./texts.ts";

const ProposeDialog = later(() => import("../parts/proposals/propose-dialog.tsx"), "ProposeDialog");

export interface Held {
  /** What policies ask for, in a sentence each; empty where nothing holds the change, as far as that is known. */
  readonly why: readonly string[];
  /** Asks what the proposal is called. @returns whether the change is held, so that saving it would be refused */
  propose(): boolean;
  readonly dialog: ReactNode;
}

export function useHeld(org: string, definition: Definition, form: RowForm, edit: Edit | undefined): Held {
  const go = useNavigate();
  const [asked, setAsked] = useState(false);
  const edits = edit === undefined ? [] : [edit, ...form.also];
  const policies = usePoliciesOf(org, definition.kind);
  const { preview } = usePreview(policies ? edits : []);
  const why = (preview?.warnings ?? [])
    .filter(({ reason }) => reason === "needs_approval")
    .map(({ message }) => message);
  const close = () => setAsked(false);
  const name = nameOf(definition, form.whole);
  return {
    why,
    propose() {
      if (why.length === 0) return false;
      setAsked(true);
      return true;
    },
    dialog:
      !asked || edits.length === 0 ? null : (
        <Soon>
          <ProposeDialog
            title={texts.titleOf(form.base === undefined, oneOf(definition), name)}
            needs={[]}
            propose={async (reason, more) =>
              (await act<Proposal>(org, namedActions.proposeChange, { reason, ...more, edits })).body
            }
            breakGlass={(reason) => {
              close();
              form.submit(reason);
            }}
            close={close}
            onProposed={({ id }) => form.discard(() => void go({ to: proposalPath(org, id) }))}
          />
        </Soon>
      ),
  };
}

/** Whether a policy may hold changes of the kind: only then is anything asked while somebody types. */
function usePoliciesOf(org: string, kind: string): boolean {
  const definition = useDefinition(kindNames.changePolicy);
  if (definition === undefined) throw new Error("there is a kind of change policies");
  const { data } = useQuery({ ...rowsQuery(org, definition), staleTime: 60_000 });
  return (data?.data ?? []).some(({ enabled, kinds }) => {
    const named = Array.isArray(kinds) ? kinds : [];
    return enabled === true && (named.length === 0 || named.includes(kind));
  });
}
