/** Sloth's SLOs: its own files (prometheus/v1), and the objects of its operator (sloth.slok.dev/v1). */
import { isObject, type JsonObject } from "../../../kernel/validate.ts";
import type { Attributes } from "../attributes.ts";
import type { AddRow, MigrationContext } from "../mapping.ts";
import { type Found, inner, listed, migrateParts, objectsIn, type Part, textOf } from "../objects.ts";
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
        "the files hold no SLO of Sloth: neither prometheus/v1 nor a PrometheusServiceLevel",
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
    value: snaked(slo),
    address: `${service ?? "no service"}/${textOf(slo.name) ?? "no name"}`,
    label: `${service ?? ""}_${textOf(slo.name) ?? ""}`,
    map: (attributes, add, context) => mapSlo(service, attributes, add, context),
  }));
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
  const objective = slo.number("objective");
  const ratio = ratioOf(slo);
  if (ratio === undefined)
    return "its SLI is a plugin of Sloth's, which is a program: write the queries that it makes (sloth generate shows them) as sli.events";
  if (!isPercent(objective)) return "its objective is no percentage between 0 and 100, such as 99.9";
  slo.lost(
    "labels",
    "SLOs carry no labels here; the burn alert has service, sloth_service and sloth_slo",
    "info",
  );
  return addPromise(
    {
      name: slo.text("name") ?? "",
      service,
      description: slo.text("description"),
      ratio,
      target_percent: objective,
      window_days: usualDays,
      burn_alerts: burnAlertsOf(slo),
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

function burnAlertsOf(slo: Attributes): BurnAlerts {
  const alerting = slo.map("alerting");
  alerting.lost("name", "burn alerts are called SLOBurnRate here; change routes that go by the alert's name");
  alerting.lost("labels", "burn alerts have labels of their own here; change routes that go by these");
  alerting.lost("annotations", "burn alerts have texts of their own here", "info");
  const alerts = (["page", "ticket"] as const).flatMap((which) => {
    const alert = alerting.map(`${which}_alert`);
    if (alert.flag("disable") === true) return [];
    alert.lost(
      "labels",
      `burn alerts have labels of their own here; this one has severity="${pairs[which][0]?.severity}": change routes that go by others`,
    );
    alert.lost("annotations", "burn alerts have texts of their own here", "info");
    return pairs[which];
  });
  return alerts;
}

/** The operator's objects write errorQuery where the files write error_query. Labels stay as they are. */
function snaked(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      isObject(member) && name !== "labels" && name !== "annotations" ? snaked(member) : member,
    ]),
  );
}
