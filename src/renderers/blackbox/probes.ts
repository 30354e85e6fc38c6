/** Every probe that a blackbox connector makes, and why it makes no other. Modules and targets are two views of these. */
import { given } from "../../kernel/given.ts";
import type { CheckRow, Refusal, RendererRow, RendererRows, Target } from "../renderer.ts";
import { isBefore } from "../version.ts";
import {
  type CertificateRow,
  hostnameSince,
  isUnable,
  type Module,
  moduleOfCheck,
  modulesOfCertificate,
  type Prober,
  proberOf,
} from "./modules.ts";

/** One thing that Prometheus asks of the exporter at an interval. */
export interface Probe {
  /** The row's id, and which of its probes where it has several. */
  readonly name: string;
  /** Whether it sends credentials. */
  readonly authorized: boolean;
  readonly module: Module;
  /** What the exporter probes: a URL, or host:port. */
  readonly address: string;
  /** What people know it by in the label `instance`. */
  readonly instance: string;
  readonly intervalSeconds: number;
  readonly timeoutMs: number;
  /** Labels of every series that comes of it. */
  readonly labels: Readonly<Record<string, string>>;
  /** The name that the exporter asks the host for, where the request has to say it. */
  readonly hostname?: string;
}

/** Prometheus sees a sample for five minutes, so that certificates are looked at more often than is asked for. */
const certificateIntervalSeconds = 120;

/** The probes of a connector that is among the rows; none where it is switched off. */
export function probesOf(
  rows: RendererRows,
  { connectorId, version }: Pick<Target, "connectorId" | "version">,
): { readonly probes: readonly Probe[]; readonly refusals: readonly Refusal[] } {
  const connector = rows.connectors.find(({ id }) => id === connectorId);
  if (connector === undefined || !connector.configuration.enabled) return { probes: [], refusals: [] };
  const prober = proberOf(connector, version);
  const teams = new Map(rows.teams.map(({ id, configuration }) => [id, configuration.name]));
  const outcomes = [
    ...enabled(rows.certificateMonitors).map((monitor) => probesOfCertificate(monitor, prober, teams)),
    ...enabled(rows.syntheticChecks).map((check) => probesOfCheck(check, prober)),
  ];
  return {
    probes: outcomes.flatMap((outcome) => ("probes" in outcome ? outcome.probes : [])),
    refusals: outcomes.flatMap((outcome) => ("refusal" in outcome ? [outcome.refusal] : [])),
  };
}

export function enabled<R extends RendererRow<{ readonly enabled: boolean }>>(
  rows: readonly R[],
): readonly R[] {
  return rows.filter(({ configuration }) => configuration.enabled);
}

type Outcome = { readonly probes: readonly Probe[] } | { readonly refusal: Refusal };

function probesOfCheck(check: CheckRow, prober: Prober): Outcome {
  const module = moduleOfCheck(check, prober);
  if (isUnable(module)) return { refusal: { resource: "synthetic_checks", id: check.id, ...module } };
  const { kind, target, interval_seconds, timeout_ms } = check.configuration;
  return {
    probes: [
      {
        name: check.id,
        authorized: typeof check.authScheme === "string",
        module,
        address: kind === "dns" ? (prober.dnsResolver as string) : kind === "tls" ? withPort(target) : target,
        instance: target,
        intervalSeconds: interval_seconds,
        timeoutMs: timeout_ms,
        labels: { orgconfig_check_id: check.id },
      },
    ],
  };
}

function probesOfCertificate(
  monitor: CertificateRow,
  prober: Prober,
  teams: ReadonlyMap<string, string>,
): Outcome {
  const modules = modulesOfCertificate(monitor, prober);
  if (isUnable(modules)) return { refusal: { resource: "certificate_monitors", id: monitor.id, ...modules } };
  const { hostname, port, server_name, team_id, timeout_ms } = monitor.configuration;
  const address = `${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
  const team = team_id === null ? undefined : teams.get(team_id);
  const named = server_name !== "" && !isBefore(prober.version, hostnameSince);
  return {
    probes: (["strict", "lax"] as const).map((view) => ({
      name: `${monitor.id} ${view}`,
      authorized: false,
      module: modules[view],
      address,
      instance: address,
      intervalSeconds: certificateIntervalSeconds,
      timeoutMs: timeout_ms,
      labels: {
        orgconfig_certificate_id: monitor.id,
        orgconfig_probe: view,
        ...given({ team }),
      },
      ...(named ? { hostname: server_name } : {}),
    })),
  };
}

/** A host for a TLS handshake with its port, 443 where none is said. */
function withPort(target: string): string {
  return /:[0-9]+$/.test(target) && (target.startsWith("[") || target.split(":").length === 2)
    ? target
    : `${target}:443`;
}
