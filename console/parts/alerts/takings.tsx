/** Routes or rules, whether each takes an alert, and why. */
import { Group, Stack, Text } from "@mantine/core";
import type { RuleTaking, Taking } from "../../api/alert-shapes.ts";
import { useHere } from "../../shell/session.ts";
import { rowPath } from "../paths.ts";
import { Status } from "../status.tsx";
import { Fine, LinkTo } from "../text.tsx";
import { sentence } from "../words.ts";
import * as texts from "./texts.ts";
import { span } from "./words.ts";

interface TakingLinesProps {
  /** The kind of the rows. */
  readonly kind: string;
  readonly rows: readonly (Taking | RuleTaking)[];
}

export function TakingLines({ kind, rows }: TakingLinesProps) {
  const here = useHere();
  return (
    <Stack gap={8} my={6}>
      {rows.map((row) => (
        <div key={row.id} style={{ overflowWrap: "anywhere" }}>
          <Group gap="sm" wrap="nowrap" align="baseline">
            <LinkTo to={rowPath(here.slug, row.kind ?? kind, row.id)} fw={550}>
              {row.name}
            </LinkTo>
            <span style={{ flex: "none" }}>
              <Status
                tone={row.taken ? "good" : "quiet"}
                label={
                  "first_at_seconds" in row && row.first_at_seconds !== null
                    ? texts.takesItAfter(span(row.first_at_seconds * 1_000))
                    : row.taken
                      ? texts.takesIt
                      : texts.notTaken
                }
              />
            </span>
          </Group>
          <Fine>{sentence(row.reason)}</Fine>
          {row.unreachable ? (
            <Text size="xs">
              <Status tone="warning" label={texts.itIs(row.unreachable.message)} />
            </Text>
          ) : null}
        </div>
      ))}
    </Stack>
  );
}
