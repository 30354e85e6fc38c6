/** What a change would mean that nobody has made yet: its warnings, and the alerts that would have gone elsewhere. */
import { useRef } from "react";
import type { Preview } from "../../api/plan-shapes.ts";
import { GateReplayCard } from "./gate-replay.tsx";
import { Notices } from "./notices.tsx";
import { ReplayCard } from "./replay.tsx";
import { Reroutes } from "./reroutes.tsx";
import type { Edit } from "./use-plan.ts";
import { useReplay } from "./use-replay.ts";

interface PlanPreviewProps {
  readonly title: string;
  readonly edit: Edit | undefined;
  /** Changes of other rows that would be saved with it. */
  readonly also: readonly Edit[];
}

export function PlanPreview({ title, edit, also }: PlanPreviewProps) {
  const preview = useReplay(edit, also);
  // What was reported stays until there is something else to show: nothing jumps while somebody types.
  const last = useRef<Preview>(undefined);
  if (edit === undefined) last.current = undefined;
  else if (preview !== undefined) last.current = preview;
  const shown = last.current;
  return (
    <div className="previewed" aria-live="polite">
      {shown === undefined ? null : (
        <>
          {/* What a set owns is reported at the form. It stays in sight of the button that would do it. */}
          <div className="prewrap warnings">
            <Notices
              title={title}
              notices={shown.warnings.filter(({ reason }) => reason !== "managed")}
              color="yellow"
            />
          </div>
          {/* What cannot be saved is reported at the form, too. */}
          {shown.problems.length === 0 && shown.effects.replay !== null ? (
            <>
              <ReplayCard of={shown.effects.replay} />
              <GateReplayCard of={shown.effects.replay} />
            </>
          ) : null}
          {shown.problems.length === 0 && shown.effects.rerouted_alerts !== null ? (
            <Reroutes of={shown.effects.rerouted_alerts} />
          ) : null}
        </>
      )}
    </div>
  );
}
