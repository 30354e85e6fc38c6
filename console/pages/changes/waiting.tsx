/** What is not settled: plans that nobody has applied, and sets that drifted. Nothing where all is. */
import { Group, Paper } from "@mantine/core";
import { driftPath, planPath } from "../../parts/paths.ts";
import { useUnsettled } from "../../parts/plans/use-unsettled.ts";
import { summaryText } from "../../parts/plans/words.ts";
import { Status } from "../../parts/status.tsx";
import { LinkTo } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

/** Of plans; their own page has the others. */
const most = 3;

export function Waiting() {
  const here = useHere();
  const { drifted, open } = useUnsettled();
  if (drifted.length + open.length === 0) return null;
  return (
    <Paper component="section" aria-label={texts.notSettled} p="sm" mb="md">
      <Group gap="6px 24px">
        {drifted.map((set) => (
          <Group key={set} gap={8}>
            <Status tone="warning" label={texts.wasChangedOutside(set)} />
            <LinkTo to={driftPath(here.slug, set)}>{texts.seeTheDrift}</LinkTo>
          </Group>
        ))}
        {open.slice(0, most).map(({ id, summary }) => (
          <Group key={id} gap={8}>
            <Status tone="warning" label={texts.aPlanWaits} />
            <LinkTo to={planPath(here.slug, id)}>{summaryText(summary, false)}</LinkTo>
          </Group>
        ))}
      </Group>
    </Paper>
  );
}
