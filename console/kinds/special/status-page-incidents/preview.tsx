/** What the public page shows of it, in the page's own words and time. */
import { Box, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import { rowQuery, useDefinition } from "../../../api/queries.ts";
import { Card } from "../../../parts/card.tsx";
import { Fine, Quiet } from "../../../parts/text.tsx";
import { exact } from "../../../parts/time.tsx";
import { words } from "../../../parts/words.ts";
import { useHere } from "../../../shell/session.ts";
import { kindNames } from "../../names.ts";
import { useComponents } from "./use-incident.ts";
import { type IncidentRow, isMaintenance } from "./words.ts";

export function PublicPreview({ incident }: { readonly incident: IncidentRow }) {
  const here = useHere();
  const page = useQuery(
    rowQuery(here.slug, useDefinition(kindNames.statusPage) as Definition, kindNames.statusPage),
  );
  const components = useComponents(incident);
  if (page.data === undefined) return null;
  const { title, timezone, enabled, slug } = page.data.row;
  const zone = String(timezone);
  const served = enabled === true && slug !== null;
  return (
    <Card title="On the status page" gap={4}>
      {served ? null : <Quiet mb="sm">The page is not served yet. This is what it would show.</Quiet>}
      <Box className="public">
        <Fine mb={6}>{typeof title === "string" ? title : here.name}</Fine>
        <Text fw={620}>{incident.title}</Text>
        <Fine mb="sm">
          {[
            words(incident.status),
            ...(incident.impact === "none" || isMaintenance(incident)
              ? []
              : [`${words(incident.impact)} impact`]),
            ...components.map(({ name }) => name),
          ].join(" · ")}
        </Fine>
        {incident.scheduled_for === null ? null : (
          <Text size="sm" mb="sm">
            {exact(incident.scheduled_for, zone)}
            {incident.scheduled_until === null ? "" : ` – ${exact(incident.scheduled_until, zone)}`}
          </Text>
        )}
        {[...incident.updates].reverse().map(({ at, status, body }) => (
          <Box key={at} mb="sm">
            <Text size="sm" style={{ whiteSpace: "pre-wrap" }}>
              <b>{words(status)}</b> {body}
            </Text>
            <Group gap={6}>
              <Fine>
                {exact(at, zone)} ({zone})
              </Fine>
            </Group>
          </Box>
        ))}
      </Box>
    </Card>
  );
}
