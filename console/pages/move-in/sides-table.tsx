/** The tree of today next to the list that it becomes. */
import { Box, Paper, SimpleGrid, Title } from "@mantine/core";
import type { MigrationPreview, RouteLine } from "../../api/migration-shapes.ts";
import { Fine, Quiet } from "../../parts/text.tsx";
import * as texts from "./texts.ts";

export function Sides({ of }: { readonly of: MigrationPreview["routes"] }) {
  if (of === null || of.before.length === 0 || of.after.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} mb="md">
      <Side title={texts.todayATree} lines={of.before}>
        {texts.anAlertGoes}
      </Side>
      <Side title={texts.hereAList} lines={of.after}>
        {texts.routesAreTried}
      </Side>
    </SimpleGrid>
  );
}

/** Beyond these the plan shows them. */
const shownLines = 200;

interface SideProps {
  readonly title: string;
  readonly lines: readonly RouteLine[];
  readonly children: string;
}

function Side({ title, lines, children }: SideProps) {
  return (
    <Paper component="section" aria-label={title} p="sm">
      <Title order={3}>{title}</Title>
      <Quiet mb="xs">{children}</Quiet>
      <ol className="route-lines">
        {lines.slice(0, shownLines).map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
          <Box component="li" key={at} pl={line.depth * 16}>
            <span className="mono">{line.takes.join(", ") || texts.everyAlert}</span>
            {" → "}
            <b>{line.sends.join(", ") || texts.nobodyOnPurpose}</b>
            {line.continues ? <Fine span>{texts.continues}</Fine> : null}
          </Box>
        ))}
      </ol>
      {lines.length > shownLines ? <Quiet>{texts.andMore(lines.length - shownLines)}</Quiet> : null}
    </Paper>
  );
}
