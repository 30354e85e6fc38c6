/** The configuration of Alertmanager 0.15 to 0.28, and of Mimir's and Grafana's. */
import type { JsonObject } from "../../../../kernel/validate.ts";
import type { Attributes } from "../attributes.ts";
import { type AddRow, type Mapping, type MigrationContext, migrate } from "../mapping.ts";
import { identifierOf, type SourceResource } from "../resource.ts";
import { type MigrationSource, mostBytes } from "../source.ts";
import { beforeOf } from "./before.ts";
import { readConfig } from "./config.ts";
import { type FlatRow, flatten } from "./flatten.ts";
import { type Made, mapInhibition, mapInterval, mapRoute, type PlacedRow } from "./parts.ts";
import { mapReceiver } from "./receivers.ts";
import { allRoutes, type Config, type Route } from "./shapes.ts";

export const alertmanager: MigrationSource = {
  name: "alertmanager",
  title: "the configuration of Alertmanager, Mimir or Grafana",
  files:
    "alertmanager.yml and the files of its templates, or the API's answer in YAML or JSON; of Grafana also the files that it is provisioned with",
  proves: true,
  mostBytes,
  options: [],
  read(files, options) {
    const config = readConfig(files);
    const made: Made = { recipients: new Map(), rows: new Map(), names: new Set(), inhibitions: new Map() };
    const parts = partsOf(config, made);
    const migration = migrate(
      parts.map(
        ({ address, label, values }): SourceResource => ({
          address,
          mode: "managed",
          type: address,
          label: identifierOf([label]),
          values,
          sensitive: {},
          file: config.file,
        }),
      ),
      parts.map(({ address, map }): Mapping => ({ type: address, map })),
      [],
      options,
    );
    return { ...migration, before: beforeOf(config, made) };
  },
};

/** One thing of the configuration, what the report calls it, and what it becomes. */
interface Part {
  readonly address: string;
  readonly label: string;
  readonly values: JsonObject;
  map(attributes: Attributes, add: AddRow, context: MigrationContext): string | undefined;
}

/** In the order in which they are mapped: what is pointed at comes first. */
function partsOf(config: Config, made: Made): Part[] {
  const routes = allRoutes(config.root);
  const { rows, inexact } = flatten(config.root);
  const byRoute = grouped(rows);
  const taken = new Set<string>();
  return [
    ...(Object.keys(config.global).length === 0
      ? []
      : [{ address: "global", label: "global", values: config.global, map: mapGlobal }]),
    ...Object.entries(config.rest).map(([name, value]) => ({
      address: name,
      label: name,
      values: { [name]: value },
      map: mapRest,
    })),
    ...config.receivers.map((receiver) => ({
      address: `${receiver.address} ${receiver.name}`,
      label: receiver.name,
      values: receiver.values,
      map: (attributes: Attributes, add: AddRow, context: MigrationContext) => {
        const { constants } = config;
        const recipients = mapReceiver(receiver, attributes, constants, taken, add, context);
        made.recipients.set(receiver.name, recipients);
        return recipients.length > 0
          ? undefined
          : "it notifies nobody; its routes drop what they take, by decision";
      },
    })),
    ...routes.map((route) => ({
      address: route.address,
      label: route.receiver,
      values: route.values,
      map: (attributes: Attributes, add: AddRow, context: MigrationContext) => {
        if (inexact.includes(route))
          attributes.note(
            "continue",
            "what is below it cannot be said as a list of routes of a bearable length: its alerts may reach more routes than before; look at the routes after it",
          );
        return mapRoute(route, byRoute.get(route) ?? [], made, attributes, add, context);
      },
    })),
    ...[...config.intervals.values()].map(({ name, address }) => ({
      address: `${address} ${name}`,
      label: name,
      values: { name },
      map: (attributes: Attributes, add: AddRow) => mapInterval(name, config, routes, made, attributes, add),
    })),
    ...config.inhibitions.map((rule) => ({
      address: rule.address,
      label: rule.address,
      values: {},
      map: (_: Attributes, add: AddRow) => mapInhibition(rule, made, add),
    })),
  ];
}

function grouped(rows: readonly FlatRow<Route>[]): ReadonlyMap<Route, readonly PlacedRow[]> {
  const byRoute = new Map<Route, PlacedRow[]>();
  for (const [place, row] of rows.entries())
    byRoute.set(row.route, [...(byRoute.get(row.route) ?? []), { ...row, place }]);
  return byRoute;
}

/** What all messages are sent with: this service's own settings take its place. */
function mapGlobal(global: Attributes): string {
  global.ignore(...global.names());
  return "this service sends by settings of its own; secrets that receivers take from here are asked for at each target";
}

function mapRest(rest: Attributes): string {
  const [name = ""] = rest.names();
  return name === "templates"
    ? "messages here have this service's own texts"
    : "this service has no counterpart for it";
}
