/** AlertPolicy and AlertCondition objects as the burn alerts of an SLO. */
import type { JsonObject } from "../../kernel/validate.ts";
import type { RendererRows } from "../renderer.ts";
import { annotations, minutesOf, notificationTarget, shorthandOf } from "./document.ts";
import { type Around, objectFrom } from "./objects.ts";
import { annotationPart, noteLost, type Part, type SourceObject } from "./part.ts";

export interface ReadAlert {
  readonly alert: JsonObject;
  /** Where the SLO names it. */
  readonly part: Part;
}

/** The alerts that an SLO's policies make, in their order. What is refused is not among them. */
export function burnAlertsOf(around: Around, policies: Part): ReadAlert[] {
  return policies.items().flatMap((part) => {
    const policy = referred(around, "AlertPolicy", "alertPolicyRef", part);
    if (policy === undefined) return [];
    const alert = alertOf(around, policy);
    return alert === undefined ? [] : [{ alert, part }];
  });
}

/** An object that is named by a reference, or by its name alone, or is written here itself. */
function referred(
  { report, objects }: Around,
  kind: "AlertPolicy" | "AlertCondition",
  reference: "alertPolicyRef" | "conditionRef",
  part: Part,
): SourceObject | undefined {
  const named = typeof part.value === "string" ? part : part.member(reference);
  if (!named.isGiven && part.member("spec").isGiven) return objectFrom(kind, part, report, kind);
  const name = report.text(named);
  if (name === undefined) return undefined;
  const found = objects.find(kind, name);
  return found ?? report.refuse(named, `the files have no ${kind} ${JSON.stringify(name)}`);
}

const policyFields = [
  "alertWhenBreaching",
  "alertWhenResolved",
  "alertWhenNoData",
  "conditions",
  "notificationTargets",
];

function alertOf(around: Around, policy: SourceObject): JsonObject | undefined {
  const { report } = around;
  const { spec } = policy;
  noteLost(report, policy, policyFields);
  if (spec.member("alertWhenResolved").value === false)
    report.note(spec.member("alertWhenResolved"), "is left out: whoever was notified is notified of the end");
  const breaching = spec.member("alertWhenBreaching");
  if (spec.member("alertWhenNoData").value === true)
    report.note(
      spec.member("alertWhenNoData"),
      "is left out: an SLO without figures raises the alert MissingData here, after missing_after_minutes",
    );
  for (const target of spec.member("notificationTargets").items())
    if (target.member("targetRef").value !== notificationTarget)
      report.note(target, "is left out: alert routes decide who is notified");
  const [condition, ...others] = spec.member("conditions").items();
  if (condition === undefined || others.length > 0)
    return report.refuse(spec.member("conditions"), "holds exactly one condition");
  const found = referred(around, "AlertCondition", "conditionRef", condition);
  if (found === undefined) return undefined;
  if (breaching.value !== false) return conditionOf(around, found);
  report.note(breaching, "is false, so this policy makes no alert");
  return undefined;
}

function conditionOf({ report }: Around, object: SourceObject): JsonObject | undefined {
  const before = report.problems.length;
  noteLost(report, object, ["condition", "severity"]);
  const condition = object.spec.member("condition");
  const kind = condition.member("kind");
  if (kind.isGiven && kind.value !== "burnrate")
    report.refuse(kind, `is ${JSON.stringify(kind.value)}; an alert here is over the burn rate (burnrate)`);
  const op = condition.member("op");
  if (op.value === "gt") report.note(op, "becomes gte: an alert fires at its threshold too");
  else if (op.value !== "gte")
    report.refuse(op, "must be gte: an alert fires while the burn rate is at its threshold or above");
  const after = condition.member("alertAfter");
  if (after.isGiven && minutesOf(String(after.value)) !== 0)
    report.note(after, "is left out: an alert fires as soon as its windows say so");
  const threshold = report.number(condition.member("threshold"));
  const long = minutes(report, condition.member("lookbackWindow"));
  const short = annotationPart(object.metadata, "shortWindow");
  if (!short.isGiven && long !== undefined)
    report.note(
      condition.member("lookbackWindow"),
      `is the short window too, because OpenSLO has one: the alert goes on for up to ${shorthandOf(long)} after the burning ends; a twelfth is usual: write the annotation ${annotations.shortWindow} with "${shorthandOf(Math.max(1, Math.round(long / 12)))}"`,
    );
  const alert = {
    long_minutes: long ?? null,
    // One window is what two of the same length are.
    short_minutes: (short.isGiven ? minutes(report, short) : long) ?? null,
    threshold: threshold ?? null,
    severity: severityOf(report, object.spec.member("severity")) ?? null,
  };
  return report.problems.length > before ? undefined : alert;
}

function minutes(report: Around["report"], part: Part): number | undefined {
  const written = report.text(part);
  if (written === undefined) return undefined;
  const found = minutesOf(written);
  return found ?? report.refuse(part, `${JSON.stringify(written)} is not a duration such as 5m, 1h or 3d`);
}

type Severity = RendererRows["slos"][number]["configuration"]["burn_alerts"][number]["severity"];

const severities: readonly Severity[] = ["info", "warning", "error", "critical"];

/** What others call what is to wake somebody, and what can wait for the morning (Google's SRE workbook, chapter 5). */
const otherSeverities: Readonly<Record<string, Severity>> = { page: "critical", ticket: "warning" };

function severityOf(report: Around["report"], part: Part): Severity | undefined {
  const given = report.text(part);
  if (given === undefined) return undefined;
  const plain = given.toLowerCase();
  const own = severities.find((severity) => severity === plain);
  if (own !== undefined) return own;
  const other = Object.hasOwn(otherSeverities, plain) ? otherSeverities[plain] : undefined;
  if (other === undefined)
    return report.refuse(part, `is ${JSON.stringify(given)}; write one of ${severities.join(", ")}`);
  report.note(part, `${JSON.stringify(given)} becomes ${other}`);
  return other;
}
