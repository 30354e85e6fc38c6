/** What is asked for before many rows are changed at once. */
import type { ComponentType } from "react";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";

/** One act on every chosen row. */
interface ManyEdits {
  readonly title: string;
  readonly done: string;
  readonly edit: (id: string) => {
    readonly op: "save";
    readonly resource: string;
    readonly id: string;
    readonly fields: JsonObject;
  };
}

export interface BulkFormProps {
  readonly definition: Definition;
  readonly close: () => void;
  readonly start: (action: ManyEdits) => void;
}

export interface BulkForm {
  readonly title: string;
  readonly Dialog: ComponentType<BulkFormProps>;
}
