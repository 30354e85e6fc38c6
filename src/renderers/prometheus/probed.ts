/** Which checks and certificate monitors a connector's rules are for: those that an exporter probes for it. */
import { type ConnectorRow, connectorOfProbes } from "../assignment.ts";
import { blackboxRenderer } from "../blackbox/index.ts";
import { type Prober, proberOf } from "../blackbox/modules.ts";
import { enabled } from "../blackbox/probes.ts";
import type { Evaluated, Refusal, RendererRow, RendererRows, Target } from "../renderer.ts";
import { versionOf } from "../version.ts";

/** Of no rows. */
const usualSeconds = 120;

export interface Probed<R> {
  /** Rows that an exporter probes, and whose rules are evaluated here. */
  readonly here: readonly R[];
  /** The same, for who reads back what becomes of them. */
  readonly evaluated: readonly Evaluated[];
  readonly refusals: readonly Refusal[];
}

/** Whether an exporter whose rules belong to this connector probes any check or certificate. */
export function isAnythingProbed(rows: RendererRows, { connectorId }: Target): boolean {
  if (enabled(rows.syntheticChecks).length + enabled(rows.certificateMonitors).length === 0) return false;
  return exporters(rows).some((exporter) => {
    const assigned = connectorOfProbes(rows, exporter);
    return "connector" in assigned && assigned.connector.id === connectorId;
  });
}

/** Those that are switched on. */
function exporters(rows: Pick<RendererRows, "connectors">): readonly ConnectorRow[] {
  return enabled(rows.connectors).filter(isExporter);
}

/**
 * The enabled rows whose rules belong to this connector. Where exporters probe and no connector takes their rules, that
 * is said at each row, by each connector that evaluates rules. What an exporter refuses is said by the exporter's own
 * connector, and has no rules.
 *
 * @param canProbe whether an exporter has modules for a row
 */
export function probedRows<R extends RendererRow<{ readonly enabled: boolean }>>(
  rows: RendererRows,
  { connectorId, seenVersions }: Target,
  {
    resource,
    of,
    canProbe,
    everySeconds,
  }: {
    readonly resource: string;
    readonly of: readonly R[];
    readonly canProbe: (row: R, prober: Prober) => boolean;
    /** How often a row's rules are evaluated. */
    readonly everySeconds: (row: R) => number;
  },
): Probed<R> {
  const here: Prober[] = [];
  const problems: string[] = [];
  for (const connector of exporters(rows)) {
    const assigned = connectorOfProbes(rows, connector);
    if ("problem" in assigned) problems.push(assigned.problem);
    else if (assigned.connector.id === connectorId)
      here.push(proberOf(connector, versionOf(connector, seenVersions, blackboxRenderer)));
  }
  const on = enabled(of);
  const [problem] = problems;
  if (here.length === 0 && problem !== undefined)
    return {
      here: [],
      evaluated: [],
      refusals: on.map(({ id }) => ({
        resource,
        id,
        field: "enabled",
        message: `no connector takes its alert rules: ${problem}`,
      })),
    };
  const probed = on.filter((row) => here.some((prober) => canProbe(row, prober)));
  const every_seconds = Math.min(...probed.map(everySeconds), usualSeconds);
  return {
    here: probed,
    evaluated: [{ resource, ids: probed.map(({ id }) => id), every_seconds }],
    refusals: [],
  };
}

function isExporter({ configuration }: RendererRows["connectors"][number]): boolean {
  const types: readonly string[] = blackboxRenderer.connectorTypes;
  return types.includes(configuration.connector_type);
}
