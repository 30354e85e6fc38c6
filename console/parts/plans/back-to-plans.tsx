/** The way back from a plan. */
import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useHere } from "../../shell/session.ts";
import { plansPath } from "../paths.ts";

export function BackToPlans() {
  const here = useHere();
  return (
    <Anchor component={Link} to={plansPath(here.slug)} size="sm">
      ← Plans
    </Anchor>
  );
}
