/** Said to somebody who may read a row and not change it. */
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { Quiet } from "../parts/text.tsx";
import { roleFor } from "../parts/words.ts";

export function ReadOnly({ definition }: { readonly definition: Definition }) {
  return <Quiet mb="md">You can read this. Changing it needs the role {roleFor(definition)}.</Quiet>;
}
