/** What the parts of a kind's pages are given. */
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import type { Row } from "../api/queries.ts";
import type { RowForm } from "../forms/use-row-form.ts";

/** Of a part beside a kind's list. */
export interface ListPartProps {
  readonly definition: Definition;
}

/** Of a part on a row's page. */
export interface PartProps {
  readonly definition: Definition;
  readonly loaded: Row;
  readonly form: RowForm;
}

/** Of the part that takes the place of a setting's form. */
export interface SettingPartProps extends PartProps {
  readonly readOnly: boolean;
}
