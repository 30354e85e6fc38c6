/** What is read and what becomes of it, as lines that stand side by side. Pure. */
import { parse } from "yaml";
import type { Json } from "../../../src/kernel/field.ts";
import { isObject, type JsonObject } from "../../../src/kernel/validate.ts";
import type { TextFile } from "../../parts/text-file.ts";

export interface Line {
  /** How deep in the tree it stands, from 0. */
  readonly depth: number;
  /** Which alerts it takes, as matchers. */
  readonly takes: readonly string[];
  /** Who is notified. */
  readonly sends: readonly string[];
  /** Whether what follows is tried as well. */
  readonly continues: boolean;
}

/** The routes of an Alertmanager's configuration in the order of the file; none where no file has one. */
export function treeOf(files: readonly TextFile[]): readonly Line[] {
  for (const { text } of files) {
    const document = read(text);
    const configuration =
      isObject(document) && typeof document.alertmanager_config === "string"
        ? read(document.alertmanager_config)
        : document;
    if (isObject(configuration) && isObject(configuration.route)) return linesOf(configuration.route, 0, "");
  }
  return [];
}

function linesOf(route: JsonObject, depth: number, inherited: string): readonly Line[] {
  const receiver = typeof route.receiver === "string" ? route.receiver : inherited;
  const children = Array.isArray(route.routes) ? route.routes.filter(isObject) : [];
  return [
    { depth, takes: matchersOf(route), sends: [receiver], continues: route.continue === true },
    ...children.flatMap((child) => linesOf(child, depth + 1, receiver)),
  ];
}

/** In all the forms that Alertmanager has had for them. */
function matchersOf({ match, match_re, matchers }: JsonObject): readonly string[] {
  const pairs = (map: Json | undefined, operator: string) =>
    isObject(map) ? Object.entries(map).map(([label, value]) => `${label}${operator}"${value}"`) : [];
  return [...pairs(match, "="), ...pairs(match_re, "=~"), ...textsOf(matchers)];
}

/** The routes of a bundle in the order in which they are tried. */
export function listOf(bundle: JsonObject): readonly Line[] {
  const routes = Array.isArray(bundle.alert_routes) ? bundle.alert_routes.filter(isObject) : [];
  return routes
    .map((route, at) => ({ route, position: typeof route.position === "number" ? route.position : at }))
    .sort((one, other) => one.position - other.position)
    .map(({ route }) => ({
      depth: 0,
      takes: textsOf(route.matchers),
      sends: route.drop === true ? ["nobody, on purpose"] : destinationsOf(route.destinations),
      continues: route.continue === true,
    }));
}

function destinationsOf(destinations: Json | undefined): readonly string[] {
  if (!Array.isArray(destinations)) return [];
  return destinations.filter(isObject).flatMap((destination) =>
    Object.values(destination).flatMap((value) => {
      if (typeof value === "string") return [value];
      return isObject(value) && typeof value.name === "string" ? [value.name] : [];
    }),
  );
}

function textsOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/** What the service reads is decided there; here a file that is no YAML is one without a tree. */
function read(text: string): Json | undefined {
  try {
    return parse(text, { maxAliasCount: 100 });
  } catch {
    return undefined;
  }
}
