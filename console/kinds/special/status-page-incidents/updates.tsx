/** What was said so far, the newest first: by whom, and when. */
import { Group, Text } from "@mantine/core";
import type { Tone } from "../../../../src/kernel/field.ts";
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import { Card } from "../../../parts/card.tsx";
import { Fine, Strong } from "../../../parts/text.tsx";
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
    <Card title="Updates" gap="md">
      <ol className="timeline">
        {[...incident.updates].reverse().map(({ at, status, body }) => (
          <li key={at}>
            <span className="dot" data-tone={tones[status] ?? "quiet"} aria-hidden />
            <Group justify="space-between" gap="xs" align="baseline">
              <Strong>{words(status)}</Strong>
              <Fine span>
                {posters.has(Date.parse(at)) ? `${posters.get(Date.parse(at))} · ` : ""}
                <Moment at={at} />
              </Fine>
            </Group>
            <Text size="sm" style={{ whiteSpace: "pre-wrap" }}>
              {body}
            </Text>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function stateTones({ fields }: Definition): Readonly<Record<string, Tone>> {
  const field = fields.status;
  return field?.type === "choice" ? (field.tones ?? {}) : {};
}
