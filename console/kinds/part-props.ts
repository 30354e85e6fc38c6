/** What the parts of a kind's pages are given. */
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import type { Alert } from "../api/alert-shapes.ts";
import type { Row } from "../api/queries.ts";
import type { RowForm } from "../forms/form-state.ts";

/** Of a part next to a kind's list. */
export interface ListPartProps {
  readonly definition: Definition;
}

/** Of what stands in a column of a kind's list. */
export interface CellPartProps {
  readonly definition: Definition;
  readonly row: JsonObject;
  /** All rows of the page that the list shows: what is read for one is read for all of them at once. */
  readonly shown: readonly JsonObject[];
}

/** Of a part on a row's page. */
export interface PartProps {
  readonly definition: Definition;
  readonly loaded: Row;
  readonly form: RowForm;
  /** Whether it is edited at this moment, or read. */
  readonly editing: boolean;
}

/** Of a part below the fields of a row's form. */
export interface FormPartProps {
  readonly definition: Definition;
  readonly form: RowForm;
  /** Gets what the service said no to, so that it stands at the fields that it is about; null once it is no matter any more. */
  readonly onRefused: (error: unknown) => void;
}

/** Of a form that is opened from an alert. */
export interface AboutAlertProps {
  readonly alert: Alert;
  readonly close: () => void;
}

/** Of the words on the button that saves a row's form. */
export interface SaveWordsProps {
  readonly form: RowForm;
  /** What it says elsewhere. */
  readonly usual: string;
}

/** Of a part below a field of a row's form. */
export interface FieldPartProps {
  /** The field's name. */
  readonly name: string;
  /** What people call it. */
  readonly label: string;
  readonly form: RowForm;
}

/** Of the steps in which a new row is made. */
export interface SetUpProps {
  readonly definition: Definition;
  /** What it begins with, where its address says so. */
  readonly settled: JsonObject;
}

/** Of a form of its own for a new row of one vendor. */
export interface OwnFormProps {
  /** What it would be called; empty where nobody said. */
  readonly called: string;
  /** In a form that waits for the row: takes its id. On the page of its own it is left out. */
  readonly onMade?: (id: string) => void;
}

/** Of what shows a service's rows of one kind. */
export interface ServiceRowsProps {
  readonly definition: Definition;
  readonly rows: readonly JsonObject[];
}

/** Of the part that takes the place of a setting's summary and form. */
export interface SettingBodyProps extends PartProps {
  /** Leaves the form. */
  readonly close: () => void;
}
