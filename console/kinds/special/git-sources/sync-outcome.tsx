/** What came of reading a repository just now. */
import { Text } from "@mantine/core";
import { knownPlace } from "../../../../src/kernel/fault.ts";
import * as texts from "./texts.ts";

export interface SyncProblem {
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
}

export function SyncOutcome({ problem }: { readonly problem: SyncProblem | null }) {
  if (problem === null) return <Text size="sm">{texts.read}</Text>;
  return (
    <Text size="sm" style={{ overflowWrap: "anywhere" }}>
      {[texts.readWithProblem, knownPlace(problem), problem.message].filter((part) => part !== "").join(" ")}
    </Text>
  );
}
