/** Alertmanager's webhook as tests send it, and what follows from it as they read it. */
import type { Answer, Tenant, TestService } from "../support/service.ts";

export interface Fired {
  readonly name: string;
  readonly startsAt: string;
  /** Without one it is open. */
  readonly endsAt?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface Notified {
  readonly receiver: string;
  readonly group?: string;
  readonly truncated?: number;
}

/** A notification as Alertmanager 0.25 writes it. */
export function webhook({ receiver, group = "all", truncated = 0 }: Notified, fired: readonly Fired[]) {
  return {
    version: "4",
    groupKey: `{}/{}:{group="${group}"}`,
    truncatedAlerts: truncated,
    status: fired.some(({ endsAt }) => endsAt === undefined) ? "firing" : "resolved",
    receiver,
    groupLabels: { group },
    commonLabels: {},
    commonAnnotations: {},
    externalURL: "http://alertmanager.example:9093",
    alerts: fired.map(({ name, startsAt, endsAt, labels = {}, annotations = {} }) => ({
      status: endsAt === undefined ? "firing" : "resolved",
      labels: { alertname: name, ...labels },
      annotations,
      startsAt,
      endsAt: endsAt ?? "0001-01-01T00:00:00Z",
      generatorURL: "http://prometheus.example:9090/graph",
      fingerprint: fingerprintOf(name),
    })),
  };
}

export function fingerprintOf(name: string): string {
  return Buffer.from(name).toString("hex").padStart(16, "0");
}

const dayMs = 24 * 3_600_000;
/** Nine in the morning, five days ago: what a service forgets by its age, it still has on any day. */
const beginning = Math.floor(Date.now() / dayMs) * dayMs - 5 * dayMs + 9 * 3_600_000;

/** So many minutes after the tests' own beginning of time. */
export function minute(count: number): string {
  return new Date(beginning + count * 60_000).toISOString();
}

/** An organization with an Alertmanager, a pager, a room, and a route to both. */
export interface Scene {
  readonly tenant: Tenant;
  readonly connector: string;
  readonly pager: string;
  readonly room: string;
  readonly route: string;
  notify(to: Partial<Notified>, fired: readonly Fired[]): Promise<Answer>;
}

export async function makeScene(
  app: TestService,
  route: Readonly<Record<string, unknown>> = {},
): Promise<Scene> {
  const tenant = await app.makeTenant();
  const make = async (kind: string, body: unknown): Promise<string> => {
    const { status, body: row, text } = await tenant.config("POST", kind, { body });
    if (status !== 201) throw new Error(text);
    return row.id;
  };
  const connector = await make("connectors", {
    name: "alertmanager",
    type: "observability",
    connector_type: "alertmanager",
  });
  const pager = await make("outbound_configs", { name: "pager", kind: "pagerduty", secret: "key" });
  const room = await make("outbound_configs", {
    name: "room",
    kind: "slack",
    secret: "https://hooks.slack.example/services/x",
  });
  const routed = await make("alert_routes", {
    name: "all",
    matchers: ['alertname=~".+"'],
    destinations: [{ outbound_config_id: pager }, { outbound_config_id: room }],
    ...route,
  });
  return {
    tenant,
    connector,
    pager,
    room,
    route: routed,
    notify: (to, fired) =>
      tenant.api("POST", `intake/alertmanager/${connector}`, {
        body: webhook({ receiver: routed, ...to }, fired),
      }),
  };
}

/** The time in which an end may follow a firing that looks late is over, and what follows from that is done. */
export async function holdsOver(app: TestService, scene: Pick<Scene, "tenant">): Promise<void> {
  await app.database.queryText(
    { name: "test-holds", text: "UPDATE held_firings SET due_at = now() WHERE organization_id = $1" },
    [scene.tenant.organization.id],
  );
  await app.service.alerts.flush();
}

/** A row that must be made. */
export async function created(scene: Scene, kind: string, body: unknown): Promise<string> {
  const { status, body: row, text } = await scene.tenant.config("POST", kind, { body });
  if (status !== 201) throw new Error(text);
  return row.id;
}

export interface Queued {
  readonly channel: string;
  readonly target: string;
  readonly source: string;
  readonly subject: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read payloads of every shape
  readonly payload: any;
}

/** What waits in the queue for an organization, in order. */
export async function queued(app: TestService, { tenant }: Pick<Scene, "tenant">): Promise<Queued[]> {
  return app.database.queryText<Queued>(
    {
      name: "test-queued",
      text: "SELECT channel, target, source, subject, payload FROM deliveries WHERE organization_id = $1 ORDER BY ordinal",
    },
    [tenant.organization.id],
  );
}

/** The same in a word each: to whom, what, and of which alerts. */
export async function notified(app: TestService, scene: Scene): Promise<string[]> {
  const names = new Map([
    [scene.pager, "pager"],
    [scene.room, "room"],
  ]);
  return (await queued(app, scene)).map(({ channel, target, payload, subject }) =>
    payload.type === "alert"
      ? `${names.get(target) ?? target} ${payload.message.phase} ${payload.message.alerts.map(({ title }: { title: string }) => title).join(",")}`
      : `${channel} ${target} ${subject}`,
  );
}

export async function listed(scene: Scene, query = ""): Promise<Answer["body"][]> {
  const { body } = await scene.tenant.api("GET", `alerts${query}`);
  return body.data;
}
