/** From OpenSLO v1 to rows as a bundle has them, with what is refused and what is lost. */
import { sameJson } from "../../kernel/equal.ts";
import type { Json } from "../../kernel/field.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { notificationTarget } from "./document.ts";
import { type Around, Objects } from "./objects.ts";
import { type Entry, type Finding, noteLost, Report } from "./part.ts";
import { readIndicators } from "./read-indicators.ts";
import { readObjectives } from "./read-objectives.ts";
import { readSources } from "./read-sources.ts";

export interface Imported {
  /** Of what is not refused; data sources first, SLOs last. */
  readonly entries: readonly Entry[];
  readonly problems: readonly Finding[];
  /** What is left out or changed. */
  readonly notes: readonly Finding[];
}

/** Reads the documents of any number of files as one whole. */
export function importOpenSlo(documents: readonly Json[], options: Around["options"] = {}): Imported {
  const report = new Report();
  const around = { report, objects: new Objects(documents, report), options };
  const sources = readSources(around);
  const { objectives, uses } = readObjectives(around);
  const indicators = readIndicators(around, sources, uses);
  const slos = objectives.flatMap(({ sli, body, ...entry }): Entry[] => {
    const key = "key" in sli ? sli.key : keyOf(indicators.get(sli.object));
    // Of an SLI that is refused, the refusal is enough.
    return key === undefined ? [] : [{ ...entry, resource: "slos", body: { ...body, sli_id: key } }];
  });
  noteUnused(around);
  const entries = withoutTwins([...sources.values(), ...indicators.values(), ...slos], report);
  return { entries, problems: once(report.problems), notes: once(report.notes) };
}

/** What is found again, such as at a policy that several SLOs have, is said once. */
function once(findings: readonly Finding[]): Finding[] {
  return [
    ...new Map(findings.map((finding) => [`${finding.document} ${finding.message}`, finding])).values(),
  ];
}

function keyOf(sli: Entry | undefined): JsonObject | undefined {
  return sli && { service: sli.body.service ?? null, name: sli.body.name ?? null };
}

/** Two objects may stand for one row where they say the same, as indicators do that are written into their SLOs. */
function withoutTwins(entries: readonly Entry[], report: Report): Entry[] {
  const first = new Map<string, Entry>();
  for (const entry of entries) {
    const { resource, body, from } = entry;
    const key = JSON.stringify([resource, body.service ?? null, body.name ?? null]);
    const twin = first.get(key);
    if (twin === undefined) first.set(key, entry);
    else if (!sameJson(body, twin.body))
      report.refuse(from, `${twin.from.subject} is the same row of ${resource}, and says something else`);
  }
  return [...first.values()];
}

function noteUnused({ objects, report }: Around): void {
  for (const kind of ["AlertPolicy", "AlertCondition"] as const)
    for (const { whole } of objects.unused(kind))
      report.note(whole, "is left out: no SLO of the files has it");
  for (const { whole, spec } of objects.all("AlertNotificationTarget"))
    if (spec.member("target").value !== notificationTarget)
      report.note(whole, "is left out: alert routes decide who is notified");
  for (const service of objects.all("Service")) noteLost(report, service, []);
}
