/** Above a row: the way to all rows of its kind. */
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { kindPath } from "../parts/paths.ts";
import { LinkTo } from "../parts/text.tsx";

export function BackToList({ org, definition }: { readonly org: string; readonly definition: Definition }) {
  return <LinkTo to={kindPath(org, definition.kind)}>← {definition.title}</LinkTo>;
}
