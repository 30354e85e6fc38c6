/** What a path of the REST door stands for: its operations, found segment by segment. */
import { type ConfigurationOperation, type Method, takesBody } from "../../engine/operation.ts";
import type { Served } from "./operation-input.ts";

export interface Endpoint {
  readonly served: Partial<Record<Method, Served>>;
  /** What the path's `{name}` segments hold. */
  readonly members: Readonly<Record<string, string>>;
  /** The row that a verb's path names. */
  readonly id: string | undefined;
  /** A browser's session is as good as a key here. */
  readonly sessions: boolean;
}

/** One segment further on in the paths that there are. */
interface Place {
  readonly next: Map<string, Place>;
  /** Where the segment is any text. */
  any: { readonly name: string; readonly place: Place } | undefined;
  readonly served: Partial<Record<Method, Served>>;
  /** The kind of a setting whose verbs are here: its one row has that for its id. */
  setting: string | undefined;
  ofARow: boolean;
  sessions: boolean;
}

/** Finds the endpoint of the segments below `prefix`, which come decoded; undefined where there is none. */
export function createEndpoints(
  prefix: string,
  operations: Iterable<ConfigurationOperation>,
): (segments: readonly string[]) => Endpoint | undefined {
  const root = newPlace();
  for (const operation of operations) {
    const place = operation.path
      .slice(prefix.length + 1)
      .split("/")
      .reduce(placeAfter, root);
    if (place.served[operation.method] !== undefined)
      throw new Error(`${operation.method} ${operation.path} is declared twice`);
    place.served[operation.method] = { operation, takesBody: takesBody(operation) };
    place.sessions ||= operation.sessions === true;
    const { input } = operation;
    if (!("definition" in input)) continue;
    place.ofARow = true;
    if (input.definition.shape === "setting") place.setting = input.definition.kind;
  }
  return (segments) => endpointAt(root, segments);
}

/** A name that is written out comes before one that stands for any. */
function endpointAt(root: Place, segments: readonly string[]): Endpoint | undefined {
  const members: Record<string, string> = {};
  let place = root;
  for (const segment of segments) {
    const named = place.next.get(segment);
    if (named !== undefined) {
      place = named;
    } else if (place.any !== undefined && segment !== "") {
      members[place.any.name] = segment;
      place = place.any.place;
    } else {
      return undefined;
    }
  }
  if (Object.keys(place.served).length === 0) return undefined;
  const { served, setting, ofARow, sessions } = place;
  return { served, members, id: setting ?? (ofARow ? members.id : undefined), sessions };
}

function newPlace(): Place {
  return {
    next: new Map(),
    any: undefined,
    served: {},
    setting: undefined,
    ofARow: false,
    sessions: false,
  };
}

function placeAfter(place: Place, part: string): Place {
  if (part.startsWith("{")) return anyPlace(place, part.slice(1, -1));
  const known = place.next.get(part) ?? newPlace();
  place.next.set(part, known);
  return known;
}

function anyPlace(place: Place, name: string): Place {
  place.any ??= { name, place: newPlace() };
  if (place.any.name !== name) throw new Error(`a path calls {${place.any.name}} {${name}}`);
  return place.any.place;
}
