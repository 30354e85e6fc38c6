/** What a change did to the fields of one row: in the audit log, in a row's history, in a plan. */
import type { Fields } from "../../../src/kernel/field.ts";
import type { PlanChange } from "../../api/plan-shapes.ts";
import type { AuditChange } from "../../api/shapes.ts";
import { Faded } from "../text.tsx";
import { labelOf } from "../words.ts";
import { Difference } from "./difference.tsx";
import * as texts from "./texts.ts";

/** What plans and histories say of a row, as the audit log does. */
export function changesOf({ fields, secrets }: Pick<PlanChange, "fields" | "secrets">): AuditChange[] {
  return [
    ...fields.map(({ path, ...values }) => ({ field: path, ...values })),
    ...Object.entries(secrets).map(([field, secret]) => ({ field, secret })),
  ];
}

export interface ChangesProps {
  readonly changes: readonly AuditChange[];
  /** Of the row's kind; none where the row is of no kind, as a key. */
  readonly fields: Fields;
  /** What its form calls a field, where that is not the kind's name. */
  readonly label?: (field: string) => string;
}

export function Changes({ changes, fields, label = (field) => labelOf(field, fields[field]) }: ChangesProps) {
  if (changes.length === 0) return null;
  return (
    <ul className="diff inline">
      {changes.map((change) => (
        <li key={change.field}>
          <span className="field" title={change.field}>
            {label(change.field)}
          </span>
          <Change change={change} fields={fields} />
        </li>
      ))}
    </ul>
  );
}

interface ChangeProps {
  readonly change: AuditChange;
  readonly fields: Fields;
}

/** Of a secret only what became of it is known. */
function Change({ change: { field, before, after, secret }, fields }: ChangeProps) {
  if (secret === undefined)
    return <Difference before={before} after={after} field={fields[field]} name={field} />;
  return <Faded>{texts.notShown(secret)}</Faded>;
}
