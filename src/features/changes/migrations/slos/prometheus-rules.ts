/**
 * Rules of Prometheus. Those that Sloth and Pyrra generated become SLIs and SLOs again; all others stay where they are,
 * and the report lists the labels of their alerts, by which routes are tried.
 */
import type { JsonObject } from "../../../../kernel/validate.ts";
import { durationMs } from "../../../../renderers/prometheus/duration.ts";
import { isTemplate } from "../alerts.ts";
import { firesAlways } from "../always-firing.ts";
import type { Attributes } from "../attributes.ts";
import { type Found, inner, listed, migrateParts, objectsIn, type Part, textOf } from "../objects.ts";
import { carriedLabels, type LabelPairs } from "../own-labels.ts";
import { type MigrationSource, mostBytes, WrongFiles } from "../source.ts";
import { addPromise, type BurnAlerts, isPercent, ratioOfErrors } from "./promise.ts";

const dayMs = 86_400_000;

interface Rule {
  readonly file: string;
  readonly group: string;
  readonly rule: JsonObject;
}

export const prometheusRules: MigrationSource = {
  name: "prometheus-rules",
  title: "rules of Prometheus, with the SLOs that Sloth and Pyrra generated",
  files: "rule files of Prometheus, or objects of the kind PrometheusRule",
  form: "yaml",
  mostBytes,
  options: ["service", "dataSource"],
  read(files, options) {
    const rules = objectsIn(files).flatMap(rulesIn);
    if (rules.length === 0)
      throw new WrongFiles(["the files hold no rules of Prometheus: they have no groups"]);
    const generated = new Map<string, Rule[]>();
    for (const rule of rules) {
      const key = promiseOf(rule.rule);
      if (key !== undefined) generated.set(key, [...(generated.get(key) ?? []), rule]);
    }
    const others = rules.filter(({ rule }) => promiseOf(rule) === undefined);
    return migrateParts(
      [...[...generated].map(([key, own]) => generatedPart(key, own)), ...others.map(otherPart)],
      options,
    );
  },
};

function rulesIn({ file, value }: Found): Rule[] {
  if (value.kind === "List") return listed(value, "items").flatMap((one) => rulesIn({ file, value: one }));
  const spec = value.kind === "PrometheusRule" ? inner(value, "spec") : value;
  return listed(spec, "groups").flatMap((group) =>
    listed(group, "rules").map((rule) => ({ file, group: textOf(group.name) ?? "", rule })),
  );
}

/** By which SLO of which tool a rule was generated; undefined for every other rule. */
function promiseOf(rule: JsonObject): string | undefined {
  const { record, alert } = rule;
  const own = inner(rule, "labels");
  const sloth = textOf(own.sloth_id);
  if (sloth !== undefined) return `sloth ${sloth}`;
  const named = textOf(own.slo);
  const isPyrra = /:(burnrate|increase)\d/.test(textOf(record) ?? "") || textOf(own.exhaustion) !== undefined;
  return named !== undefined && (isPyrra || alert === "ErrorBudgetBurn" || alert === "SLOMetricAbsent")
    ? `pyrra ${named}`
    : undefined;
}

function generatedPart(key: string, rules: readonly Rule[]): Part {
  const tool = key.split(" ", 1)[0] === "sloth" ? slothRules : pyrraRules;
  return {
    file: rules[0]?.file ?? "",
    value: { rules: rules.map(({ rule }) => rule) },
    address: key,
    label: key,
    map(attributes, add, context) {
      attributes.ignore("rules");
      const found = tool(
        rules.map(({ rule }) => rule),
        attributes,
      );
      if (typeof found === "string") return found;
      const { service: named, ...promise } = found;
      const service = named ?? context.options.service ?? found.name;
      if (promise.burn_alerts.length === 0)
        attributes.note("rules", "no alerts were generated for it, and it gets none here", "info");
      attributes.note(
        "rules",
        `${rules.length} rules of ${key.split(" ", 1)[0]} say the same: take them out of Prometheus once this service's own are there, or its burn alerts come twice`,
        "info",
      );
      return addPromise({ ...promise, service }, add, context);
    },
  };
}

interface Recognized {
  readonly name: string;
  readonly service: string | undefined;
  readonly ratio: ReturnType<typeof ratioOfErrors>;
  readonly target_percent: number;
  readonly window_days: number;
  readonly burn_alerts: BurnAlerts;
  readonly labels?: Readonly<Record<string, string>>;
}

/**
 * The labels that all alerts of the rules have.
 * @param generated what the tool itself gives them
 */
function sharedLabels(rules: readonly JsonObject[], generated: readonly string[]): LabelPairs {
  const [first, ...others] = rules
    .filter(({ alert }) => alert !== undefined)
    .map((rule) => inner(rule, "labels"));
  return Object.entries(first ?? {}).flatMap(([name, value]) =>
    generated.includes(name) || name.startsWith("sloth_") || others.some((labels) => labels[name] !== value)
      ? []
      : [[name, String(value)] as const],
  );
}

const unreadable =
  "its rules are not as the tool generates them: migrate the file that they were generated from";

/** A figure of one of Sloth's own records, such as vector(0.999). */
function vectorOf(rules: readonly JsonObject[], record: string): number | undefined {
  const expr = textOf(rules.find((rule) => rule.record === record)?.expr);
  const value = /^\s*vector\(\s*([\d.]+)\s*\)\s*$/.exec(expr ?? "")?.[1];
  return value === undefined ? undefined : Number(value);
}

/** Without what binary fractions add: 0.9990000000000001 is 99.9 percent. */
function percentOf(share: number): number {
  return Math.round(share * 100_000_000) / 1_000_000;
}

function slothRules(rules: readonly JsonObject[], from: Attributes): Recognized | string {
  const labels = inner(rules[0] ?? {}, "labels");
  const base = textOf(rules.find(({ record }) => record === "slo:sli_error:ratio_rate5m")?.expr);
  const objective = vectorOf(rules, "slo:objective:ratio");
  const target = objective === undefined ? undefined : percentOf(objective);
  if (base === undefined || !isPercent(target)) return unreadable;
  const has = (severity: string) => rules.some((rule) => inner(rule, "labels").sloth_severity === severity);
  return {
    name: textOf(labels.sloth_slo) ?? textOf(labels.sloth_id) ?? "",
    service: textOf(labels.sloth_service),
    ratio: ratioOfErrors(base, from, "rules"),
    target_percent: target,
    window_days: vectorOf(rules, "slo:time_period:days") ?? 30,
    ...carriedLabels(sharedLabels(rules, ["severity"]), from, "labels", {
      service: textOf(labels.sloth_service) ?? "",
    }),
    burn_alerts: [
      ...(has("page")
        ? ([
            { long_minutes: 60, short_minutes: 5, threshold: 14.4, severity: "critical" },
            { long_minutes: 360, short_minutes: 30, threshold: 6, severity: "critical" },
          ] as const)
        : []),
      ...(has("ticket")
        ? ([
            { long_minutes: 1_440, short_minutes: 120, threshold: 3, severity: "warning" },
            { long_minutes: 4_320, short_minutes: 360, threshold: 1, severity: "warning" },
          ] as const)
        : []),
    ],
  };
}

/** An alert of Pyrra's: both of its windows burn faster than a factor of what is left of one by the target. */
const burning =
  /burnrate(\w+?)\{[^}]*\}\s*>\s*\(([\d.]+)\s*\*\s*\(1\s*-\s*([\d.]+)\)\)[\s\S]*burnrate(\w+?)\{/;

/** Labels that Pyrra gives its alerts (slo/rules.go, `Burnrates`). */
const ofPyrra = ["slo", "severity", "exhaustion", "long", "short"];

function pyrraRules(rules: readonly JsonObject[], from: Attributes): Recognized | string {
  const labels = inner(rules[0] ?? {}, "labels");
  const base = textOf(rules.find(({ record }) => /:burnrate5m$/.test(textOf(record) ?? ""))?.expr);
  const total = rules.map(({ record }) => /:increase(\w+)$/.exec(textOf(record) ?? "")?.[1]);
  const window = total.find((one) => one !== undefined);
  const alerts = rules.flatMap(({ alert, expr, labels: own }) => {
    const found = alert === undefined ? null : burning.exec(textOf(expr) ?? "");
    if (found === null) return [];
    const [, one = "", factor = "", target = "", other = ""] = found;
    const minutes = [one, other].map((text) => durationMs(text) / 60_000).sort((a, b) => a - b);
    const severity = inner({ own: own ?? {} }, "own").severity;
    return [{ minutes, factor: Number(factor), target: Number(target), severity: textOf(severity) }];
  });
  const target = alerts[0] === undefined ? undefined : percentOf(alerts[0].target);
  if (base === undefined || window === undefined || !isPercent(target)) return unreadable;
  return {
    name: textOf(labels.slo) ?? "",
    service: textOf(labels.service),
    ratio: ratioOfErrors(base, from, "rules"),
    target_percent: target,
    window_days: Math.max(Math.round(durationMs(window) / dayMs), 1),
    ...carriedLabels(sharedLabels(rules, ofPyrra), from, "labels", { service: textOf(labels.service) ?? "" }),
    burn_alerts: alerts.map(({ minutes: [short = 1, long = 1], factor, severity }) => ({
      long_minutes: long,
      short_minutes: short,
      threshold: factor,
      severity: severity === "warning" ? "warning" : "critical",
    })),
  };
}

function otherPart({ file, group, rule }: Rule): Part {
  const name = textOf(rule.alert) ?? textOf(rule.record) ?? "no name";
  const labels = Object.entries(inner(rule, "labels")).map(
    ([label, value]) => [label, String(value)] as const,
  );
  const plain = [["alertname", name] as const, ...labels].filter(([, value]) => !isTemplate(value));
  const shown = plain.map(([label, value]) => `${label}=${JSON.stringify(value)}`).join(", ");
  const made = labels.filter(([, value]) => isTemplate(value)).map(([label]) => label);
  const templates =
    made.length === 0
      ? ""
      : `; by ${made.join(", ")} too, which ${made.length === 1 ? "has" : "have"} a value of each series`;
  const routed = `the rule stays in Prometheus as it is; routes take its alerts by ${shown}, and by the labels of its series${templates}`;
  return {
    file,
    value: {},
    address: `${group}/${name}`,
    label: name,
    map() {
      if (rule.alert === undefined) return "it records, and stays in Prometheus as it is";
      if (!firesAlways(name, String(rule.expr ?? ""))) return routed;
      return `${routed}. It always fires: an alert heartbeat with the matchers ${shown} raises an alert when it stops`;
    },
  };
}
