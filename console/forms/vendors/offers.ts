/** What the tiles of a kind offer, and where each leads. Pure. */
import { variantsOf } from "../../../src/kernel/members.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import type { OwnForm } from "../../kinds/special-type.ts";
import { newPath } from "../../parts/paths.ts";
import { decidedBy, decidingField } from "../variant.ts";
import * as texts from "./texts.ts";

export interface Offer {
  readonly title: string;
  readonly about: string;
  /** What the row begins with; empty for what no tile names. */
  readonly values: JsonObject;
  /** A form of its own that asks for less. */
  readonly own?: OwnForm | undefined;
  readonly to: { readonly path: string; readonly search: Readonly<Record<string, string>> };
}

/** In the address of a new row: no tile names it. */
export const otherMark = "other";

/** The vendors that a new row may stand for; empty where the kind has none, or the row is settled already. */
export function offersOf(
  org: string,
  { kind, fields }: Definition,
  settled: JsonObject,
  ownForms: Readonly<Record<string, OwnForm>>,
): readonly Offer[] {
  const name = decidingField(fields);
  if (name === undefined || decidedBy(fields, settled) !== undefined || settled[name] !== undefined)
    return [];
  const field = fields[name];
  const path = newPath(org, kind);
  const known = Object.entries(variantsOf(field) ?? {}).map(([value, { title, help }]): Offer => {
    const own = ownForms[value];
    const to =
      own === undefined ? { path, search: { [name]: value } } : { path: `/o/${org}${own.path}`, search: {} };
    return { title, about: help, values: { [name]: value }, own, to };
  });
  if (field?.type !== "text") return known;
  return [
    ...known,
    {
      title: texts.anotherSystem,
      about: texts.anyOtherSystemWithSettings,
      values: {},
      to: { path, search: { [otherMark]: "yes" } },
    },
  ];
}
