/** SLO objects as SLOs: one for each of their objectives. */
import type { Json } from "../../kernel/field.ts";
import { given } from "../../kernel/given.ts";
import { fittingLabels } from "../../kernel/own-labels.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { annotations, minutesOf, never, noBurnAlerts, shifted } from "./document.ts";
import { type Around, objectFrom } from "./objects.ts";
import {
  annotation,
  annotationPart,
  type Entry,
  isNumber,
  noteLost,
  type Part,
  type SourceObject,
} from "./part.ts";
import { burnAlertsOf } from "./read-alerts.ts";

/** An SLO whose SLI is not resolved yet: an object of the files, or the key of a row. */
export interface Objective extends Omit<Entry, "resource"> {
  readonly sli: { readonly object: SourceObject } | { readonly key: JsonObject };
}

/** What an SLO says about its SLI: OpenSLO has the service and the threshold of a measure there. */
export interface Use {
  readonly service: string;
  readonly objective: Part;
}

export type Uses = ReadonlyMap<SourceObject, readonly Use[]>;

export function readObjectives(around: Around): { objectives: readonly Objective[]; uses: Uses } {
  const uses = new Map<SourceObject, Use[]>();
  const use = (object: SourceObject, one: Use) => uses.set(object, [...(uses.get(object) ?? []), one]);
  const objectives = around.objects.all("SLO").flatMap((slo) => objectivesOf(around, slo, use));
  return { objectives, uses };
}

function objectivesOf(
  around: Around,
  slo: SourceObject,
  use: (object: SourceObject, one: Use) => void,
): Objective[] {
  const { report } = around;
  const { whole, metadata, spec } = slo;
  const before = report.problems.length;
  refuseForeign(around, slo);
  const service = serviceOf(around, slo);
  const sli = service === undefined ? undefined : indicatorOf(around, slo, service);
  const days = windowDays(around, spec.member("timeWindow"));
  const alerts = burnAlertsOf(around, spec.member("alertPolicies"));
  const burnAlerts = annotation(report, slo, "burnAlerts");
  if (alerts.length === 0 && burnAlerts !== noBurnAlerts && report.problems.length === before)
    report.note(
      spec.member("alertPolicies"),
      `${spec.member("alertPolicies").isGiven ? "make" : "are missing, which makes"} no burn alert: nobody is notified when the budget of this SLO burns; name an AlertPolicy, or write the annotation ${annotations.burnAlerts} with "${noBurnAlerts}" where that is meant`,
    );
  const shared = {
    ...sharedFields(around, slo),
    ...given({ window_days: days }),
    ...labelsOf(around, slo, service),
    burn_alerts: alerts.map(({ alert }) => alert),
  };
  const alertParts = alerts.map(({ part }, index): [string, Part] => [`burn_alerts[${index}]`, part]);
  const fields = {
    service: spec.member("service"),
    sli_id: spec.member("indicatorRef"),
    window_days: spec.member("timeWindow"),
    labels: metadata.member("labels"),
    burn_alerts: spec.member("alertPolicies"),
    ...Object.fromEntries(alertParts),
    at_risk_percent: annotationPart(metadata, "atRiskPercent"),
    min_bad_events: annotationPart(metadata, "minBadEvents"),
    missing_after_minutes: annotationPart(metadata, "missingAfter"),
    team_id: annotationPart(metadata, "team"),
    enabled: annotationPart(metadata, "enabled"),
  };
  const listed = spec.member("objectives").items();
  if (listed.length === 0) report.refuse(spec.member("objectives"), "needs one objective at least");
  const name = annotation(report, slo, "name") ?? slo.name;
  const made = listed.map((objective) => {
    const target = targetOf(around, objective);
    const title = listed.length === 1 ? name : `${name} ${titleOf(objective, target)}`;
    const shown = objective.member("displayName");
    if (listed.length === 1 && shown.isGiven)
      report.note(shown, "is left out: the only objective of an SLO has the SLO's name");
    return { objective, target, title };
  });
  noteLost(report, slo, specFields);
  if (service === undefined || sli === undefined) return [];
  const isRefused = report.problems.length > before;
  // An object of its own is there without this SLO too, and then belongs to the same service.
  if ("object" in sli && !(isRefused && spec.member("indicator").isGiven))
    for (const objective of listed) use(sli.object, { service, objective });
  if (isRefused) return [];
  return made.map(({ objective, target, title }) => ({
    sli,
    from: whole,
    body: { service, name: title, target_percent: target.percent ?? null, ...shared },
    fields: {
      ...fields,
      name: listed.length === 1 ? metadata.member("name") : objective,
      target_percent: target.part,
    },
  }));
}

const specFields = [
  "service",
  "indicator",
  "indicatorRef",
  "timeWindow",
  "budgetingMethod",
  "objectives",
  "alertPolicies",
];

/** What SLOs cannot be here. */
function refuseForeign({ report }: Around, { spec }: SourceObject): void {
  const method = spec.member("budgetingMethod");
  if (method.value !== "Occurrences")
    report.refuse(
      method,
      `${method.isGiven ? `is ${JSON.stringify(method.value)}` : "is required"}; SLOs here count events (Occurrences), and no slices of time`,
    );
  for (const objective of spec.member("objectives").items()) {
    for (const name of ["indicator", "indicatorRef", "compositeWeight"])
      if (objective.member(name).isGiven)
        report.refuse(
          objective.member(name),
          "makes a composite SLO, and an SLO has one SLI here; write an SLO for each indicator",
        );
    for (const name of ["timeSliceTarget", "timeSliceWindow"])
      if (objective.member(name).isGiven)
        report.note(objective.member(name), "is left out: Occurrences has no slices of time");
    report.noteOthers(objective, objectiveFields);
  }
}

const objectiveFields = [
  ...["displayName", "op", "value", "target", "targetPercent", "timeSliceTarget", "timeSliceWindow"],
  ...["indicator", "indicatorRef", "compositeWeight"],
];

/** The service's own name: its object may have had to shorten it. */
function serviceOf({ report, objects }: Around, slo: SourceObject): string | undefined {
  const named = report.text(slo.spec.member("service"));
  if (named === undefined) return undefined;
  const object = objects.find("Service", named);
  return annotation(report, slo, "service") ?? (object && annotation(report, object, "service")) ?? named;
}

function indicatorOf(
  { report, objects }: Around,
  slo: SourceObject,
  service: string,
): Objective["sli"] | undefined {
  const [written, named] = [slo.spec.member("indicator"), slo.spec.member("indicatorRef")];
  if (written.isGiven && named.isGiven)
    return report.refuse(named, "must not be there together with indicator");
  if (written.isGiven) {
    const inner = objectFrom("SLI", written, report, slo.name);
    return inner && { object: inner };
  }
  const name = report.text(named);
  if (name === undefined) return undefined;
  const object = objects.find("SLI", name);
  if (object !== undefined) return { object };
  return {
    key: {
      service: annotation(report, slo, "sliService") ?? service,
      name: annotation(report, slo, "sliName") ?? name,
    },
  };
}

/** Undefined where nothing is said, and where it is refused. */
function windowDays({ report }: Around, part: Part): number | undefined {
  const [window, ...others] = part.items();
  if (window === undefined) {
    report.note(part, "is missing: the default of window_days applies");
    return undefined;
  }
  if (others.length > 0) return report.refuse(part, "holds one window");
  if (window.member("calendar").isGiven || window.member("isRolling").value === false)
    return report.refuse(
      window,
      "is aligned with the calendar, and windows slide here; write isRolling: true and a duration in days",
    );
  report.noteOthers(window, ["duration", "isRolling"]);
  const duration = window.member("duration");
  const written = report.text(duration);
  if (written === undefined) return undefined;
  const days = (minutesOf(written) ?? Number.NaN) / minutesADay;
  if (Number.isInteger(days)) return days;
  return report.refuse(
    duration,
    `${JSON.stringify(written)} is not a number of whole days; write one, such as 30d or 4w`,
  );
}

const minutesADay = 1_440;

interface Target {
  readonly part: Part;
  readonly percent: number | undefined;
}

function targetOf({ report }: Around, objective: Part): Target {
  const [share, percent] = [objective.member("target"), objective.member("targetPercent")];
  if (share.isGiven && percent.isGiven) report.refuse(percent, "must not be there together with target");
  if (percent.isGiven) return { part: percent, percent: report.number(percent) };
  const value = report.number(share);
  return { part: share, percent: value === undefined ? undefined : shifted(value, 2) };
}

/** What distinguishes the objectives of one SLO. */
function titleOf(objective: Part, { percent }: Target): string {
  const title = objective.member("displayName").value;
  return typeof title === "string" && title !== "" ? title : `${percent}%`;
}

/** The labels of its metadata, for its burn alerts. OpenSLO has lists of values too, of which one value is kept. */
function labelsOf(
  { report }: Around,
  { metadata }: SourceObject,
  service: string | undefined,
): { labels?: Readonly<Record<string, string>> } {
  const part = metadata.member("labels");
  const pairs = part.members().flatMap(([name, label]): [string, string][] => {
    const [only, ...others] = Array.isArray(label.value) ? label.value : [label.value];
    if (others.length === 0 && only !== undefined && only !== null && typeof only !== "object")
      return [[name, String(only)]];
    report.note(label, "is left out: a label has one value here");
    return [];
  });
  const { labels, notes } = fittingLabels(pairs, { service: service ?? "" });
  for (const { name, message } of notes) report.note(part.member(name), message);
  return Object.keys(labels).length === 0 ? {} : { labels };
}

/** What stands in annotations of ours. */
function sharedFields({ report }: Around, slo: SourceObject): Readonly<Record<string, Json>> {
  const team = annotation(report, slo, "team");
  const atRisk = annotation(report, slo, "atRiskPercent");
  const leastBad = annotation(report, slo, "minBadEvents");
  const missing = annotation(report, slo, "missingAfter");
  const enabled = annotation(report, slo, "enabled");
  if (enabled !== undefined && enabled !== "true" && enabled !== "false")
    report.refuse(annotationPart(slo.metadata, "enabled"), 'must be "true" or "false"');
  if (atRisk !== undefined && !isNumber(atRisk))
    report.refuse(annotationPart(slo.metadata, "atRiskPercent"), "must be a number, as text");
  if (leastBad !== undefined && !isNumber(leastBad))
    report.refuse(annotationPart(slo.metadata, "minBadEvents"), "must be a number, as text");
  if (missing !== undefined && missing !== never && !isNumber(missing))
    report.refuse(annotationPart(slo.metadata, "missingAfter"), `must be a number, as text, or "${never}"`);
  return {
    ...(leastBad === undefined ? {} : { min_bad_events: Number(leastBad) }),
    ...(missing === undefined ? {} : { missing_after_minutes: missing === never ? null : Number(missing) }),
    ...(team === undefined ? {} : { team_id: { name: team } }),
    ...(atRisk === undefined ? {} : { at_risk_percent: Number(atRisk) }),
    ...(enabled === undefined ? {} : { enabled: enabled === "true" }),
  };
}
