/** A page of Statuspage, by its public API (v2) or saved: summary.json, incidents.json, scheduled-maintenances.json. */

import { given } from "../../../kernel/given.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { statusPageComponents } from "../../../resources/status-page-components.ts";
import { statusPageIncidents } from "../../../resources/status-page-incidents.ts";
import type { Attributes } from "./attributes.ts";
import type { AddRow } from "./mapping.ts";
import { type Found, listed, migrateParts, objectsIn, type Part, textOf } from "./objects.ts";
import { type MigrationSource, mostBytes, WrongFiles } from "./source.ts";

type Status = (typeof statusPageIncidents.fields.status.choices)[number];
type Impact = (typeof statusPageIncidents.fields.impact.choices)[number];
type ComponentStatus = (typeof statusPageComponents.fields.status.choices)[number];

/** What Statuspage calls otherwise. */
const statuses: Readonly<Record<string, Status>> = { postmortem: "resolved", verifying: "in_progress" };
const over: readonly string[] = ["resolved", "completed"];
const known: readonly string[] = statusPageIncidents.fields.status.choices;
const longestBody = statusPageIncidents.fields.body.max;
const mostUpdates = statusPageIncidents.fields.updates.max;

export const statuspage: MigrationSource = {
  name: "statuspage",
  title: "a page of Statuspage",
  files: "summary.json, incidents.json and scheduled-maintenances.json of its public API",
  form: "yaml",
  mostBytes,
  options: [],
  read(files, options) {
    const found = objectsIn(files);
    const components = distinct(found, ["components"]);
    const incidents = distinct(found, ["incidents", "scheduled_maintenances"]);
    if (components.length + incidents.length === 0)
      throw new WrongFiles([
        "the files hold no components, incidents or scheduled_maintenances of Statuspage",
      ]);
    // What others write where a reference to it belongs, by its id there.
    const ids = new Map<string, string>();
    const groups = new Map(
      components
        .filter(({ value }) => value.group === true)
        .map(({ value }) => [textOf(value.id) ?? "", textOf(value.name) ?? ""] as const),
    );
    const shown = components.filter(({ value }) => value.group !== true);
    return migrateParts(
      [
        ...shown.map((one) => componentPart(one, groups, ids)),
        ...incidents.map((one) => incidentPart(one, ids)),
      ],
      options,
    );
  },
};

/** What several files have is read once. */
function distinct(found: readonly Found[], members: readonly string[]): readonly Found[] {
  const all = found.flatMap(({ file, value }) =>
    members.flatMap((member) => listed(value, member).map((one) => ({ file, value: one }))),
  );
  return [...new Map(all.map((one, index) => [textOf(one.value.id) ?? String(index), one])).values()];
}

function componentPart(
  { file, value }: Found,
  groups: ReadonlyMap<string, string>,
  ids: Map<string, string>,
): Part {
  const name = textOf(value.name) ?? "no name";
  return {
    file,
    value,
    address: `component ${name}`,
    label: name,
    map(component, add) {
      component.ignore(
        "id",
        "page_id",
        "created_at",
        "updated_at",
        "start_date",
        "group",
        "name",
        "group_id",
      );
      component.ignore("components", "automation_email");
      if (component.flag("only_show_if_degraded") === true)
        component.note("only_show_if_degraded", "the component is always shown here");
      const showcase = component.flag("showcase");
      const added = add(statusPageComponents, {
        name,
        group: groups.get(textOf(value.group_id) ?? "") ?? "",
        status: (component.text("status") ?? "operational") as ComponentStatus,
        position: Math.max(component.number("position") ?? 0, 0),
        ...given({ description: component.text("description"), show_uptime: showcase }),
      });
      if (added.accepted) ids.set(textOf(value.id) ?? "", added.id);
      return undefined;
    },
  };
}

function incidentPart({ file, value }: Found, ids: ReadonlyMap<string, string>): Part {
  const name = textOf(value.name) ?? "no name";
  return {
    file,
    value,
    address: `incident ${name} (${textOf(value.id) ?? "no id"})`,
    label: name,
    map: (incident, add) => mapIncident(name, value, incident, add, ids),
  };
}

function mapIncident(
  name: string,
  value: JsonObject,
  incident: Attributes,
  add: AddRow,
  ids: ReadonlyMap<string, string>,
): undefined {
  incident.ignore(...incident.names());
  const said = textOf(value.status) ?? "investigating";
  const status = (statuses[said] ?? said) as Status;
  const isOver = over.includes(status);
  const affected = listed(value, "components").map(({ id }) => textOf(id) ?? "");
  const gone = affected.filter((id) => !ids.has(id)).length;
  if (gone > 0)
    incident.note("components", `${gone} of its components are not in the files, and are left out`);
  if (!isOver)
    incident.note("status", "it is open: its updates are not mailed until notify is switched on", "info");
  const started_at = beginOf(value, status, isOver);
  const ended = textOf(value.resolved_at) ?? textOf(value.scheduled_until) ?? textOf(value.updated_at);
  const resolved_at = isOver ? latest(started_at, ended) : undefined;
  const updates = updatesOf(value, name, incident);
  add(statusPageIncidents, {
    title: name,
    status,
    impact: (textOf(value.impact) ?? "none") as Impact,
    component_ids: affected.flatMap((id) => ids.get(id) ?? []),
    body: updates.at(-1)?.body ?? name,
    notify: false,
    ...given({
      external_id: textOf(value.id),
      scheduled_for: textOf(value.scheduled_for),
      scheduled_until: textOf(value.scheduled_until),
      started_at,
      resolved_at,
      updates: updates.length === 0 ? undefined : updates,
    }),
  });
}

/** A maintenance begins as planned, or when it was said to be in progress; one that is only planned has not begun. */
function beginOf(value: JsonObject, status: Status, isOver: boolean): string | undefined {
  if (status === "scheduled") return undefined;
  const planned = textOf(value.scheduled_for);
  if (planned === undefined) return textOf(value.started_at) ?? textOf(value.created_at);
  const begun = listed(value, "incident_updates").find((update) => update.status === "in_progress");
  return textOf(begun?.display_at) ?? textOf(begun?.created_at) ?? (isOver ? planned : undefined);
}

/** A maintenance may be completed before it was to begin. */
function latest(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return other;
  return Date.parse(one) > Date.parse(other) ? one : other;
}

/** What was written about it, the oldest first, at its times. */
function updatesOf(value: JsonObject, name: string, incident: Attributes) {
  const updates = listed(value, "incident_updates").flatMap((update) => {
    const at = textOf(update.display_at) ?? textOf(update.created_at);
    const said = textOf(update.status) ?? "";
    const status = statuses[said] ?? (known.find((one) => one === said) as Status | undefined);
    return at === undefined || status === undefined
      ? []
      : [{ at, status, body: cut(textOf(update.body) ?? "", incident) || name }];
  });
  const left = listed(value, "incident_updates").length - updates.length;
  if (left > 0)
    incident.note("incident_updates", `${left} have no time or no status of Statuspage, and are left out`);
  if (updates.length > mostUpdates)
    incident.note("incident_updates", `are more than ${mostUpdates}: the oldest are left out`);
  return updates.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)).slice(-mostUpdates);
}

function cut(body: string, incident: Attributes): string {
  const points = Array.from(body);
  if (points.length <= longestBody) return body;
  incident.note(
    "incident_updates",
    `one is longer than the ${longestBody} characters of a body: its end is cut`,
  );
  return `${points.slice(0, longestBody - 1).join("")}…`;
}
