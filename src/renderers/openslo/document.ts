/** OpenSLO v1 as both ways need it: objects, annotations of ours, and what windows and targets are written like. */
import type { JsonObject } from "../../kernel/validate.ts";
import type { RendererRows } from "../renderer.ts";

export const apiVersion = "openslo/v1";

export const objectKinds = [
  "Service",
  "DataSource",
  "SLI",
  "AlertNotificationTarget",
  "AlertCondition",
  "AlertPolicy",
  "SLO",
] as const;

export type ObjectKind = (typeof objectKinds)[number];

/** One object, which is one YAML document. */
export interface OpenSloObject {
  readonly apiVersion: typeof apiVersion;
  readonly kind: ObjectKind;
  readonly metadata: {
    readonly name: string;
    readonly displayName: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: JsonObject;
}

/** What OpenSLO has no field for. An import takes it back. */
export const annotations = {
  name: "orgconfig.dev/name",
  service: "orgconfig.dev/service",
  team: "orgconfig.dev/team",
  atRiskPercent: "orgconfig.dev/at-risk-percent",
  minBadEvents: "orgconfig.dev/min-bad-events",
  missingAfter: "orgconfig.dev/missing-after-minutes",
  enabled: "orgconfig.dev/enabled",
  sliService: "orgconfig.dev/sli-service",
  sliName: "orgconfig.dev/sli-name",
  dataSource: "orgconfig.dev/data-source",
  thresholdOp: "orgconfig.dev/threshold-op",
  thresholdValue: "orgconfig.dev/threshold-value",
  shortWindow: "orgconfig.dev/short-window",
  /** Says `none` of an SLO that is to have no alerts; others that have none may have lost them. */
  burnAlerts: "orgconfig.dev/burn-alerts",
  /** A sentence for people; nothing reads it back. */
  leftOut: "orgconfig.dev/left-out",
} as const;

/** What the annotation burn-alerts says. */
export const noBurnAlerts = "none";

/** What the annotation missing-after-minutes says of an SLO that never raises MissingData. */
export const never = "never";

/** Alert routes decide who is notified; a policy has to name somebody. */
export const notificationTarget = "orgconfig";

type Source = RendererRows["dataSources"][number]["configuration"];

/** What a data source's fields are called among its connection details. */
export const connectionFields = [
  "url",
  "username",
  "database",
  "tls_skip_verify",
  "timeout_ms",
  "is_default",
  "options",
] as const satisfies readonly (keyof Source)[];

/** Names of types as people write them; reading takes them in any case. */
export const sourceTypes: Readonly<Record<Source["type"], string>> = {
  prometheus: "Prometheus",
  loki: "Loki",
  tempo: "Tempo",
  elasticsearch: "Elasticsearch",
  opentelemetry: "OpenTelemetry",
  cloudwatch: "CloudWatch",
  datadog: "Datadog",
  grafana: "Grafana",
  custom: "custom",
};

const unitMinutes = { m: 1, h: 60, d: 1_440, w: 10_080 } as const;

/** A number of minutes in OpenSLO's shorthand, such as 90m, 6h, 3d. */
export function shorthandOf(minutes: number): string {
  const unit = minutes % unitMinutes.d === 0 ? "d" : minutes % unitMinutes.h === 0 ? "h" : "m";
  return `${minutes / unitMinutes[unit]}${unit}`;
}

/** The minutes of a shorthand; undefined for one without a fixed length, such as 1M, and for what is not one. */
export function minutesOf(shorthand: string): number | undefined {
  const [, count, unit] = /^(\d{1,9})([mhdw])$/.exec(shorthand) ?? [];
  return unit === undefined ? undefined : Number(count) * unitMinutes[unit as keyof typeof unitMinutes];
}

/** A number with its decimal point moved, without the noise of binary fractions: 99.95 and -2 give 0.9995. */
export function shifted(value: number, places: number): number {
  const [digits, exponent = "0"] = String(value).split("e");
  return Number(`${digits}e${Number(exponent) + places}`);
}
