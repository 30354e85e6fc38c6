/**
 * What OpenSLO v1 asks of each kind of object, written down from its specification (github.com/OpenSLO/OpenSLO,
 * README.md), with the limits that the project's own Go SDK checks (github.com/OpenSLO/go-sdk) where they are narrower.
 */
import { Ajv, type ValidateFunction } from "ajv";

/** A DNS label (RFC 1123 §2.1). */
const name = { type: "string", pattern: "^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$" };
const description = { type: "string", maxLength: 1_050 };
const duration = { type: "string", pattern: "^[1-9][0-9]*[mhdwMQY]$" };
const op = { enum: ["lte", "gte", "lt", "gt"] };

const metadata = {
  type: "object",
  required: ["name"],
  additionalProperties: false,
  properties: {
    name,
    displayName: { type: "string", minLength: 1, maxLength: 63 },
    labels: { type: "object" },
    annotations: {
      type: "object",
      propertyNames: {
        pattern: "^([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/)?[a-zA-Z0-9]([-._a-zA-Z0-9]{0,61}[a-zA-Z0-9])?$",
      },
      additionalProperties: { type: "string" },
    },
  },
};

const metric = {
  type: "object",
  required: ["metricSource"],
  additionalProperties: false,
  properties: {
    metricSource: {
      type: "object",
      required: ["spec"],
      anyOf: [{ required: ["metricSourceRef"] }, { required: ["type"] }],
      additionalProperties: false,
      properties: {
        metricSourceRef: name,
        type: { type: "string", minLength: 1 },
        spec: { type: "object", minProperties: 1 },
      },
    },
  },
};

const specs: Readonly<Record<string, object>> = {
  Service: { additionalProperties: false, properties: { description } },
  DataSource: {
    required: ["type", "connectionDetails"],
    additionalProperties: false,
    properties: { description, type: { type: "string", minLength: 1 }, connectionDetails: {} },
  },
  SLI: {
    additionalProperties: false,
    oneOf: [{ required: ["thresholdMetric"] }, { required: ["ratioMetric"] }],
    properties: {
      description,
      thresholdMetric: metric,
      ratioMetric: {
        type: "object",
        required: ["counter", "total"],
        oneOf: [{ required: ["good"] }, { required: ["bad"] }],
        additionalProperties: false,
        properties: { counter: { type: "boolean" }, good: metric, bad: metric, total: metric },
      },
    },
  },
  SLO: {
    required: ["service", "budgetingMethod", "objectives"],
    oneOf: [{ required: ["indicator"] }, { required: ["indicatorRef"] }],
    additionalProperties: false,
    properties: {
      description,
      service: name,
      indicatorRef: name,
      budgetingMethod: { const: "Occurrences" },
      timeWindow: {
        type: "array",
        minItems: 1,
        maxItems: 1,
        items: {
          type: "object",
          required: ["duration", "isRolling"],
          additionalProperties: false,
          properties: { duration, isRolling: { const: true } },
        },
      },
      objectives: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          required: ["target"],
          dependentRequired: { op: ["value"], value: ["op"] },
          additionalProperties: false,
          properties: {
            op,
            value: { type: "number" },
            target: { type: "number", minimum: 0, exclusiveMaximum: 1 },
          },
        },
      },
      alertPolicies: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          required: ["alertPolicyRef"],
          additionalProperties: false,
          properties: { alertPolicyRef: name },
        },
      },
    },
  },
  AlertPolicy: {
    required: ["conditions", "notificationTargets"],
    additionalProperties: false,
    properties: {
      description,
      alertWhenNoData: { type: "boolean" },
      alertWhenResolved: { type: "boolean" },
      alertWhenBreaching: { type: "boolean" },
      conditions: {
        type: "array",
        minItems: 1,
        maxItems: 1,
        items: { type: "object", required: ["conditionRef"], properties: { conditionRef: name } },
      },
      notificationTargets: {
        type: "array",
        minItems: 1,
        items: { type: "object", required: ["targetRef"], properties: { targetRef: name } },
      },
    },
  },
  AlertCondition: {
    required: ["severity", "condition"],
    additionalProperties: false,
    properties: {
      description,
      severity: { type: "string", minLength: 1 },
      condition: {
        type: "object",
        required: ["kind", "op", "threshold", "lookbackWindow"],
        additionalProperties: false,
        properties: {
          kind: { const: "burnrate" },
          op,
          threshold: { type: "number" },
          lookbackWindow: duration,
          alertAfter: duration,
        },
      },
    },
  },
  AlertNotificationTarget: {
    required: ["target"],
    additionalProperties: false,
    properties: { description, target: { type: "string", minLength: 1 } },
  },
};

const ajv = new Ajv({ allErrors: true, strict: false });

const checks: ReadonlyMap<string, ValidateFunction> = new Map(
  Object.entries(specs).map(([kind, spec]) => [
    kind,
    ajv.compile({
      type: "object",
      required: ["apiVersion", "kind", "metadata", "spec"],
      additionalProperties: false,
      properties: {
        apiVersion: { const: "openslo/v1" },
        kind: { const: kind },
        metadata,
        spec: { type: "object", ...spec },
      },
    }),
  ]),
);

interface Named {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

/** What is wrong with objects: each by itself, and names that two of a kind have. */
export function openSloProblems(objects: readonly Named[]): string[] {
  const seen = new Set<string>();
  return objects.flatMap((object) => {
    const check = checks.get(object.kind);
    const name = `${object.kind} ${object.metadata.name}`;
    const twice = seen.has(name) ? [`${name} is there twice`] : [];
    seen.add(name);
    if (check === undefined) return [`${name}: no kind of OpenSLO v1`];
    check(object);
    return [...twice, ...(check.errors ?? []).map((error) => `${name}: ${ajv.errorsText([error])}`)];
  });
}
