/** The way from data to a proved page: its steps, which of them are done, and whether somebody hid them. */
import { useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { countsQuery, rowsQuery, useDefinition } from "../../api/queries.ts";
import { kindNames } from "../../kinds/names.ts";
import { special } from "../../kinds/special.ts";
import type { FirstStep } from "../../kinds/special-type.ts";
import { useHere, useWhoAmI } from "../../shell/session.ts";
import { newPath } from "../paths.ts";

export interface KindStep extends FirstStep {
  readonly kind: string;
}

/** The last one: alerts are known to reach somebody once one was seen to. */
const proof: KindStep = {
  kind: kindNames.route,
  place: 5,
  title: "Prove it with a drill",
  about: "A test alert goes the whole way, and whoever gets it says so.",
  button: "Start a drill",
  path: "/drills",
};

export const firstSteps: readonly KindStep[] = [
  ...Object.entries(special)
    .flatMap(([kind, { firstStep }]) => (firstStep === undefined ? [] : [{ ...firstStep, kind }]))
    .sort((a, b) => a.place - b.place),
  proof,
];

export interface Steps {
  readonly isDone: (step: KindStep) => boolean;
  /** The first one that is not done. */
  readonly next: KindStep;
  readonly done: number;
  readonly hide: () => void;
}

/** Undefined where there is nothing to show: all is done, it was hidden, or the person may not do it. */
export function useSteps(): Steps | undefined {
  const here = useHere();
  const { user } = useWhoAmI();
  const [dismissed, setDismissed] = useLocalStorage({
    key: `orgconfig.first-steps.${user.id}.${here.id}`,
    defaultValue: false,
    // Read at once: what was dismissed is never seen for a moment.
    getInitialValueInEffect: false,
  });
  const may = here.allows("admin");
  const { data } = useQuery({ ...countsQuery(here.slug), enabled: may && !dismissed });
  const routes = useDefinition(kindNames.route);
  if (routes === undefined) throw new Error("there is a kind of routes");
  const routed = (data?.get(kindNames.route)?.count ?? 0) > 0;
  const proofs = useQuery({ ...rowsQuery(here.slug, routes), enabled: may && !dismissed && routed });
  if (!may || dismissed || data === undefined || (routed && proofs.data === undefined)) return undefined;
  const isDone = (step: KindStep) =>
    step === proof
      ? routed && proofs.data?.data.some(({ last_proved_at: at }) => at !== null) === true
      : (data.get(step.kind)?.count ?? 0) > 0;
  const next = firstSteps.find((step) => !isDone(step));
  if (next === undefined) return undefined;
  return { isDone, next, done: firstSteps.filter(isDone).length, hide: () => setDismissed(true) };
}

/** Where a step is done. */
export function stepPath(org: string, { kind, path }: KindStep): string {
  return path === undefined ? newPath(org, kind) : `/o/${org}${path}`;
}
