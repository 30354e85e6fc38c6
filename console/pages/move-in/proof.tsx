/** Whether both sides notify the same people, and each label set for which they do not. */
import { Box, Paper, Table, Text } from "@mantine/core";
import type { MigrationPreview } from "../../api/migration-shapes.ts";
import { CardTable } from "../../parts/card-table.tsx";
import { Status } from "../../parts/status.tsx";
import * as texts from "./texts.ts";
import { labelsText, proofText } from "./words.ts";

/** Beyond these a reader changes something and asks again. */
const shownDifferences = 50;

export function Proof({ of }: { readonly of: NonNullable<MigrationPreview["proof"]> }) {
  const same = of.sets === of.equal;
  return (
    <Box component="section" aria-label={texts.proof} mb="md">
      <Paper p="sm" mb={same ? 0 : "sm"}>
        <Status tone={same ? "good" : "bad"} label={proofText(of)} />
      </Paper>
      {same ? null : (
        <CardTable columns={[texts.labels, texts.today, texts.here, [texts.why, "md"]]} actionsFrom={false}>
          {of.differs.slice(0, shownDifferences).map((difference) => (
            <Table.Tr key={`${labelsText(difference.labels)} ${difference.at}`}>
              <Table.Td className="mono" style={{ overflowWrap: "anywhere" }}>
                {labelsText(difference.labels)}
              </Table.Td>
              <Table.Td>{difference.before.join(", ") || texts.nobody}</Table.Td>
              <Table.Td>{difference.after.join(", ") || texts.nobody}</Table.Td>
              <Table.Td visibleFrom="md">{difference.why}</Table.Td>
            </Table.Tr>
          ))}
        </CardTable>
      )}
      {of.differs.length > shownDifferences ? (
        <Text size="sm" mt="xs">
          {texts.andMore(of.differs.length - shownDifferences)}
        </Text>
      ) : null}
    </Box>
  );
}
