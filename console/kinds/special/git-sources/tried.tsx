/** What came of looking at a repository that is not saved yet. */
import { List, Text } from "@mantine/core";
import { shortCommit } from "../../../../src/kernel/short-commit.ts";
import type { TriedAnswer } from "../../../api/git-shapes.ts";
import { Fine } from "../../../parts/text.tsx";
import { Outcome } from "../../connection-tests/outcome.tsx";
import type { Step } from "./steps.ts";
import * as texts from "./texts.ts";

/** Where a branch is found, the first step is done: what its folder holds is a matter of the second. */
export function Tried({ answer, step }: { readonly answer: TriedAnswer; readonly step: Step }) {
  const { commit, files, file_count, host_key } = answer;
  const opens: TriedAnswer =
    commit === null || step === "what" || answer.ok
      ? answer
      : { ...answer, ok: true, error: null, error_kind: null, summary: texts.opens(shortCommit(commit)) };
  const more = (file_count ?? 0) - files.length;
  return (
    <>
      <Outcome outcome={opens} />
      {host_key === null ? null : (
        <>
          <Text size="sm" mt={8}>
            {texts.hostKey}
          </Text>
          <Text size="sm" className="mono" style={{ overflowWrap: "anywhere" }}>
            {host_key}
          </Text>
          <Fine>{texts.hostKeyHelp}</Fine>
        </>
      )}
      {step !== "what" || files.length === 0 ? null : (
        <List size="sm" mt={8} className="mono" style={{ overflowWrap: "anywhere" }}>
          {files.map((file) => (
            <List.Item key={file}>{file}</List.Item>
          ))}
          {more > 0 ? <List.Item>{texts.moreFiles(more)}</List.Item> : null}
        </List>
      )}
    </>
  );
}
