/** What was changed, the newest first, one line an act. */
import { Group, Paper, Title } from "@mantine/core";
import { figure } from "../../../src/kernel/readable.ts";
import { useDefinitions } from "../../api/queries.ts";
import type { TimelineChange } from "../../api/timeline-shapes.ts";
import { useHere } from "../../shell/session.ts";
import { ChangeLine, TimedLine } from "../changes/line.tsx";
import { RunRows } from "../changes/run-rows.tsx";
import { byTime, runsOf } from "../changes/runs.ts";
import { kindsText, runText } from "../changes/words.ts";
import { changesPath, planPath } from "../paths.ts";
import { Faded, LinkIn, LinkTo, Quiet, Tally } from "../text.tsx";
import { words } from "../words.ts";
import * as texts from "./texts.ts";

/** Lines; the page of changes has all. */
const most = 5;

interface ChangedProps {
  readonly changes: readonly TimelineChange[];
  readonly total: number;
  /** Of the page of changes: the same ones. */
  readonly search: object;
}

export function Changed({ changes, total, search }: ChangedProps) {
  const here = useHere();
  const { kinds } = useDefinitions();
  const titleOf = (kind: string) => kinds.find((one) => one.kind === kind)?.title ?? words(kind);
  return (
    <Paper component="section" aria-label={texts.changed} p="md">
      <Group justify="space-between" mb="xs">
        <Title order={2} fz="md">
          {texts.changed} <Tally>{figure(total)}</Tally>
        </Title>
        <LinkTo to={changesPath(here.slug)} search={search}>
          {texts.allChanges}
        </LinkTo>
      </Group>
      {changes.length === 0 ? <Quiet>{texts.noChange}</Quiet> : null}
      <ul className="lines">
        {runsOf(byTime(changes))
          .slice(0, most)
          .map((run) => {
            const [first] = run;
            if (first === undefined) return null;
            return (
              <li key={first.sequence}>
                {run.length === 1 ? (
                  <ChangeLine record={first} />
                ) : (
                  <TimedLine at={first.at} breaks>
                    <b>{first.actor.name}</b>{" "}
                    <LinkIn
                      to={
                        first.plan_id === null ? changesPath(here.slug) : planPath(here.slug, first.plan_id)
                      }
                    >
                      {runText(run)}
                    </LinkIn>
                    <Faded>{kindsText(run.map(({ resource }) => titleOf(resource)))}: </Faded>
                    <RunRows run={run} />
                  </TimedLine>
                )}
              </li>
            );
          })}
      </ul>
    </Paper>
  );
}
