import { List, Stack, Text } from "@mantine/core";
import type { GateDecision } from "../../../api/shapes.ts";
import { Status } from "../../../parts/status.tsx";
import { Quiet } from "../../../parts/text.tsx";
import { Moment, readable, useTimeZone } from "../../../parts/time.tsx";

const deciders = {
  policy: "decided by its policy",
  default: "no policy, so the defaults apply",
  override: "decided by an override",
} as const;

/** What the gate says, by what, and every reason with its figures. */
export function Verdict({ decision }: { readonly decision: GateDecision }) {
  const zone = useTimeZone();
  const { allowed, known, reasons, decided_by, override } = decision;
  return (
    <Stack gap="xs">
      <Status
        tone={allowed ? "good" : "bad"}
        label={`${allowed ? "Deploys are allowed" : "Deploys are held"} · ${deciders[decided_by]}`}
      />
      {known ? null : (
        <Text size="sm">
          No row names this service, so the gate knows nothing about it. Is its name right?
        </Text>
      )}
      {override === undefined ? null : (
        <Text size="sm">
          {override.by}: “{override.reason}”, ends <Moment at={override.until} />
        </Text>
      )}
      {reasons.length === 0 ? null : (
        <div>
          {override === undefined || !reasons.some(({ holds }) => holds) ? null : (
            <Quiet>Without the override, deploys would be held:</Quiet>
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
