/** The way back from a plan. */
import { useHere } from "../../shell/session.ts";
import { plansPath } from "../paths.ts";
import { LinkTo } from "../text.tsx";

export function BackToPlans() {
  const here = useHere();
  return <LinkTo to={plansPath(here.slug)}>← Plans</LinkTo>;
}
