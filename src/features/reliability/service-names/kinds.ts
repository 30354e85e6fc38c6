/** The kinds whose rows name services, and where. */
import { jsonText } from "../../../database/json-text.ts";
import type { Registry } from "../../../engine/feature.ts";
import { type ChoiceField, type Field, isConfiguration, type Tone } from "../../../kernel/field.ts";
import { type Age, ageOf } from "../../../kernel/findable.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { type NamingPlace, namingPlaces } from "../../../kernel/service-names.ts";

/** A kind whose rows name services. */
export interface NamingKind {
  readonly kind: string;
  readonly places: readonly NamingPlace[];
  /** The setting that switches a row off; what is off is in nobody's way. */
  readonly off: string | undefined;
  /** The values of settings and of states by which a row is in trouble. */
  readonly trouble: readonly Trouble[];
  /** The state that is reported again and again, with the values that are good. */
  readonly measured:
    | { readonly field: string; readonly good: readonly string[]; readonly ages: Age }
    | undefined;
}

interface Trouble {
  readonly field: string;
  readonly value: string;
  readonly inState: boolean;
  readonly tone: "bad" | "warning";
}

/** The kinds whose rows name services, in the registry's order. */
export function namingKinds(definitions: Registry): readonly NamingKind[] {
  return Object.values(definitions).flatMap(({ kind, shape, fields }): NamingKind[] => {
    const places = shape === "collection" ? namingPlaces(fields) : [];
    const about = { off: switchOf(fields), trouble: troubleIn(fields), measured: measuredIn(fields) };
    return places.length === 0 ? [] : [{ kind, places, ...about }];
  });
}

function switchOf(fields: Kind["fields"]): string | undefined {
  return Object.keys(fields).find((name) => {
    const field = fields[name];
    return field?.type === "boolean" && field.switch === true;
  });
}

/** The values that a stored row is in trouble by; what only a reader works out is not among them. */
function troubleIn(fields: Kind["fields"]): NamingKind["trouble"] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const shape = stateOf(field);
    const tones: Readonly<Record<string, Tone>> = shape?.tones ?? {};
    return Object.entries(tones).flatMap(([value, tone]) =>
      tone === "bad" || tone === "warning"
        ? [{ field: name, value, inState: !isConfiguration(field), tone }]
        : [],
    );
  });
}

function measuredIn(fields: Kind["fields"]): NamingKind["measured"] {
  const [measured] = Object.entries(fields).flatMap(([field, value]) => {
    const ages = ageOf(fields, field);
    const tones = Object.entries(stateOf(value)?.tones ?? {});
    const good = tones.flatMap(([choice, tone]) => (tone === "good" ? [choice] : []));
    return ages === undefined ? [] : [{ field, good, ages }];
  });
  return measured;
}

function stateOf(field: Field): ChoiceField | undefined {
  if (field.type === "computed")
    return field.from === "state" && field.shape.type === "choice" ? field.shape : undefined;
  return field.type === "choice" ? field : undefined;
}

/** Of each kind what the settings of a row contain that names the service. */
export function namedBy(kinds: readonly NamingKind[], service: string) {
  const places = eachPlace(kinds);
  return {
    kinds: places.map(({ kind }) => kind),
    matches: places.map(({ place }) => jsonText(place.naming(service))),
  };
}

/** Each place of each kind. */
export function eachPlace(kinds: readonly NamingKind[]) {
  return kinds.flatMap(({ places, ...kind }) => places.map((place) => ({ ...kind, place })));
}
