/** Alerts over HTTP: rows for them, notifications as Alertmanager sends them, and what became of them. */
import { setTimeout as pause } from "node:timers/promises";
import { webhook } from "../alerts/support.ts";

export interface Shown {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly deliveries: readonly { readonly target: string; readonly status: string }[];
}

/** What is called over HTTP, at whichever address the program has by now. */
export function createAlertCalls(key: string, urlOf: () => string) {
  async function call(method: string, path: string, body?: unknown, more = {}): Promise<Response> {
    return fetch(`${urlOf()}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
  return {
    async make(kind: string, body: unknown): Promise<string> {
      const answer = await call("POST", `config/${kind}`, body);
      if (answer.status !== 201) throw new Error(await answer.text());
      return ((await answer.json()) as { id: string }).id;
    },
    /** As Alertmanager does: again and again, until it is taken. */
    async notify(connector: string, body: unknown): Promise<void> {
      for (;;) {
        const answer = await call("POST", `intake/alertmanager/${connector}`, body).catch(() => undefined);
        await answer?.text().catch(() => undefined);
        if (answer?.status === 200) return;
        if (answer !== undefined && answer.status < 500) throw new Error(`it was answered ${answer.status}`);
        await pause(20);
      }
    },
    async change(kind: string, id: string, body: unknown): Promise<void> {
      const answer = await call("PUT", `config/${kind}/${id}`, body, { "if-match": "*" });
      if (answer.status !== 200) throw new Error(await answer.text());
    },
    /** Of each alert, whether its next step waits for a target that is off. */
    async held(): Promise<readonly boolean[]> {
      const { data } = (await (await call("GET", "alerts")).json()) as { data: Shown[] };
      const each = data.map(async ({ id }) => (await call("GET", `alerts/${id}`)).json());
      const shown = (await Promise.all(each)) as { next_steps: { held: boolean }[] }[];
      return shown.map(({ next_steps }) => next_steps.some(({ held }) => held));
    },
    async read(path: string): Promise<unknown> {
      return (await call("GET", path)).json();
    },
    async alerts(): Promise<readonly Shown[]> {
      return ((await (await call("GET", "alerts")).json()) as { data: Shown[] }).data;
    },
  };
}

export type AlertCalls = ReturnType<typeof createAlertCalls>;

/** A route to one mailbox, or to one webhook. */
export interface Route {
  readonly name: string;
  readonly id: string;
}

export interface Alerting {
  readonly mailboxes: readonly Route[];
  readonly hook: Route;
  /** An alert that begins, as Alertmanager says it, until it is taken. It goes to the targets of these routes, each once. */
  fire(name: string, routes: readonly Route[]): Promise<void>;
}

export async function makeAlerting(
  calls: AlertCalls,
  hookUrl: string,
  mailboxes: readonly string[],
): Promise<Alerting> {
  const connector = await calls.make("connectors", {
    name: "alertmanager",
    type: "observability",
    connector_type: "alertmanager",
  });
  const pager = await calls.make("outbound_configs", { name: "pager", kind: "webhook", url: hookUrl });
  const routeTo = async (name: string, destination: object): Promise<Route> => {
    const matchers = ['alertname=~".+"'];
    return { name, id: await calls.make("alert_routes", { name, matchers, destinations: [destination] }) };
  };
  const made: Route[] = [];
  for (const email of mailboxes) made.push(await routeTo(email, { email }));
  return {
    mailboxes: made,
    hook: await routeTo("hook", { outbound_config_id: pager }),
    async fire(name, routes) {
      const fired = [{ name, startsAt: new Date(Date.now() - 1_000).toISOString() }];
      for (const { id } of routes)
        await calls.notify(connector, webhook({ receiver: id, group: name }, fired));
    },
  };
}
