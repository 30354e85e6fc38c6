import { List, Stack, Text } from "@mantine/core";
import type { GateDecision, GateReason } from "../api/shapes.ts";
import { Status } from "../parts/status.tsx";
import { Moment, readable, useTimeZone } from "../parts/time.tsx";

const deciders = {
  policy: "decided by its policy",
  default: "no policy, so the defaults apply",
  override: "decided by an override",
} as const;

/** What figures that are too old hold is a reason of its own; only on_stale of a policy makes them hold by themselves. */
const holds = ({ code }: GateReason) => code !== "stale_figures";

/** What the gate says, by what, and every reason with its figures. */
export function Verdict({ decision }: { readonly decision: GateDecision }) {
  const timeZone = useTimeZone();
  const { known, allowed, reasons, decided_by, override } = decision;
  return (
    <Stack gap="xs">
      <Status
        tone={allowed ? "good" : "bad"}
        label={`${allowed ? "Deploys are allowed" : "Deploys are held"} · ${deciders[decided_by]}`}
      />
      {known ? null : (
        <Text size="sm">No row names this service. Is it written as in the configuration?</Text>
      )}
      {override === undefined ? null : (
        <Text size="sm">
          {override.by}: “{override.reason}”, ends <Moment at={override.until} />
        </Text>
      )}
      {reasons.length === 0 ? null : (
        <div>
          {override === undefined || !reasons.some(holds) ? null : (
            <Text size="sm" c="dimmed">
              Without the override, deploys would be held:
            </Text>
          )}
          <List size="sm" spacing={4}>
            {reasons.map(({ code, message }) => (
              <List.Item key={`${code}/${message}`}>{readable(message, timeZone)}</List.Item>
            ))}
          </List>
        </div>
      )}
    </Stack>
  );
}
