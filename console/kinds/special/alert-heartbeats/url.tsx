/** The URL that a job calls, to copy, and rotating it. */
import { Group, Paper, Stack, Text } from "@mantine/core";
import { namedActions } from "../../../api/calls.ts";
import { CopyButton } from "../../../parts/copy.tsx";
import { Rotate } from "../../../parts/rotate.tsx";
import { Quiet } from "../../../parts/text.tsx";
import type { PartProps } from "../../part-props.ts";

export function HeartbeatUrl({ loaded: { row }, editing }: PartProps) {
  const url = row.url as string | null;
  if (url === null || editing) return null;
  return (
    <Paper component="section" aria-label="URL">
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" className="mono" style={{ overflowWrap: "anywhere" }}>
            {url}
          </Text>
          <CopyButton value={url} label="Copy the URL" />
        </Group>
        <Quiet>
          A job calls it when it has run: curl -fsS --retry 3 with this URL. Add /start where it begins and
          /fail where it failed.
        </Quiet>
        <Rotate
          action={namedActions.rotateHeartbeat}
          input={{ id: String(row.id) }}
          title="Rotate the URL?"
          warning="Jobs that call the present URL get an error and are no signals any more, until they call the new one. The old URL cannot be restored."
        />
      </Stack>
    </Paper>
  );
}
