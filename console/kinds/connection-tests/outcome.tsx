/** What came of asking another system: whether it worked, what was asked, and what came back. */
import { Text } from "@mantine/core";
import type { AskOutcome } from "../../api/engine-shapes.ts";
import { sentence } from "../../forms/context.ts";
import { plainly } from "../../forms/help.ts";
import { Status } from "../../parts/status.tsx";
import { Fine } from "../../parts/text.tsx";
import { phrase } from "../../parts/words.ts";
import * as texts from "./texts.ts";

export function Outcome({ outcome }: { readonly outcome: AskOutcome }) {
  const { ok, asked, summary, error, error_kind, next_step } = outcome;
  const kind = error_kind === null || error_kind === "other" ? "" : ` · ${phrase(error_kind)}`;
  return (
    <>
      <Status
        tone={ok ? "good" : asked === null && error_kind === null ? "quiet" : "bad"}
        label={ok ? texts.itWorks : asked === null ? texts.notTested(kind) : texts.itDoesNotWork(kind)}
      />
      <Text size="sm" mt={4} style={{ overflowWrap: "anywhere" }}>
        {sentence(plainly(summary ?? error ?? ""))}
      </Text>
      {next_step === null ? null : (
        <Text size="sm" mt={4}>
          {texts.whatToDoNext(next_step)}
        </Text>
      )}
      {asked === null ? null : <ProbeLine outcome={outcome} asked={asked} />}
    </>
  );
}

function ProbeLine({
  outcome: { status, took_ms },
  asked: { method, url },
}: {
  readonly outcome: AskOutcome;
  readonly asked: NonNullable<AskOutcome["asked"]>;
}) {
  const answered = status === null ? texts.noAnswer : `HTTP ${status}`;
  return (
    <Fine mt={4} style={{ overflowWrap: "anywhere" }}>
      <span className="mono">
        {method} {url}
      </span>{" "}
      · {answered}
      {took_ms === null ? "" : texts.ms(took_ms)}
    </Fine>
  );
}
