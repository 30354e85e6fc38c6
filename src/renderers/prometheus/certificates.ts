/**
 * The rules of certificate monitors, as the file certificates.rules.yml: what was last seen of each, for read-back,
 * and its alerts. Several exporters may probe a host, each in a scrape job of its own: the worst of them counts.
 */
import { given } from "../../kernel/given.ts";
import { evaluationInterval } from "../assignment.ts";
import { type CertificateRow, isUnable, modulesOfCertificate } from "../blackbox/modules.ts";
import type { RendererRows, Target } from "../renderer.ts";
import { held, heldUntilMeasured } from "./checks.ts";
import { durationMs } from "./duration.ts";
import { goneAlone, type MissingPlace, missingAlert, usualPlace } from "./missing-data.ts";
import { probedRows } from "./probed.ts";
import {
  type AlertingRule,
  type Labels,
  literal,
  type RecordingRule,
  type RuleContent,
  ruleFile,
  serviceLabelOf,
  split,
} from "./rule-file.ts";

export const certificateIdLabel = "orgconfig_certificate_id";

export const certificateRecords = {
  /** One of `certificateStatuses`. */
  status: "orgconfig:certificate_status",
  /** Seconds since 1970 when the certificate, or one above it, runs out, as it was last seen. */
  notAfter: "orgconfig:certificate_not_after:seconds",
  /** Seconds since 1970 of the newest probe; absent while one of the two views is not probed. */
  time: "orgconfig:certificate_time:seconds",
} as const;

/** The worse, the higher. */
export const certificateStatuses = {
  unknown: 0,
  valid: 1,
  expiring: 2,
  unreachable: 3,
  /** Invalid, because the host speaks no TLS that is new enough. */
  oldTls: 4,
  invalid: 5,
  expired: 6,
} as const;

const daySeconds = 86_400;

export function certificateRules(rows: RendererRows, target: Target): RuleContent {
  const teams = new Map(rows.teams.map(({ id, configuration }) => [id, configuration.name]));
  const interval = evaluationInterval(rows, target.connectorId);
  const { here, ...probed } = probedRows(rows, target, {
    resource: "certificate_monitors",
    of: rows.certificateMonitors,
    canProbe: (monitor, prober) => !isUnable(modulesOfCertificate(monitor, prober)),
    everySeconds: () => durationMs(interval) / 1_000,
  });
  const groups = here.flatMap((monitor) =>
    split({
      name: `orgconfig-certificate-${monitor.id}`,
      interval,
      rules: [
        ...records(monitor),
        ...certificateAlerts(monitor, teams.get(monitor.configuration.team_id ?? ""), {
          connectorId: target.connectorId,
          missingAfter: rows.missingAfterMinutes,
        }),
      ],
    }),
  );
  return { ...probed, content: ruleFile(groups) };
}

function records({ id, configuration }: CertificateRow): RecordingRule[] {
  const { alert_days_before_expiry, min_tls_version } = configuration;
  const { unknown, valid, expiring, unreachable, oldTls, invalid, expired } = certificateStatuses;
  const seen = (name: string, view: "strict" | "lax", more = "") =>
    `max by (job) (${name}{${certificateIdLabel}="${id}",orgconfig_probe="${view}"${more}})`;
  const strict = seen("probe_success", "strict");
  const lax = seen("probe_success", "lax");
  // Of what the host sends, something may have run out that nobody needs: of a chain that is trusted, the chain counts.
  const trustedUntil = seen("probe_ssl_last_chain_expiry_timestamp_seconds", "strict");
  // Nobody knows that while it is not seen whether the host is trusted.
  const untrusted = `${strict} == 0`;
  const shownUntil = `${seen("probe_ssl_earliest_cert_expiry", "lax")} and ${untrusted}`;
  const tooOld = seen("probe_tls_version_info", "lax", `,version=~"${versionsBelow[min_tls_version]}"`);
  const probedAt = (view: string) =>
    `max(timestamp(probe_success{${certificateIdLabel}="${id}",orgconfig_probe="${view}"}))`;
  const record = (name: string, expr: string): RecordingRule => ({
    record: name,
    expr,
    labels: { [certificateIdLabel]: id },
  });
  return [
    record(
      certificateRecords.status,
      heldUntilMeasured(
        `${certificateRecords.status}{${certificateIdLabel}="${id}"}`,
        [
          [`${strict} + ${lax} == 0`, unreachable],
          [`(${shownUntil}) <= time()`, expired],
          [`${tooOld} and ${untrusted}`, oldTls],
          [`${strict} == 0 and ${lax} == 1`, invalid],
          ...(alert_days_before_expiry.length === 0
            ? []
            : [
                [
                  `${trustedUntil} - time() <= ${Math.max(...alert_days_before_expiry) * daySeconds}`,
                  expiring,
                ] as const,
              ]),
          [`${strict} == 1`, valid],
        ],
        unknown,
      ),
    ),
    record(
      certificateRecords.notAfter,
      `min(\n  ${trustedUntil}\n  or\n  ${shownUntil}\n)\n${held(`${certificateRecords.notAfter}{${certificateIdLabel}="${id}"}`)}`,
    ),
    record(certificateRecords.time, `${probedAt("strict")} and ${probedAt("lax")}`),
  ];
}

/** The versions of TLS below one, as the label `version` says them. */
const versionsBelow = { "1.2": "TLS 1.0|TLS 1.1", "1.3": "TLS 1.0|TLS 1.1|TLS 1.2" } as const;

/**
 * @param team the name of its team
 * @param place where and when it is said that no probe comes in
 */
export function certificateAlerts(
  monitor: CertificateRow,
  team: string | undefined,
  place: MissingPlace = usualPlace,
): AlertingRule[] {
  const { id, configuration } = monitor;
  const { service, alert_days_before_expiry, min_tls_version } = configuration;
  const labels: Labels = {
    [certificateIdLabel]: id,
    ...serviceLabelOf(service),
    ...given({ team }),
    ...configuration.labels,
  };
  const host = literal(hostOf(configuration));
  const left = `${certificateRecords.notAfter}{${certificateIdLabel}="${id}"} - time()`;
  const status = (...codes: number[]) =>
    codes
      .map((code) => `${certificateRecords.status}{${certificateIdLabel}="${id}"} == ${code}`)
      .join(" or ");
  const days = [...new Set(alert_days_before_expiry)].sort((one, other) => one - other);
  const alert = (
    name: string,
    expr: string,
    severity: string,
    [summary, description]: readonly [string, string],
    lasting?: string,
  ): AlertingRule => ({
    alert: name,
    expr,
    ...given({ for: lasting }),
    labels: { ...labels, severity },
    annotations: { summary: `The certificate of ${host} ${summary}`, description },
  });
  return [
    // Each number has a time of its own, up to the next smaller one, so that each warns once and one is open at a time.
    ...days.map((count, index) => {
      const within = `${left} <= ${count * daySeconds} > ${(days[index - 1] ?? 0) * daySeconds}`;
      const rule = alert("CertificateExpiring", within, count <= urgentDays ? "error" : "warning", [
        `expires in less than ${count} ${count === 1 ? "day" : "days"}`,
        "It expires in {{ $value | humanizeDuration }}.",
      ]);
      return { ...rule, labels: { ...rule.labels, orgconfig_days_before_expiry: String(count) } };
    }),
    alert("CertificateExpired", `${left} <= 0`, "critical", [
      "has expired",
      "Clients that check it refuse the connection.",
    ]),
    alert(
      "CertificateInvalid",
      status(certificateStatuses.oldTls, certificateStatuses.invalid),
      "critical",
      [
        "is not valid",
        `It is not trusted, or not for this name, or the host does not speak TLS ${min_tls_version}.`,
      ],
      "5m",
    ),
    alert(
      "CertificateUnreachable",
      status(certificateStatuses.unreachable),
      "warning",
      [
        "cannot be checked",
        "The host does not answer, or speaks no TLS: nothing warns of the certificate's expiry.",
      ],
      "15m",
    ),
    ...missing(monitor, labels, place),
  ];
}

function missing(
  { configuration }: CertificateRow,
  labels: Labels,
  { connectorId, missingAfter }: MissingPlace,
): AlertingRule[] {
  return missingAlert(missingAfter, {
    kind: "certificate_monitors",
    name: hostOf(configuration),
    labels,
    gone: goneAlone(
      `${certificateRecords.time}{${certificateIdLabel}="${labels[certificateIdLabel]}"}`,
      connectorId,
    ),
    summary: "no probe comes in",
    description:
      "Nothing warns of the certificate's expiry. Look at its targets in Prometheus, and at blackbox_exporter.",
  });
}

function hostOf({
  hostname,
  port,
  server_name,
}: Pick<CertificateRow["configuration"], "hostname" | "port" | "server_name">): string {
  return `${hostname}:${port}${server_name === "" ? "" : ` (${server_name})`}`;
}

/** From here on an expiry is more than a warning. */
const urgentDays = 7;
