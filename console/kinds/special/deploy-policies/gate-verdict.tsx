import { List, Stack, Text } from "@mantine/core";
import type { GateDecision } from "../../../api/shapes.ts";
import { RichText } from "../../../parts/rich-text.tsx";
import { Status } from "../../../parts/status.tsx";
import { Quiet } from "../../../parts/text.tsx";
import { Moment, readable, useTimeZone } from "../../../parts/time.tsx";
import * as texts from "./texts.ts";

const deciders = {
  policy: texts.decidedByItsPolicy,
  default: texts.noPolicySoTheDefaults,
  override: texts.decidedByAnOverride,
} as const;

/** What the gate says, by what, and every reason with its figures. */
export function Verdict({ decision }: { readonly decision: GateDecision }) {
  const zone = useTimeZone();
  const { allowed, known, reasons, decided_by, override } = decision;
  return (
    <Stack gap="xs">
      <Status tone={allowed ? "good" : "bad"} label={texts.deploysAreHeld(allowed, deciders[decided_by])} />
      {known ? null : <Text size="sm">{texts.noRowNamesThisService}</Text>}
      {override === undefined ? null : (
        <Text size="sm">
          <RichText
            of={texts.ends}
            by={override.by}
            reason={override.reason}
            moment={<Moment at={override.until} />}
          />
        </Text>
      )}
      {reasons.length === 0 ? null : (
        <div>
          {override === undefined || !reasons.some(({ holds }) => holds) ? null : (
            <Quiet>{texts.withoutTheOverrideDeploysWould}</Quiet>
          )}
          <List size="sm" spacing={4}>
            {reasons.map(({ code, message }) => (
              <List.Item key={`${code}/${message}`}>{readable(message, zone)}</List.Item>
            ))}
          </List>
        </div>
      )}
    </Stack>
  );
}
