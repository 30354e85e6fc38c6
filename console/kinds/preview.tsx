/** The kinds of which plans say what a change would mean, so that their forms ask before anything is saved. */
import { later } from "../parts/in-time.ts";
import { Soon } from "../parts/page.tsx";
import type { Edit } from "../parts/plans/edit.ts";
import { useSpecial } from "./use-special.ts";

const PlanPreview = later(() => import("../parts/plans/previews.tsx"), "PlanPreview");

interface PreviewProps {
  readonly kind: string;
  readonly title: string;
  /** The change as it stands; undefined while there is none that could be saved. */
  readonly edit: Edit | undefined;
  /** Changes of other rows that would be saved with it. */
  readonly also?: readonly Edit[];
}

const nothing: readonly Edit[] = [];

export function Preview({ kind, title, edit, also = nothing }: PreviewProps) {
  const { previewed } = useSpecial(kind);
  if (previewed !== true) return null;
  return (
    <Soon>
      <PlanPreview title={title} edit={edit} also={also} />
    </Soon>
  );
}
