import { Paper, Text, Title } from "@mantine/core";
import type { PartProps } from "../../part-props.ts";
import { Origins } from "./origins.tsx";

/** The binding next to what it leads to. */
export function ServiceBinding({ loaded: { row } }: PartProps) {
  return (
    <Paper component="section" aria-label="Resolved">
      <Title order={2} mb={4}>
        Resolved
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        What searches use, and where each value comes from.
      </Text>
      <Origins service={String(row.service)} environment={String(row.environment ?? "")} />
    </Paper>
  );
}
