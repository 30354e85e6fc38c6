import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import { namedActions } from "../../../api/calls.ts";
import { act } from "../../../api/client.ts";
import { useDefinitions, useForgetRows } from "../../../api/queries.ts";
import type { Edit } from "../../../parts/plans/edit.ts";
import { applyAll, makePlan } from "../../../parts/plans/use-plan.ts";
import { useNotice } from "../../../shell/notice.tsx";
import { useHere } from "../../../shell/session.ts";
import * as texts from "./texts.ts";
import type { IncidentRow } from "./words.ts";

interface PostOptions {
  readonly definition: Definition;
  readonly incident: IncidentRow;
  readonly etag: string;
  /** Whether somebody has begun to write. */
  readonly dirty: boolean;
  readonly onDone: () => void;
}

interface Post {
  readonly fields: { readonly status: string; readonly body: string };
  /** What is done with it, in one plan. */
  readonly edits: readonly Edit[];
}

const changed = texts.somebodyChangedThisIncidentAfter;

/** An update alone is one write of the row as it was read; with more it is a plan, all of it or nothing. */
export function usePost({ definition, incident: { id }, etag, dirty, onDone }: PostOptions) {
  const { slug } = useHere();
  const { kinds } = useDefinitions();
  const client = useQueryClient();
  const forget = useForgetRows(slug);
  const notice = useNotice();
  // The version that somebody writes about: what comes meanwhile is read before it is written over.
  const [base, setBase] = useState(etag);
  const post = useMutation({
    mutationFn: async ({ fields, edits }: Post) => {
      if (edits.length === 0) {
        const match = base === "*" ? {} : { if_match: base };
        await act<JsonObject>(slug, definition.actionNames.update, { ...fields, id, ...match });
        return undefined;
      }
      const save: Edit = { op: "save", resource: definition.kind, id, fields };
      const asked = { action: namedActions.planChanges, input: { edits: [save, ...edits] } };
      const plan = await makePlan(client, slug, asked);
      // A plan is of the rows as they are. Whether these are the ones that were read is asked once it stands:
      // applying it is refused if they change after that.
      const now = await act<JsonObject>(slug, definition.actionNames.get, { id });
      if (base !== "*" && now.etag !== base) throw new Error(changed);
      await applyAll(slug, kinds, plan);
      return plan.id;
    },
    onSuccess: (plan) => {
      onDone();
      if (plan !== undefined) notice.show({ text: texts.theUpdateIsPublishedWithAll, plan });
    },
    // Also where somebody else was quicker: what they published is read before one tries again.
    onSettled: forget,
  });
  if (base !== etag && (!dirty || post.isError)) setBase(etag);
  return post;
}
