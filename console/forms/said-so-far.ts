/** What the panel next to the form of a new row says: what is there by now, what is empty, and what is needed. Pure. */
import { type Fields, mustBeSent } from "../../src/kernel/field.ts";
import { appliesTo } from "../../src/kernel/members.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { labelOf } from "../parts/words.ts";
import { isAbout, isEmpty } from "./sections.ts";
import { type Decided, labelIn, variantField } from "./variant.ts";

export interface SoFarLine {
  /** The field, or the member of one that is needed. */
  readonly path: string;
  readonly title: string;
  /** `none` is sent: somebody took out what would be there by default. */
  readonly is: "there" | "none" | "needed";
}

/** As the form has it. */
interface SoFar extends Readonly<Record<"start" | "draft" | "whole", JsonObject>> {
  readonly decided: Decided | undefined;
  readonly unchosen: ReadonlyMap<string, string>;
}

/** All other fields have their defaults. */
export function saidSoFar(fields: Fields, form: SoFar): readonly SoFarLine[] {
  const { decided, start, draft, whole, unchosen } = form;
  return Object.entries(fields).flatMap(([name, field]): SoFarLine[] => {
    if (!appliesTo(field, whole)) return [];
    const empty = isEmpty(whole[name]);
    const open = [...unchosen.keys()].filter((path) => isAbout(path, name));
    const needed = empty && open.length === 0 && mustBeSent(field) ? [name] : open;
    const isThere = name in draft || (name in start && !empty);
    const own: SoFarLine = { path: name, title: labelIn(decided, name, field), is: empty ? "none" : "there" };
    return [
      ...(isThere && !(empty && needed.length > 0) ? [own] : []),
      ...needed.map((path): SoFarLine => {
        const [, ...member] = path.split(".");
        const title =
          variantField(decided, path)?.title ??
          (member.length === 0 ? own.title : labelOf(member.join("."), undefined));
        return { path, title, is: "needed" };
      }),
    ];
  });
}
