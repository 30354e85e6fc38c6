/** Above a row: the way to all rows of its kind. */
import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { kindPath } from "../parts/paths.ts";

export function BackToList({ org, definition }: { readonly org: string; readonly definition: Definition }) {
  return (
    <Anchor component={Link} to={kindPath(org, definition.kind)} size="sm">
      ← {definition.title}
    </Anchor>
  );
}
