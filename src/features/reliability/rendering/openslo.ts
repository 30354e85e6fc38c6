/** The export as OpenSLO v1: the rows that it has objects for, read with the keys of what they refer to. */

import { type ExportFormat, type ExportSource, pagesOf } from "../../../engine/export-format.ts";
import { completed } from "../../../engine/render.ts";
import { referencesOf } from "../../../engine/row-facts.ts";
import { text } from "../../../kernel/field.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { decodeNaturalKey } from "../../../kernel/natural-key.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import { createPause } from "../../../kernel/time-slices.ts";
import { openSloObjects, type SourceRow } from "../../../renderers/openslo/export.ts";
import { commentOf, yamlOf } from "../../../renderers/openslo/yaml.ts";
import { dataSources } from "../../../resources/data-sources.ts";
import { slis } from "../../../resources/slis.ts";
import { slos } from "../../../resources/slos.ts";

export const openSloFormat: ExportFormat = {
  name: "openslo",
  description: "openslo is the data sources, SLIs and SLOs as OpenSLO v1, for other tools.",
  mediaType: "application/yaml",
  extension: "openslo.yaml",
  member: "openslo",
  shape: text({
    description: "OpenSLO v1, with format openslo: YAML with a document for each object.",
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
  }),
  write: writeOpenSlo,
};

/** The kinds that OpenSLO has objects for. */
const kinds: readonly Kind[] = [dataSources, slis, slos];

/** Printing so many takes some milliseconds; then others have their turn. */
const objectsAPiece = 20;

async function* writeOpenSlo(source: ExportSource): AsyncGenerator<string> {
  const asked = source.definitions.map(({ kind }) => kind);
  const written = new Set(kinds.flatMap(({ kind }) => (asked.includes(kind) ? [kind] : [])));
  yield header(source, written);
  const rows = await readRows(source);
  const pause = createPause(source.turn);
  let piece: string[] = [];
  for (const object of openSloObjects(rows, written)) {
    piece.push(yamlOf(object));
    if (piece.length < objectsAPiece) continue;
    yield piece.join("");
    piece = [];
    await pause();
  }
  yield piece.join("");
}

function header({ organization, definitions, now }: ExportSource, written: ReadonlySet<string>): string {
  const without = definitions.filter(({ kind }) => !written.has(kind)).map(({ kind }) => kind);
  return commentOf([
    `The SLOs of ${organization.name} (${organization.slug}) as OpenSLO v1, exported ${now.toISOString()}.`,
    "What OpenSLO has no field for stands in annotations that begin with orgconfig.dev/. Secrets are left out.",
    ...(without.length === 0 ? [] : [`OpenSLO has no objects for: ${without.join(", ")}.`]),
  ]);
}

/**
 * All three kinds, whichever are written: an SLO compares with the threshold of its SLI, and names follow from all
 * rows. They are held together, as a rendering holds them.
 */
async function readRows(source: ExportSource) {
  const [sources, indicators, objectives] = [
    await allOf(source, dataSources),
    await allOf(source, slis),
    await allOf(source, slos),
  ];
  const keys = await keysOfReferred(source, [
    [dataSources, sources],
    [slis, indicators],
    [slos, objectives],
  ]);
  return {
    dataSources: sources.map(({ secrets, ...row }): SourceRow => ({ ...row, secretsSet: secrets })),
    slis: indicators,
    slos: objectives,
    keyOf: (kind: string, id: string) => keys.get(`${kind}/${id}`),
  };
}

interface Row<D> {
  readonly id: string;
  readonly configuration: D;
  /** The names of the secrets that are set. */
  readonly secrets: readonly string[];
}

async function allOf<D extends Kind>(
  source: ExportSource,
  definition: D,
): Promise<Row<ConfigurationOf<D>>[]> {
  const rows: Row<ConfigurationOf<D>>[] = [];
  for await (const page of pagesOf(source, definition))
    for (const { id, configuration, secrets } of page)
      rows.push({ id, configuration: completed(definition, configuration), secrets: Object.keys(secrets) });
  return rows;
}

type Rows = readonly (readonly [Kind, readonly Row<unknown>[]])[];

/** So many are asked for at once. */
const keysAQuestion = 2_000;

async function keysOfReferred(
  { reader, organization }: ExportSource,
  rows: Rows,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const targets = rows.flatMap(([definition, listed]) =>
    listed.flatMap(({ configuration }) => referencesOf(definition, configuration as never)),
  );
  const wanted = [...new Map(targets.map((target) => [`${target.toKind}/${target.toId}`, target])).values()];
  const keys = new Map<string, readonly string[]>();
  for (let at = 0; at < wanted.length; at += keysAQuestion) {
    const found = await reader.naturalKeys(organization.id, wanted.slice(at, at + keysAQuestion));
    for (const [name, key] of found) if (key !== null) keys.set(name, decodeNaturalKey(key));
  }
  return keys;
}
