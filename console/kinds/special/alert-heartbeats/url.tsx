/** The URL that a job calls, to copy, and rotating it. */
import { Paper, Stack } from "@mantine/core";
import { namedActions } from "../../../api/calls.ts";
import { CopyLine } from "../../../parts/copy.tsx";
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
        <CopyLine value={url} label={texts.copyTheUrl} />
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
