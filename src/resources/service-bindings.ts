import { defineCollection } from "../kernel/define-kind.ts";
import { list, object, text } from "../kernel/field.ts";
import { formatOf } from "../kernel/format.ts";
import { checkText } from "../kernel/validate.ts";

export const serviceBindings = defineCollection({
  kind: "service_bindings",
  title: "Service bindings",
  group: "Integrations",
  description:
    "A service binding says what a service is called in each telemetry backend, in one environment. What is bound here overrides discovery and the OpenTelemetry naming convention; they apply to what is not bound.",
  level: "admin",
  naturalKey: ["service", "environment"],
  listColumns: ["service", "log_groups", "log_filter", "trace_service_names", "metric_selectors"],
  derivedId: {
    format: ([service = "", environment = ""]) => bindingId(service, environment),
    parse: parseBindingId,
    rule: "must be the service and its environment as service@environment, or the service alone: a service of 1 to 255 characters, not . or .., an environment of at most 63, neither with @, /, control characters or surrounding spaces; percent-encode it in a path",
  },
  fields: {
    service: text({
      description: "The service's name.",
      max: 255,
      format: "service",
      names: "service",
      fixed: true,
    }),
    environment: text({
      description: "The environment; empty for none. The binding applies in this environment only.",
      max: 63,
      format: "environment",
      default: "",
      fixed: true,
    }),
    account_id: text({
      description: "The cloud account that logs and metrics are searched in; null searches every account.",
      format: "account",
      max: 12,
      nullable: true,
    }),
    region: text({
      description: "The cloud region that logs and metrics are searched in; null searches every region.",
      format: "region",
      max: 64,
      nullable: true,
    }),
    log_groups: names("Log group names."),
    log_filter: text({
      description: "A fragment of a log query; empty is unbound.",
      default: "",
      max: 1_000,
    }),
    trace_service_names: names("Service names in traces."),
    metric_selectors: list({
      description: "Where the service's metrics are. An empty list binds it to none; null leaves it unbound.",
      nullable: true,
      items: object({
        description: "One metric.",
        fields: {
          namespace: text({ description: "The metric's namespace.", max: 255 }),
          metric_name: text({ description: "The metric's name.", max: 255 }),
          dimensions: list({
            description: "Dimensions that the metric must carry.",
            items: object({
              description: "One dimension.",
              fields: {
                name: text({ description: "The dimension's name.", max: 255 }),
                value: text({ description: "The dimension's value.", max: 1_000 }),
              },
            }),
          }),
        },
      }),
    }),
  },
  example: {
    service: "checkout",
    environment: "prod",
    account_id: "123456789012",
    region: "eu-west-1",
    log_groups: ["/ecs/checkout"],
    metric_selectors: [
      {
        namespace: "AWS/ECS",
        metric_name: "CPUUtilization",
        dimensions: [{ name: "ServiceName", value: "checkout" }],
      },
    ],
  },
});

/** `service@environment`, or `service` alone where the environment is empty. */
export function bindingId(service: string, environment: string): string {
  return environment === "" ? service : `${service}@${environment}`;
}

/** The key that an id stands for; undefined when no row could have this id. */
export function parseBindingId(id: string) {
  const at = id.indexOf("@");
  const service = at < 0 ? id : id.slice(0, at);
  const environment = at < 0 ? "" : id.slice(at + 1);
  const wrong =
    checkText(service, 1, 255) ??
    checkText(environment, 0, 63) ??
    formatOf("service").check(service) ??
    formatOf("environment").check(environment);
  // "service@" would be a second name for "service".
  return wrong !== undefined || (at >= 0 && environment === "") ? undefined : { service, environment };
}

function names(description: string) {
  return list({
    description: `${description} An empty list binds it to none; null leaves it unbound.`,
    nullable: true,
    items: text({ description: "A name.", max: 512 }),
  });
}
