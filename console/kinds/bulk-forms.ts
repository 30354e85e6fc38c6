/** What some kinds offer for many rows at once that has to be asked for first. */
import type { BulkForm } from "./bulk-form.ts";
import { FreezeDialog } from "./special/deploy-policies/freeze-many.tsx";

export const bulkForms: Readonly<Record<string, readonly BulkForm[]>> = {
  deploy_policies: [{ title: "Freeze", Dialog: FreezeDialog }],
};
