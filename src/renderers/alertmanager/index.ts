/**
 * Alertmanager, and Mimir's: it deduplicates, groups and routes, and notifies this service, which notifies people. The routes
 * are flat below a root that has no labels to group by, so that the first that matches and does not continue ends the
 * search, as this service's own `createRouting` does.
 */
import type { JsonObject } from "../../kernel/validate.ts";
import { burnInhibitions } from "../alerting/inhibitions.ts";
import type { ConnectorRow } from "../assignment.ts";
import { alertmanagerFile } from "../named-files.ts";
import type { Refusal, Renderer, RendererRows, Rendering, Target } from "../renderer.ts";
import { yamlOf } from "../yaml.ts";
import { isNative, mailSettings, nativeIntegrations, noneMatcher, withoutPagers } from "./native.ts";
import { intakeWebhook, receiverOf, rootReceiver, unpagedReceiverOf } from "./receivers.ts";
import { isAlertmanager, receivingOf } from "./receiving-engines.ts";
import { inhibitionOrUnable, isUnable, type Router, routeOrUnable } from "./routes.ts";
import { intervalOf, mutesOfRoute, timedMutes, timeIntervals } from "./timed-mutes.ts";

const nothing: Rendering = { files: [], refusals: [], evaluated: [] };

export const alertmanager: Renderer = {
  connectorTypes: ["alertmanager", "mimir"],
  oldestVersion: "0.25",
  render(rows, target) {
    const connector = rows.connectors.find(({ id }) => id === target.connectorId);
    if (connector === undefined) return nothing;
    const receiving = receivingOf(rows, connector);
    if ("refusal" in receiving) return { ...nothing, refusals: [receiving.refusal] };
    return receiving.takes ? rendered(rows, connector, target) : nothing;
  },
};

function rendered(rows: RendererRows, connector: ConnectorRow, target: Target): Rendering {
  const router = routerOf(connector, target);
  const native = isNative(connector);
  const webhook = intakeWebhook(target, isAlertmanager(connector));
  const routes: JsonObject[] = [];
  const receivers: JsonObject[] = [{ name: rootReceiver, webhook_configs: [webhook] }];
  const refusals: Refusal[] = [];
  const burns = rows.slos.some(({ configuration }) => configuration.burn_alerts.length > 0);
  const mutes = timedMutes(rows, router.version);
  for (const row of rows.alertRoutes.filter(({ configuration }) => configuration.enabled)) {
    const integrations = native ? nativeIntegrations(row, rows, connector) : {};
    const others =
      isUnable(integrations) || row.configuration.severity_override !== null
        ? undefined
        : withoutPagers(integrations);
    const unpaged = others && {
      receiver: unpagedReceiverOf(row.id),
      matcher: noneMatcher(rows.severityWords),
    };
    const route = routeOrUnable(row, router, burns, mutesOfRoute(row, mutes), unpaged);
    const unable = [route, integrations].find(isUnable);
    if (unable !== undefined) refusals.push({ resource: "alert_routes", id: row.id, ...unable });
    else {
      routes.push(route as JsonObject);
      receivers.push({
        name: receiverOf(row.id),
        ...(integrations as JsonObject),
        webhook_configs: [webhook],
      });
      if (unpaged !== undefined)
        receivers.push({ name: unpaged.receiver, ...(others as JsonObject), webhook_configs: [webhook] });
    }
  }
  const inhibitions: JsonObject[] = [];
  const written = rows.alertInhibitions.filter(({ configuration }) => configuration.enabled);
  for (const row of [...written, ...(burns ? burnInhibitions : [])]) {
    const inhibition = inhibitionOrUnable(row, router);
    if (isUnable(inhibition)) refusals.push({ resource: "alert_inhibitions", id: row.id, ...inhibition });
    else inhibitions.push(inhibition);
  }
  const used = new Set(JSON.stringify(routes).match(/"mute_[^"]+"/g));
  const named = mutes.filter((mute) => used.has(JSON.stringify(intervalOf(mute))));
  const content = yamlOf({
    ...(native ? { global: mailSettings(connector) } : {}),
    route: { receiver: rootReceiver, ...usualTiming, ...(routes.length === 0 ? {} : { routes }) },
    ...(inhibitions.length === 0 ? {} : { inhibit_rules: inhibitions }),
    ...(named.length === 0 ? {} : { time_intervals: timeIntervals(named) }),
    receivers,
  });
  const files = [{ name: alertmanagerFile, content }];
  return { files, refusals, evaluated: [], wholeKinds: ["alert_inhibitions", "alert_routes"] };
}

/** Of alerts that no route takes: Alertmanager's own defaults, and the fields'. */
const usualTiming = { group_wait: "30s", group_interval: "300s", repeat_interval: "14400s" } as const;

/** Mimir's versions say nothing of its Alertmanager, which reads the older form unless its operator chose the newer one. */
function routerOf(connector: ConnectorRow, { version }: Target): Router {
  if (isAlertmanager(connector)) return { name: `Alertmanager ${version}`, version, upgradable: true };
  return { name: "Mimir's Alertmanager", version: alertmanager.oldestVersion, upgradable: false };
}
