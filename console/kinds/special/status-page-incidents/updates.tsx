/** What was said so far, the newest first: by whom, and when. */
import { Group, Paper, Text, Title } from "@mantine/core";
import type { Tone } from "../../../../src/kernel/field.ts";
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import { Moment } from "../../../parts/time.tsx";
import { words } from "../../../parts/words.ts";
import { usePosters } from "./use-incident.ts";
import type { IncidentRow } from "./words.ts";

interface UpdatesProps {
  readonly definition: Definition;
  readonly incident: IncidentRow;
}

export function Updates({ definition, incident }: UpdatesProps) {
  const posters = usePosters(definition, incident.id);
  const tones = stateTones(definition);
  return (
    <Paper component="section" aria-label="Updates">
      <Title order={2} mb="md">
        Updates
      </Title>
      <ol className="timeline">
        {[...incident.updates].reverse().map(({ at, status, body }) => (
          <li key={at}>
            <span className="dot" data-tone={tones[status] ?? "quiet"} aria-hidden />
            <Group justify="space-between" gap="xs" align="baseline">
              <Text size="sm" fw={550}>
                {words(status)}
              </Text>
              <Text span size="xs" c="dimmed">
                {posters.has(Date.parse(at)) ? `${posters.get(Date.parse(at))} · ` : ""}
                <Moment at={at} />
              </Text>
            </Group>
            <Text size="sm" style={{ whiteSpace: "pre-wrap" }}>
              {body}
            </Text>
          </li>
        ))}
      </ol>
    </Paper>
  );
}

function stateTones({ fields }: Definition): Readonly<Record<string, Tone>> {
  const field = fields.status;
  return field?.type === "choice" ? (field.tones ?? {}) : {};
}
