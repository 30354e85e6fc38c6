/** The URL that a job calls, to copy, and rotating it. */
import { Group, Paper, Stack, Text } from "@mantine/core";
import { namedActions } from "../../../api/calls.ts";
import { CopyButton } from "../../../parts/copy.tsx";
import { Rotate } from "../../../parts/rotate.tsx";
import { Quiet } from "../../../parts/text.tsx";
import type { PartProps } from "../../part-props.ts";
import * as texts from "./texts.ts";

export function HeartbeatUrl({ loaded: { row }, editing }: PartProps) {
  const url = row.url as string | null;
  if (url === null || editing) return null;
  return (
    <Paper component="section" aria-label={texts.url}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" className="mono" style={{ overflowWrap: "anywhere" }}>
            {url}
          </Text>
          <CopyButton value={url} label={texts.copyTheUrl} />
        </Group>
        <Quiet>{texts.aJobCalls}</Quiet>
        <Rotate
          action={namedActions.rotateHeartbeat}
          input={{ id: String(row.id) }}
          title={texts.rotateTheUrl}
          warning={texts.jobsThatCallThePresent}
        />
      </Stack>
    </Paper>
  );
}
