/**
 * Whether traces are sent, and where to, by the variables that OpenTelemetry gives every program
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/). Its packages read the others.
 */
import { text } from "../environment-values.ts";
import type { Environment } from "../secret-files.ts";

export interface TraceSettings {
  readonly protocol: "http/protobuf" | "http/json";
  /** Where they are sent, without what may be a password. */
  readonly shown: string;
  /** Whether traces go on from those of callers, and in those who are called. */
  readonly propagates: boolean;
}

/** What the variables say: the settings, or why they cannot be followed; neither where no traces are wanted. */
export interface ReadTraceSettings {
  readonly settings?: TraceSettings;
  readonly problem?: string;
}

const protocols = ["http/protobuf", "http/json"] as const;

export function readTraceSettings(env: Environment): ReadTraceSettings {
  const first = (...names: readonly string[]) => names.find((name) => text(env, name) !== undefined);
  const endpoint = first("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT");
  const exporter = text(env, "OTEL_TRACES_EXPORTER") ?? "otlp";
  if (endpoint === undefined || /^true$/i.test(env.OTEL_SDK_DISABLED ?? "") || exporter === "none") return {};
  if (exporter !== "otlp") return { problem: `OTEL_TRACES_EXPORTER must be otlp or none, not "${exporter}"` };
  const named = first("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL");
  const wanted = named === undefined ? "http/protobuf" : text(env, named);
  const protocol = protocols.find((one) => one === wanted);
  if (protocol === undefined)
    return {
      problem: `${named} must be ${protocols.join(" or ")}, not "${wanted}": name a port that takes it, often 4318, in ${endpoint}`,
    };
  const url = text(env, endpoint) ?? "";
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    return { problem: `${endpoint} must be an http or https URL, such as http://127.0.0.1:4318` };
  const propagators = text(env, "OTEL_PROPAGATORS") ?? "tracecontext";
  return {
    settings: {
      protocol,
      shown: new URL(url).origin,
      propagates: propagators.split(",").some((one) => one.trim() === "tracecontext"),
    },
  };
}
