/** Next to the list: what changed, and what comes. */
import { Group, Paper, Title } from "@mantine/core";
import { figure } from "../../../src/kernel/readable.ts";
import { useDefinitions } from "../../api/queries.ts";
import type { Coming, TimelineChange } from "../../api/timeline-shapes.ts";
import { ChangeLine, TimedLine } from "../../parts/changes/line.tsx";
import { runsOf } from "../../parts/changes/runs.ts";
import { kindsText, runText } from "../../parts/changes/words.ts";
import { comingWords, texts } from "../../parts/now/words.ts";
import { changesPath, pathOf, planPath } from "../../parts/paths.ts";
import { Faded, LinkIn, LinkTo, Quiet, Tally } from "../../parts/text.tsx";
import { words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";

/** Lines of each part; the page of changes has all. */
const most = { changes: 8, coming: 6 } as const;

interface ChangedProps {
  readonly changes: readonly TimelineChange[];
  readonly total: number;
}

export function Changed({ changes, total }: ChangedProps) {
  const here = useHere();
  const { kinds } = useDefinitions();
  const titleOf = (kind: string) => kinds.find((one) => one.kind === kind)?.title ?? words(kind);
  return (
    <Paper component="section" aria-label={texts.changed} p="md">
      <Group justify="space-between" mb="xs">
        <Title order={2} fz="md">
          {texts.changed} <Tally>{figure(total)}</Tally>
        </Title>
        <LinkTo to={changesPath(here.slug)}>All changes</LinkTo>
      </Group>
      {changes.length === 0 ? <Quiet>{texts.noChange}</Quiet> : null}
      <ul className="lines">
        {runsOf(changes)
          .slice(0, most.changes)
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
                    <Faded>{kindsText(run.map(({ resource }) => titleOf(resource)))}</Faded>
                  </TimedLine>
                )}
              </li>
            );
          })}
      </ul>
    </Paper>
  );
}

export function Comes({ coming }: { readonly coming: readonly Coming[] }) {
  const here = useHere();
  const { kinds } = useDefinitions();
  return (
    <Paper component="section" aria-label={texts.comes} p="md">
      <Title order={2} fz="md" mb="xs">
        {texts.comes}
      </Title>
      {coming.length === 0 ? <Quiet>{texts.nothingComes}</Quiet> : null}
      <ul className="lines">
        {coming.slice(0, most.coming).map(({ what, resource, id, name, at }) => (
          <li key={`${what} ${id}`}>
            <TimedLine at={at} breaks>
              {comingWords[what]}: <LinkIn to={pathOf(here.slug, kinds, resource, id)}>{name}</LinkIn>
            </TimedLine>
          </li>
        ))}
      </ul>
    </Paper>
  );
}
