/**
 * Prometheus' rule files (prometheus.io/docs/prometheus/latest/configuration/recording_rules). They are written here
 * and not by the yaml package, because that takes a second for the rules of 1,000 SLOs, in which the process answers
 * nobody. docs/dependencies.md has the figures.
 */
import type { Rendering } from "../renderer.ts";
import { inline, special } from "../yaml.ts";

/** One file of rules, and what is said of the rows that it is for. */
export interface RuleContent extends Pick<Rendering, "refusals" | "evaluated"> {
  readonly content: string;
}

export interface RuleGroup {
  readonly name: string;
  /** How often it is evaluated, such as 1m. */
  readonly interval: string;
  readonly rules: readonly Rule[];
}

export type Rule = RecordingRule | AlertingRule;

export interface RecordingRule {
  readonly record: string;
  readonly expr: string;
  readonly labels: Labels;
}

export interface AlertingRule {
  readonly alert: string;
  readonly expr: string;
  /** How long the expression holds before the alert fires, such as 15m. */
  readonly for?: string;
  /** They stand for themselves. */
  readonly labels: Labels;
  /** Go templates: texts of users go through `literal`. */
  readonly annotations: Labels;
}

export type Labels = Readonly<Record<string, string>>;

/** A tenant of Mimir has at most this many rules a group, unless its limits say something else. */
const rulesAGroup = 20;

/** The group in parts that Mimir takes. */
export function split({ name, interval, rules }: RuleGroup): RuleGroup[] {
  return Array.from({ length: Math.ceil(rules.length / rulesAGroup) }, (_, index) => ({
    name: index === 0 ? name : `${name}-${index + 1}`,
    interval,
    rules: rules.slice(index * rulesAGroup, (index + 1) * rulesAGroup),
  }));
}

export function ruleFile(groups: readonly RuleGroup[]): string {
  if (groups.length === 0) return "groups: []\n";
  return `groups:\n${groups.map(groupText).join("")}`;
}

/** A user's text within a label or an annotation of an alert, which are Go templates: it stands for itself, also with one behind it. */
export function literal(text: string): string {
  return text.replaceAll("{{", '{{"{{"}}').replace(/\{$/, '{{"{"}}');
}

/** The label by which an alert says which service it is about. */
export function serviceLabelOf(service: string | null): Labels {
  return service === null ? {} : { service };
}

function groupText({ name, interval, rules }: RuleGroup): string {
  const head = `  - name: ${inline(name)}\n    interval: ${interval}\n    rules:\n`;
  return head + rules.map((rule) => `      - ${ruleLines(rule).join("\n        ")}\n`).join("");
}

function ruleLines(rule: Rule): string[] {
  if ("record" in rule)
    return [`record: ${rule.record}`, ...expressionLines(rule.expr), ...mapLines("labels", rule.labels)];
  const labels = Object.entries(rule.labels).map(([name, value]) => [name, literal(value)]);
  return [
    `alert: ${rule.alert}`,
    ...expressionLines(rule.expr),
    ...(rule.for === undefined ? [] : [`for: ${rule.for}`]),
    ...mapLines("labels", Object.fromEntries(labels)),
    ...mapLines("annotations", rule.annotations),
  ];
}

function mapLines(name: string, map: Labels): string[] {
  return [`${name}:`, ...Object.entries(map).map(([key, value]) => `  ${key}: ${inline(value)}`)];
}

/** Expressions stand in a block, where nothing is escaped, so that people can read and copy them. */
function expressionLines(expression: string): string[] {
  if (special.test(expression) || /^\s|\s$/.test(expression)) return [`expr: ${inline(expression)}`];
  return ["expr: |-", ...expression.split("\n").map((line) => (line === "" ? "" : `  ${line}`))];
}
