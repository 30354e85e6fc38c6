/** What plans are made of here: pure, so that what makes edits is tested without a page. */
import type { JsonObject } from "../../../src/kernel/validate.ts";

/** Something done to one row; fields that are left out stay as they are. */
export type Edit =
  | { readonly op: "create"; readonly resource: string; readonly fields: JsonObject }
  | {
      readonly op: "save";
      readonly resource: string;
      readonly id: string;
      readonly fields: JsonObject;
    }
  | { readonly op: "delete"; readonly resource: string; readonly id: string };
