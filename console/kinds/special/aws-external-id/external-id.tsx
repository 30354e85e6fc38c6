/** The external id, to copy into a trust policy, and the one change that there is: rotating it. */
import { Group, Paper, Stack, Text } from "@mantine/core";
import { namedActions } from "../../../api/calls.ts";
import { CodeBlock } from "../../../parts/code-block.tsx";
import { CopyButton } from "../../../parts/copy.tsx";
import { RichText } from "../../../parts/rich-text.tsx";
import { Rotate } from "../../../parts/rotate.tsx";
import { Quiet } from "../../../parts/text.tsx";
import { Moment } from "../../../parts/time.tsx";
import type { PartProps } from "../../part-props.ts";
import * as texts from "./texts.ts";

export function AwsExternalId({ loaded: { row } }: PartProps) {
  const id = String(row.external_id);
  const policy = String(row.trust_policy);
  return (
    <Stack className="form">
      <Paper>
        <Group justify="space-between" wrap="nowrap">
          <Text className="mono" style={{ overflowWrap: "anywhere" }}>
            {id}
          </Text>
          <CopyButton value={id} label={texts.copyTheId} />
        </Group>
        <Quiet mt={6}>
          <RichText of={texts.rotated} moment={<Moment at={row.rotated_at as string | null} />} />
        </Quiet>
      </Paper>
      <div>
        <Group justify="space-between" mb={6}>
          <Text size="sm">{texts.theTrustPolicyOfEvery}</Text>
          <CopyButton value={policy} label={texts.copyThePolicy} />
        </Group>
        <CodeBlock label={texts.trustPolicy}>{policy}</CodeBlock>
      </div>
      <Rotate
        action={namedActions.rotateExternalId}
        title={texts.rotateTheExternalId}
        warning={texts.awsRolesWhoseTrustPolicy}
      />
    </Stack>
  );
}
