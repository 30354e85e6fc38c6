/** Next to a Git source's settings: reading its repository now, and the address that the forge calls. */
import { useMutation } from "@tanstack/react-query";
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import { namedActions } from "../../../api/calls.ts";
import { act } from "../../../api/client.ts";
import { useForgetRows } from "../../../api/queries.ts";
import { PlainButton } from "../../../parts/buttons.tsx";
import { Card } from "../../../parts/card.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Quiet } from "../../../parts/text.tsx";
import { useHere } from "../../../shell/session.ts";
import type { PartProps } from "../../part-props.ts";
import { HookAddress } from "./address.tsx";
import { Commits, Waits } from "./commits.tsx";
import { SyncOutcome, type SyncProblem } from "./sync-outcome.tsx";
import * as texts from "./texts.ts";

interface Synced extends JsonObject {
  readonly problem: (SyncProblem & JsonObject) | null;
}

export function GitSource({ loaded: { row }, editing }: PartProps) {
  const here = useHere();
  if (editing) return null;
  return (
    <>
      <Waits row={row} />
      {here.allows("admin") ? <Repository row={row} /> : null}
      <Commits row={row} />
    </>
  );
}

function Repository({ row }: { readonly row: JsonObject }) {
  const here = useHere();
  const forget = useForgetRows(here.slug);
  const sync = useMutation({
    mutationFn: async () =>
      (await act<Synced>(here.slug, namedActions.syncGitSource, { id: String(row.id) })).body,
    onSuccess: forget,
  });
  return (
    <Card title={texts.source} label={texts.source} about={texts.reads[String(row.direction)] ?? ""}>
      <PlainButton loading={sync.isPending} onClick={() => sync.mutate()}>
        {texts.syncNow}
      </PlainButton>
      <div aria-live="polite">
        <Refusal error={sync.error} />
        {sync.data === undefined ? null : <SyncOutcome problem={sync.data.problem} />}
      </div>
      <Quiet>{texts.webhooks}</Quiet>
      <HookAddress id={String(row.id)} />
    </Card>
  );
}
