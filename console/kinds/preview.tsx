/** The kinds of which plans say what a change would mean, so that their forms ask before anything is saved. */

import { later } from "../parts/in-time.ts";
import { Soon } from "../parts/page.tsx";
import type { Edit } from "../parts/plans/use-plan.ts";
import { useSpecial } from "./use-special.ts";

const Foreseen = later(async () => (await import("../parts/plans/previews.tsx")).Foreseen);

interface ForesightProps {
  readonly kind: string;
  readonly title: string;
  /** The change as it stands; undefined while there is none that could be saved. */
  readonly edit: Edit | undefined;
}

export function Foresight({ kind, title, edit }: ForesightProps) {
  const { previewed } = useSpecial(kind);
  if (previewed !== true) return null;
  return (
    <Soon>
      <Foreseen title={title} edit={edit} />
    </Soon>
  );
}
