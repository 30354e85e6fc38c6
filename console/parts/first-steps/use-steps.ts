/** The way from data to people who are notified: its steps, which of them are done, and whether somebody hid them. */
import { useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { countsQuery } from "../../api/queries.ts";
import { special } from "../../kinds/special.ts";
import type { FirstStep } from "../../kinds/special-type.ts";
import { useHere, useWhoAmI } from "../../shell/session.ts";
import { kindPath, newPath } from "../paths.ts";

export interface KindStep extends FirstStep {
  readonly kind: string;
}

export const firstSteps: readonly KindStep[] = Object.entries(special)
  .flatMap(([kind, { firstStep }]) => (firstStep === undefined ? [] : [{ ...firstStep, kind }]))
  .sort((a, b) => a.place - b.place);

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
  if (!may || dismissed || data === undefined) return undefined;
  const isDone = ({ kind }: KindStep) => (data.get(kind)?.count ?? 0) > 0;
  const next = firstSteps.find((step) => !isDone(step));
  if (next === undefined) return undefined;
  return { isDone, next, done: firstSteps.filter(isDone).length, hide: () => setDismissed(true) };
}

/** Where a step is done. */
export function stepPath(org: string, { kind, at, path }: KindStep): string {
  if (path !== undefined) return `/o/${org}${path}`;
  return at === undefined ? newPath(org, kind) : kindPath(org, at);
}
