/** What came of asking another system: whether it worked, what was asked, and what came back. */
import { Group, Text } from "@mantine/core";
import type { AskOutcome } from "../../api/engine-shapes.ts";
import { plainly } from "../../forms/help.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { CopyButton } from "../../parts/copy.tsx";
import { Status } from "../../parts/status.tsx";
import { Fine } from "../../parts/text.tsx";
import { phrase, sentence } from "../../parts/words.ts";
import * as texts from "./texts.ts";

export function Outcome({ outcome }: { readonly outcome: AskOutcome }) {
  const { ok, asked, summary, error, error_kind, next_step, setting } = outcome;
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
      {setting === null ? null : <LineToStartWith setting={setting} />}
      {asked === null ? null : <ProbeLine outcome={outcome} asked={asked} />}
    </>
  );
}

/** What lets the service reach a private address, to copy for whoever runs it. */
function LineToStartWith({ setting }: { readonly setting: string }) {
  const command = `${setting} npm start`;
  return (
    <Group align="flex-start" wrap="nowrap" gap="xs" mt={4}>
      <CodeBlock label={texts.lineToStartWith} name="start" wrap style={{ flex: 1 }}>
        {command}
      </CodeBlock>
      <CopyButton value={command} />
    </Group>
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
