/** Renders for a connector's engine, and keeps what was rendered while no row has changed. */

import type { Committer, Store, Vault } from "../../../engine/ports/rows.ts";
import { notFound } from "../../../engine/reading.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import { inPieces, type Turn } from "../../../kernel/time-slices.ts";
import { dataSourcesOf } from "../../../renderers/assignment.ts";
import { digestOfFiles } from "../../../renderers/digest.ts";
import { rendererFor } from "../../../renderers/index.ts";
import type {
  Renderer,
  RendererRow,
  RendererRows,
  Rendering,
  Target,
  Warning,
} from "../../../renderers/renderer.ts";
import { isBefore, versionOf } from "../../../renderers/version.ts";
import { warningsOf } from "../../../renderers/warnings.ts";
import { connectors } from "../../../resources/connectors.ts";
import { createKeptRenderings } from "./cached-renderings.ts";
import { type RowsOf, renderedResources, rendererRows, storedRowsOf } from "./rows.ts";
import type { Acknowledgement, RenderStore } from "./store.ts";

export type ConnectorRow = RendererRow<ConfigurationOf<typeof connectors>>;

/** What is rendered for one connector. */
export interface Rendered extends Rendering {
  readonly connector: ConnectorRow;
  readonly renderer: Renderer;
  readonly target: Target;
  /** SHA-256 of the files' names and contents, in hexadecimal. */
  readonly digest: string;
}

export interface RendersDeps {
  readonly store: Pick<Store, "list" | "executor">;
  readonly renders: RenderStore;
  readonly vault: Vault;
  /** Where the service is reached from outside, without a slash at the end. */
  readonly siteUrl: string;
}

type RendersReader = Pick<Committer, "list" | "executor">;

/** What the agents of each connector said last, by the connector's id. */
type Acknowledgements = ReadonlyMap<string, readonly Acknowledgement[]>;

/** Everything that is rendered for one organization, at one state of its rows. */
export interface Renders {
  readonly rows: RendererRows;
  readonly acknowledgements: Acknowledgements;
  /** The connectors that something is rendered for, in the order of their names. */
  readonly connectors: readonly ConnectorRow[];
  /**
   * @param version the engine's version, where another than the known one is asked for
   * @throws Refusal `not_found` for a connector that nothing is rendered for
   */
  render(connectorId: string, version?: string): Rendered;
  /** The ids of the rows that a connector's engine sees: what its rules are about or it probes, its data sources, and itself. */
  seenBy(connectorId: string): ReadonlySet<string>;
  /** What is said of rows that engines take. */
  warnings(turn: Turn): Promise<readonly Warning[]>;
}

/** Organizations whose rows are kept in memory. */
const keptOrganizations = 32;

interface Kept {
  readonly stamp: string;
  readonly rows: Awaited<ReturnType<typeof rendererRows>>;
  /** What was said of them when these versions of engines were known. */
  warned?: { readonly state: string; readonly warnings: readonly Warning[] };
}

/** Answers what is rendered for an organization, as its rows are now. */
export function createRenders({ store, renders, vault, siteUrl }: RendersDeps) {
  const kept = new Map<string, Kept>();
  const keptRenderings = createKeptRenderings<Rendered>();

  async function rowsNow(organizationId: string, now: Date, reader: RendersReader): Promise<Kept> {
    const stamp = await renders.in(reader).stamp(organizationId, [...renderedResources.keys()]);
    const known = kept.get(organizationId);
    kept.delete(organizationId);
    // The stamp is older than the rows that are read after it: a write in between makes the next stamp differ.
    const current =
      known?.stamp === stamp && (known.rows.sameUntil === undefined || now < known.rows.sameUntil)
        ? known
        : {
            stamp,
            rows: await rendererRows(storedRowsOf(reader, organizationId, now), vault, organizationId, now),
          };
    kept.set(organizationId, current);
    for (const oldest of kept.keys()) {
      if (kept.size <= keptOrganizations) break;
      kept.delete(oldest);
    }
    return current;
  }

  /** @param reader what it is read with; in a transaction, its writer */
  return async (organizationId: string, now: Date, reader: RendersReader = store): Promise<Renders> => {
    const current = await rowsNow(organizationId, now, reader);
    const { rows, stamp } = current;
    const acknowledgements = await renders.in(reader).acknowledgements(organizationId);
    const seenVersions = seenVersionsOf(acknowledgements);
    const state = JSON.stringify([stamp, rows.sameUntil ?? null, [...seenVersions].sort()]);
    const render: Renders["render"] = (connectorId, version) => {
      const make = () => renderFor(rows, connectorId, { version, seenVersions, publicUrl: siteUrl });
      if (version === undefined) return keptRenderings.at(`${organizationId}/${connectorId}`, state, make);
      // Anybody may ask for any version: of those, an organization's last one is kept.
      const asked = JSON.stringify([connectorId, version, state]);
      return keptRenderings.at(organizationId, asked, make);
    };
    return {
      rows,
      acknowledgements,
      connectors: engines(rows),
      render,
      seenBy: (connectorId) =>
        new Set([
          connectorId,
          ...(engines(rows).some(({ id }) => id === connectorId) ? seenIn(rows, render(connectorId)) : []),
        ]),
      async warnings(turn) {
        if (current.warned?.state === state) return current.warned.warnings;
        const warnings = await inPieces(warningsOf(rows, seenVersions), turn);
        current.warned = { state, warnings };
        return warnings;
      },
    };
  };
}

function seenIn(rows: RendererRows, { renderer, target, evaluated }: Rendered): readonly string[] {
  // A probe's name begins with its row's id.
  const probed = renderer.discovery?.targets(rows, target).map(({ probe }) => probe.split(" ")[0] ?? probe);
  return [
    ...evaluated.flatMap(({ ids }) => ids),
    ...(probed ?? []),
    ...dataSourcesOf(rows, target.connectorId),
  ];
}

export type RendersOf = ReturnType<typeof createRenders>;

/** Renders for every engine, also rows that are not stored yet, such as those that a plan would make. */
export async function renderAll(
  { vault, siteUrl }: Pick<RendersDeps, "vault" | "siteUrl">,
  rowsOf: RowsOf,
  organizationId: string,
  acknowledgements: Acknowledgements,
  now: Date,
): Promise<readonly Rendered[]> {
  const rows = await rendererRows(rowsOf, vault, organizationId, now);
  const seenVersions = seenVersionsOf(acknowledgements);
  return engines(rows).map(({ id }) =>
    renderFor(rows, id, { version: undefined, seenVersions, publicUrl: siteUrl }),
  );
}

/** Of several engines of one connector the oldest counts: all of them are given the same files. */
export function seenVersionsOf(acknowledgements: Acknowledgements): Target["seenVersions"] {
  return new Map(
    [...acknowledgements].flatMap(([id, agents]): [string, string][] => {
      const live = agents.filter(({ silent }) => !silent);
      const versions = (live.length === 0 ? agents : live).flatMap(({ version }) => version ?? []);
      const [first, ...others] = versions;
      if (first === undefined) return [];
      return [[id, others.reduce((oldest, one) => (isBefore(one, oldest) ? one : oldest), first)]];
    }),
  );
}

function engines({ connectors }: RendererRows): readonly ConnectorRow[] {
  return connectors.filter(({ configuration }) => rendererFor(configuration.connector_type) !== undefined);
}

interface Wanted extends Pick<Target, "seenVersions" | "publicUrl"> {
  /** What was asked for. */
  readonly version: string | undefined;
}

function renderFor(rows: RendererRows, connectorId: string, wanted: Wanted): Rendered {
  const connector = rows.connectors.find(({ id }) => id === connectorId);
  if (connector === undefined) throw notFound(connectors);
  const { connector_type } = connector.configuration;
  const renderer = rendererFor(connector_type);
  if (renderer === undefined)
    throw new Refusal("not_found", `Nothing is rendered for connectors of type ${connector_type}.`);
  const version = wanted.version ?? versionOf(connector, wanted.seenVersions, renderer);
  const target: Target = { ...wanted, connectorId, version };
  const rendering = renderer.render(rows, target);
  return { ...rendering, connector, renderer, target, digest: digestOfFiles(rendering.files) };
}
