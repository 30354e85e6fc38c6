/** Two rows of one configuration that are both to be the default, reported before either is written. */
import type { Kind } from "../src/kernel/kind.ts";
import { argumentName } from "../src/kernel/terraform.ts";
import { keyOf } from "./plan-notes.ts";
import { error, words } from "./refusals.ts";
import { rowName } from "./row-names.ts";
import type { Diagnostic } from "./wire/diagnostics.ts";
import { hasUnknown, type ObjectValue } from "./wire/values.ts";

/** Of one plan. */
export type Defaults = ReturnType<typeof createDefaults>;

interface Holder {
  /** A row that is replaced is planned twice: by its key it is one. */
  readonly key: string;
  readonly name: string;
}

/** Knows of no row yet. Before a part of its key is known a row cannot be distinguished from itself, and nothing is said of it. */
export function createDefaults() {
  const holders = new Map<string, Holder>();
  return {
    /** A row is to be as planned: what is wrong where another row has the place already. */
    claim(definition: Kind, planned: ObjectValue): Diagnostic[] {
      const { kind, oneDefault } = definition;
      if (oneDefault === undefined || planned[argumentName(oneDefault.field)] !== true) return [];
      const shared = oneDefault.per.map((name) => planned[argumentName(name)] ?? null);
      const key = keyOf(definition, planned);
      if (key === undefined || shared.some(hasUnknown)) return [];
      const place = JSON.stringify([kind, ...shared]);
      const holder = holders.get(place);
      if (holder !== undefined && holder.key !== key) return [taken(definition, oneDefault.field, holder)];
      holders.set(place, { key, name: rowName(definition, planned) });
      return [];
    },
  };
}

function taken(definition: Kind, field: string, { name }: Holder): Diagnostic {
  const argument = argumentName(field);
  const per = (definition.oneDefault?.per ?? []).map(argumentName);
  const scope = per.length === 0 ? "" : ` of one ${per.join(" and ")}`;
  const detail = `This configuration sets ${argument} = true here and in the ${name}. Only one row${scope} can be the default: the one that is written last takes it from the other, and each later plan changes it back. Set ${argument} = false in one of the two.`;
  return {
    ...error(`Another ${words(definition)} of this configuration is the default`, detail),
    path: [argument],
  };
}
