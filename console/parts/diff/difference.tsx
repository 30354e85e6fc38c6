/** What became of one value: short ones side by side, texts line by line, lists item by item. */
import type { ReactNode } from "react";
import type { Field, ItemField, Json } from "../../../src/kernel/field.ts";
import { isObject, type JsonObject } from "../../../src/kernel/validate.ts";
import { sameValue } from "../../forms/draft.ts";
import { labelOf } from "../words.ts";
import { type Fold, folded, itemSteps, lineSteps, type Step } from "./steps.ts";
import * as texts from "./texts.ts";
import { Value } from "./value.tsx";

export interface DifferenceProps {
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  readonly field: Field | undefined;
  readonly name?: string;
}

export function Difference({ before = null, after = null, field, name = "" }: DifferenceProps) {
  const shape = field?.type === "computed" ? field.shape : field;
  if (typeof before === "string" && typeof after === "string" && isLong(before, after))
    return <Lines steps={folded(lineSteps(before, after))} />;
  if (isList(before) && isList(after) && before.length + after.length > 1)
    return (
      <Items
        steps={folded(itemSteps(before, after))}
        field={shape?.type === "list" ? shape.items : undefined}
      />
    );
  if (shape?.type !== "reference" && isObject(before) && isObject(after))
    return <Members before={before} after={after} fields={shape?.type === "object" ? shape.fields : {}} />;
  return (
    <span>
      {before === null ? null : (
        <del className="was">
          <Value of={before} field={field} name={name} />
        </del>
      )}
      {before === null || after === null ? null : " → "}
      {after === null ? null : (
        <ins className="is">
          <Value of={after} field={field} name={name} />
        </ins>
      )}
      {before === null && after === null ? "—" : null}
    </span>
  );
}

/** A text that is longer than this, or has several lines, is compared by its lines. */
const longText = 100;

function isLong(before: string, after: string): boolean {
  return [before, after].some((text) => text.includes("\n") || text.length > longText);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function Lines({ steps }: { readonly steps: readonly (Step<string> | Fold)[] }) {
  return (
    <Steps
      steps={steps}
      one="line"
      draw={(line) => <span className="mono prewrap">{line === "" ? " " : line}</span>}
    />
  );
}

interface ItemsProps {
  readonly steps: readonly (Step<Json> | Fold)[];
  readonly field: ItemField | undefined;
}

function Items({ steps, field }: ItemsProps) {
  return <Steps steps={steps} one="item" draw={(item) => <Value of={item} field={field} />} />;
}

interface StepsProps<T> {
  readonly steps: readonly (Step<T> | Fold)[];
  readonly one: string;
  readonly draw: (value: T) => ReactNode;
}

function Steps<T>({ steps, one, draw }: StepsProps<T>) {
  return (
    <ul className="steps">
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place alone
        <li key={index} data-sign={step.sign}>
          {step.sign === "folded" ? texts.unchanged(step.count, one, step.count === 1 ? "" : "s") : null}
          {step.sign === "kept" ? draw(step.value) : null}
          {step.sign === "gone" ? <del>{draw(step.value)}</del> : null}
          {step.sign === "new" ? <ins>{draw(step.value)}</ins> : null}
        </li>
      ))}
    </ul>
  );
}

interface MembersProps {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly fields: Readonly<Record<string, ItemField>>;
}

/** The members that differ, each by its name. */
function Members({ before, after, fields }: MembersProps) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !sameValue(before[name] ?? null, after[name] ?? null),
  );
  return (
    <ul className="diff">
      {names.map((name) => (
        <li key={name}>
          {labelOf(name, fields[name])}:{" "}
          <Difference before={before[name]} after={after[name]} field={fields[name]} name={name} />
        </li>
      ))}
    </ul>
  );
}
