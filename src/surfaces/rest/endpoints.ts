/** What a path of the REST door stands for: its operations, found segment by segment. */
import { type ConfigurationOperation, type Method, takesBody } from "../../engine/operation.ts";
import type { Served } from "./operation-input.ts";

export interface Endpoint {
  readonly served: Partial<Record<Method, Served>>;
  /** What the path's `{name}` segments hold. */
  readonly members: Readonly<Record<string, string>>;
  /** The row that the path names, to be read together with the credential. */
  readonly target?: { readonly kind: string; readonly id: string };
  /** A browser's session is as good as a key here. */
  readonly sessions: boolean;
}

/** One segment further on in the paths that there are. */
interface Place {
  readonly next: Map<string, Place>;
  /** Where the segment is any text. */
  any: { readonly name: string; readonly place: Place } | undefined;
  readonly served: Partial<Record<Method, Served>>;
}

/** Finds the endpoint of the segments below `prefix`, which come decoded; undefined where there is none. */
export function createEndpoints(
  prefix: string,
  operations: Iterable<ConfigurationOperation>,
): (segments: readonly string[]) => Endpoint | undefined {
  const root = newPlace();
  for (const operation of operations) {
    const { served } = operation.path
      .slice(prefix.length + 1)
      .split("/")
      .reduce(placeAfter, root);
    if (served[operation.method] !== undefined)
      throw new Error(`${operation.method} ${operation.path} is declared twice`);
    served[operation.method] = { operation, takesBody: takesBody(operation) };
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
  const served = Object.values(place.served);
  if (served.length === 0) return undefined;
  const target = served.map(({ operation }) => targetOf(operation, members)).find((one) => one !== undefined);
  return {
    served: place.served,
    members,
    ...(target === undefined ? {} : { target }),
    sessions: served.some(({ operation }) => operation.sessions === true),
  };
}

/** The row that a verb's path names. */
function targetOf(
  { input }: ConfigurationOperation,
  { id }: Readonly<Record<string, string>>,
): Endpoint["target"] {
  if (!("definition" in input)) return undefined;
  const { kind, shape } = input.definition;
  if (shape === "setting") return { kind, id: kind };
  return id === undefined ? undefined : { kind, id };
}

function newPlace(): Place {
  return { next: new Map(), any: undefined, served: {} };
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
