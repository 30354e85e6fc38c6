import type { IntegerField, NumberField } from "../../src/kernel/field.ts";
import { spelled } from "../forms/number.ts";
import { measured, unitOf } from "./words.ts";

/** A number with its unit; a length of time in the units in which people say it. */
export function amountOf(name: string, field: IntegerField | NumberField, value: number): string {
  return spelled(value, unitOf(name, field)) ?? measured(name, field, value);
}
