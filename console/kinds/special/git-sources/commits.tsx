/** What waits between a Git source's rows and its files, and what came of its last commits. */
import { Anchor, List, Text } from "@mantine/core";
import { shortCommit } from "../../../../src/kernel/short-commit.ts";
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import { Card } from "../../../parts/card.tsx";
import { Fine, LinkTo, Quiet } from "../../../parts/text.tsx";
import { Moment } from "../../../parts/time.tsx";
import { words } from "../../../parts/words.ts";
import { useHere } from "../../../shell/session.ts";
import * as texts from "./texts.ts";

interface Commit {
  readonly commit: string;
  readonly subject: string | null;
  readonly at: string;
  readonly status: string;
  readonly problem: string | null;
}

/** Nothing where both sides say the same. */
export function Waits({ row }: { readonly row: JsonObject }) {
  const here = useHere();
  const { status, pushed_commit: pushed, push_branch: branch, pull_request: link } = row;
  if (status === "proposed")
    return (
      <Card title={texts.waits}>
        <Text size="sm">{row.direction === "both" ? texts.waitsAsConflict : texts.waitsAsProposal}</Text>
        <LinkTo to={`/o/${here.slug}/proposals`}>{texts.toTheProposals}</LinkTo>
      </Card>
    );
  if (status !== "pushed" || typeof pushed !== "string") return null;
  return (
    <Card title={texts.waits}>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {texts.waitsOnBranch(shortCommit(pushed), String(branch), String(row.branch))}
      </Text>
      {typeof link === "string" ? (
        <Anchor size="sm" href={link} target="_blank" rel="noreferrer">
          {texts.pullRequest}
        </Anchor>
      ) : (
        <Quiet>{row.forge === "none" ? texts.mergeIt : texts.noPullRequest}</Quiet>
      )}
    </Card>
  );
}

export function Commits({ row }: { readonly row: JsonObject }) {
  const commits = (row.commits ?? []) as unknown as readonly Commit[];
  return (
    <Card title={texts.lastCommits}>
      {commits.length === 0 ? (
        <Quiet>{texts.noCommits}</Quiet>
      ) : (
        <List size="sm" spacing={8} listStyleType="none" className="inline">
          {commits.map(({ commit, subject, at, status, problem }) => (
            <List.Item key={commit} style={{ overflowWrap: "anywhere" }}>
              <span className="mono">{shortCommit(commit)}</span> {subject ?? ""}
              <Fine>
                {words(status)} · <Moment at={at} />
              </Fine>
              {problem === null ? null : <Fine>{problem}</Fine>}
            </List.Item>
          ))}
        </List>
      )}
    </Card>
  );
}
