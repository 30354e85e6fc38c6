/** What a change would mean that nobody has made yet: its warnings, and the alerts that would have gone elsewhere. */
import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import type { Preview } from "../../api/plan-shapes.ts";
import type { Edit } from "./edit.ts";
import { GateReplayCard } from "./gate-replay.tsx";
import { Notices } from "./notices.tsx";
import { OnCallCard } from "./on-call.tsx";
import { ReplayCard } from "./replay.tsx";
import { Reroutes } from "./reroutes.tsx";
import * as texts from "./texts.ts";
import { usePreview } from "./use-replay.ts";
import { isForEngine } from "./words.ts";

interface PlanPreviewProps {
  readonly title: string;
  readonly edit: Edit | undefined;
  /** Changes of other rows that would be saved with it. */
  readonly also: readonly Edit[];
}

export function PlanPreview({ title, edit, also }: PlanPreviewProps) {
  const edits = edit === undefined ? [] : [edit, ...also];
  // Engines are asked once for what stands there, and not for what is typed next.
  const [asked, setAsked] = useState<string>();
  const written = JSON.stringify(edits);
  const query = asked === written;
  const { preview, waiting } = usePreview(edits, query);
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
              {shown.effects.replay.cannot.some(isForEngine) ? (
                <Button
                  variant="default"
                  size="compact-sm"
                  mb="md"
                  loading={query && waiting}
                  onClick={() => setAsked(written)}
                >
                  {texts.askTheEngine}
                </Button>
              ) : null}
            </>
          ) : null}
          {shown.problems.length === 0 && shown.effects.on_call !== null ? (
            <OnCallCard of={shown.effects.on_call} />
          ) : null}
          {shown.problems.length === 0 && shown.effects.rerouted_alerts !== null ? (
            <Reroutes of={shown.effects.rerouted_alerts} />
          ) : null}
        </>
      )}
    </div>
  );
}
