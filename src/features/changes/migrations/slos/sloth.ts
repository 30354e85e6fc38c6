/** Sloth's SLOs: its own files (prometheus/v1), and the objects of its operator (sloth.slok.dev/v1). */
import { isObject, type JsonObject } from "../../../../kernel/validate.ts";
import { usualWords } from "../../../../renderers/alerting/facts.ts";
import type { Attributes } from "../attributes.ts";
import type { AddRow, MigrationContext } from "../mapping.ts";
import { type Found, inner, listed, migrateParts, objectsIn, type Part, textOf } from "../objects.ts";
import { carriedLabels, type LabelPairs, pairsOf } from "../own-labels.ts";
import { type MigrationSource, mostBytes, WrongFiles } from "../source.ts";
import { addPromise, type BurnAlerts, isPercent, type Ratio, ratioOfErrors } from "./promise.ts";

/** Sloth's own windows of 30 days (sloth.dev/introduction, "Multiwindow-multiburn"), by its two alerts. */
const pairs: Readonly<Record<"page" | "ticket", BurnAlerts>> = {
  page: [
    { long_minutes: 60, short_minutes: 5, threshold: 14.4, severity: "critical" },
    { long_minutes: 360, short_minutes: 30, threshold: 6, severity: "critical" },
  ],
  ticket: [
    { long_minutes: 1_440, short_minutes: 120, threshold: 3, severity: "warning" },
    { long_minutes: 4_320, short_minutes: 360, threshold: 1, severity: "warning" },
  ],
};

/** Sloth's, where nobody gives it another one. */
const usualDays = 30;

export const sloth: MigrationSource = {
  name: "sloth",
  title: "SLOs of Sloth",
  files: "files of the version prometheus/v1, or objects of the kind PrometheusServiceLevel",
  form: "yaml",
  mostBytes,
  options: ["service", "dataSource"],
  read(files, options) {
    const parts = objectsIn(files).flatMap(partsOf);
    if (parts.length === 0)
      throw new WrongFiles([
        "the files hold no SLO of Sloth: neither version: prometheus/v1 nor a PrometheusServiceLevel",
      ]);
    return migrateParts(parts, options);
  },
};

function partsOf({ file, value }: Found): Part[] {
  if (value.kind === "List") return listed(value, "items").flatMap((one) => partsOf({ file, value: one }));
  const isObjectOfKubernetes = value.kind === "PrometheusServiceLevel";
  if (!isObjectOfKubernetes && !(textOf(value.version) ?? "").startsWith("prometheus/v1")) return [];
  const spec = isObjectOfKubernetes ? inner(value, "spec") : value;
  const service = textOf(spec.service);
  return listed(spec, "slos").map((slo) => ({
    file,
    value: { ...snaked(slo), file_labels: texts(inner(spec, "labels")), file: restOf(spec) },
    address: `${service ?? "no service"}/${textOf(slo.name) ?? "no name"}`,
    label: `${service ?? ""}_${textOf(slo.name) ?? ""}`,
    map: (attributes, add, context) => mapSlo(service, attributes, add, context),
  }));
}

/** What stands next to the SLOs and is of all of them. */
function restOf(spec: JsonObject): JsonObject {
  const { version: _, service: _service, labels: _labels, slos: _slos, ...rest } = spec;
  return snaked(rest);
}

function mapSlo(
  named: string | undefined,
  slo: Attributes,
  add: AddRow,
  context: MigrationContext,
): string | undefined {
  const service = named ?? context.options.service;
  if (service === undefined)
    return "it names no service: write service in its file, or run this with --service";
  slo.map("file");
  if (slo.text("name") === undefined) return "it has no name: write one";
  const objective = slo.number("objective");
  const ratio = ratioOf(slo);
  if (ratio === undefined && !slo.map("sli").names().includes("plugin"))
    return "its sli is not whole: it needs events with error_query and total_query, or raw with error_ratio_query";
  if (ratio === undefined)
    return "its SLI is a plugin of Sloth's, which is a program: write the queries that it makes (sloth generate shows them) as sli.events";
  if (!isPercent(objective)) return "its objective is no percentage between 0 and 100, such as 99.9";
  const { burn_alerts, pairs } = burnAlertsOf(slo);
  // Sloth writes the labels of the file on every rule, then those of the SLO, then those of its alerts; the last one stays.
  const all = new Map([...pairsOf(slo.map("file_labels")), ...pairsOf(slo.map("labels")), ...pairs]);
  return addPromise(
    {
      name: slo.text("name") ?? "",
      service,
      description: slo.text("description"),
      ratio,
      target_percent: objective,
      window_days: usualDays,
      burn_alerts,
      ...carriedLabels([...all], slo, "labels", { service }),
    },
    add,
    context,
  );
}

function ratioOf(slo: Attributes): Ratio | undefined {
  const sli = slo.map("sli");
  const events = sli.map("events");
  const [bad_query, total_query] = [events.text("error_query"), events.text("total_query")];
  if (bad_query !== undefined && total_query !== undefined) return { bad_query, total_query };
  const raw = sli.map("raw");
  const share = raw.text("error_ratio_query");
  return share === undefined ? undefined : ratioOfErrors(share, raw, "error_ratio_query");
}

/** The burn alerts, and the labels that all of them have. */
function burnAlertsOf(slo: Attributes): { burn_alerts: BurnAlerts; pairs: LabelPairs } {
  const alerting = slo.map("alerting");
  alerting.lost("name", "burn alerts are called SLOBurnRate here; change routes that go by the alert's name");
  alerting.lost("annotations", "burn alerts have texts of their own here", "info");
  const alerts = (["page", "ticket"] as const).flatMap((which) => {
    const alert = alerting.map(`${which}_alert`);
    if (alert.flag("disable") === true) return [];
    alert.lost("annotations", "burn alerts have texts of their own here", "info");
    const labels = alert.map("labels");
    const [word, own] = [labels.text("severity"), pairsOf(labels).filter(([name]) => name !== "severity")];
    return [
      {
        labels,
        own,
        pairs: pairs[which].map((pair) => ({ ...pair, severity: severityIn(word, pair.severity, labels) })),
      },
    ];
  });
  const [first, ...others] = alerts;
  const inAll = (first?.own ?? []).filter(([name, value]) =>
    others.every(({ own }) => own.some(([other, same]) => other === name && same === value)),
  );
  const shared = new Set(inAll.map(([name]) => name));
  for (const { labels, own } of alerts)
    for (const [name] of own)
      if (!shared.has(name))
        labels.note(
          name,
          "is left out: an SLO's labels stand on all of its burn alerts, and not all have this one; let routes go by severity",
        );
  return {
    burn_alerts: alerts.flatMap((alert) => alert.pairs),
    pairs: [...pairsOf(alerting.map("labels")).filter(([name]) => name !== "severity"), ...inAll],
  };
}

/** The severity of an alert, where its label says another one than is usual. */
function severityIn(
  word: string | undefined,
  usual: BurnAlerts[number]["severity"],
  labels: Attributes,
): BurnAlerts[number]["severity"] {
  if (word === undefined || word === usual) return usual;
  const said = usualWords.get(word.toLowerCase());
  const severity = said === undefined || said === "none" ? usual : said;
  labels.note("severity", `${JSON.stringify(word)} is ${severity} here: change routes that go by the word`);
  return severity;
}

/** The operator's objects write errorQuery where the files write error_query. Labels keep their names. */
function snaked(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      !isObject(member) || name === "annotations"
        ? member
        : name === "labels"
          ? texts(member)
          : snaked(member),
    ]),
  );
}

/** YAML reads `tier: 1` as a number, of which Sloth makes the text. */
function texts(labels: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value ?? "")]));
}
