/** That no alert ever comes to a route, and which other one hides it. */
import { Anchor, Paper, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Hiding } from "../../../../src/kernel/route-reach.ts";
import { rowPath } from "../../../parts/paths.ts";
import { Status } from "../../../parts/status.tsx";
import { useHere } from "../../../shell/session.ts";
import type { PartProps } from "../../part-props.ts";

export function Unreachable({ definition, loaded: { row }, editing }: PartProps) {
  const here = useHere();
  const by = row.unreachable as Hiding | null;
  // While it is edited, the form says what would become of it.
  if (by === null || editing) return null;
  return (
    <Paper component="section" aria-label="Never reached">
      <Status tone="warning" label="Never reached" />
      <Text size="sm" mt={6}>
        This route is {by.message}.{" "}
        <Anchor component={Link} to={rowPath(here.slug, definition.kind, by.id)} inherit>
          Open {by.name}
        </Anchor>
      </Text>
    </Paper>
  );
}
