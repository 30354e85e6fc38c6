/** What a page is about, and next to it what belongs to it; below each other where there is no room. */
import { Grid } from "@mantine/core";
import type { ReactNode } from "react";

export function Sides({ main, side }: { readonly main: ReactNode; readonly side: ReactNode }) {
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, lg: 8 }}>{main}</Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>{side}</Grid.Col>
    </Grid>
  );
}
