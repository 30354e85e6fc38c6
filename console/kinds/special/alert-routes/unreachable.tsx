/** That no alert ever comes to a route, and which other one hides it. */
import { Anchor, Paper, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Hiding } from "../../../../src/kernel/route-reach.ts";
import { rowPath } from "../../../parts/paths.ts";
import { RichText } from "../../../parts/rich-text.tsx";
import { Status } from "../../../parts/status.tsx";
import { useHere } from "../../../shell/session.ts";
import type { PartProps } from "../../part-props.ts";
import * as texts from "./texts.ts";

export function Unreachable({ definition, loaded: { row }, editing }: PartProps) {
  const here = useHere();
  const by = row.unreachable as Hiding | null;
  // While it is edited, the form says what would become of it.
  if (by === null || editing) return null;
  return (
    <Paper component="section" aria-label={texts.neverReached}>
      <Status tone="warning" label={texts.neverReached} />
      <Text size="sm" mt={6}>
        <RichText
          of={texts.thisRouteIs}
          message={by.message}
          link={
            <Anchor component={Link} to={rowPath(here.slug, definition.kind, by.id)} inherit>
              {texts.open(by.name)}
            </Anchor>
          }
        />
      </Text>
    </Paper>
  );
}
