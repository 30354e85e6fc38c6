import { Paper, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** What a list shows before it has rows: what they are for, and how the first is made. */
export function Empty({
  title,
  about,
  children,
}: {
  readonly title: string;
  readonly about: string;
  readonly children: ReactNode;
}) {
  return (
    <Paper p="xl" ta="center">
      <Title order={2}>{title}</Title>
      <Text c="dimmed" size="sm" mt={6} mb="md" maw={520} mx="auto">
        {about}
      </Text>
      {children}
    </Paper>
  );
}
