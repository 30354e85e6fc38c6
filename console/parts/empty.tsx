import { Paper, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Quiet } from "./text.tsx";

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
      <Quiet mt={6} mb="md" maw={520} mx="auto">
        {about}
      </Quiet>
      {children}
    </Paper>
  );
}
