/**
 * `npm run bench:alerts`: Alertmanager's webhooks with 100 alerts a second, one by one and in groups of ten, on both
 * databases, to one receiver and to five of ten. Measured is the time from a webhook's sending to the first bytes of the
 * delivery that reports it. BENCH_SECONDS (60) is how long each is measured, BENCH_DATABASES which databases are
 * (server,embedded); BENCH_PROFILE names a folder for CPU profiles.
 */
import { join } from "node:path";
import { Agent, request } from "undici";
import { freePort } from "../scripts/free-port.mjs";
import { type Fired, webhook } from "../test/alerts/support.ts";
import { create, environment, openAccess } from "./access.ts";
import { machine, pause, printHead, printRow, quantile, type Receiver, startReceiver } from "./harness.ts";
import { benchmark, processorTime, startService } from "./processes.ts";

const seconds = Number(process.env.BENCH_SECONDS ?? 60);
const databases = (process.env.BENCH_DATABASES ?? "server,embedded").split(",");
const alertsASecond = 100;
/** Not measured: the first webhooks are answered by code that is still being compiled. */
const warmUpSeconds = 5;
const drainMs = 30_000;
/** Alertmanager's first pause before it sends again. */
const retryMs = 500;

interface Shape {
  /** Alerts of one webhook. */
  readonly together: number;
  /** Receivers, each of which has a route to itself; webhooks go to one after the other. */
  readonly targets: number;
  /** Receivers that are notified of every alert. */
  readonly each: number;
}

const shapes: readonly Shape[] = [
  { together: 1, targets: 1, each: 1 },
  { together: 10, targets: 1, each: 1 },
  { together: 1, targets: 10, each: 5 },
];

await benchmark("npm run bench:alerts", main);

async function main(url: string, folder: string): Promise<void> {
  console.log(`${machine()}; ${alertsASecond} alerts a second for ${seconds} s\n`);
  const first = [
    "database",
    "alerts a webhook",
    "targets",
    "deliveries a second",
    "p50",
    "p95",
    "p99",
    "longest",
  ];
  printHead(...first, "answer p99", "answered 503", "not there after 30 s", "service's processor");
  const receiver = await startReceiver();
  for (const database of databases) {
    const port = await freePort();
    const where =
      database === "server"
        ? { DATABASE_URL: url }
        : { DATABASE_URL: "", ORGCONFIG_DATA_DIR: join(folder, database) };
    const { pid } = await startService(port, {
      ...environment,
      ...where,
      ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1",
    });
    const { makeKey } = await openAccess(port);
    const key = await makeKey("api:admin");
    for (const [index, shape] of shapes.entries()) {
      const run = await prepare({ port, key, receiver }, shape, `${database} ${index}`);
      await run(warmUpSeconds);
      const before = processorTime(pid);
      const figures = await run(seconds);
      const busy = (processorTime(pid) - before) / 1e6 / seconds;
      report(database, shape, figures, busy);
    }
  }
  receiver.close();
}

interface Figures {
  /** Milliseconds from a webhook's sending to each delivery. */
  readonly delays: readonly number[];
  /** The same to the webhook's answer. */
  readonly answers: readonly number[];
  /** Deliveries that had not come half a minute after the last webhook: the queue grows. The times lack them. */
  readonly missing: number;
  /** Webhooks that were answered 503, and sent again. */
  readonly refusals: number;
  readonly deliveriesASecond: number;
}

/** Makes the rows of a shape, and answers what sends alerts for so many seconds, whatever is answered. */
async function prepare(
  { port, key, receiver }: { readonly port: number; readonly key: string; readonly receiver: Receiver },
  { together, targets, each }: Shape,
  name: string,
): Promise<(seconds: number) => Promise<Figures>> {
  const { connector, routes } = await makeRows(port, key, receiver, targets, each, name);
  const url = `http://127.0.0.1:${port}/api/v1/intake/alertmanager/${connector}`;
  const pool = new Agent({ connections: 256 });
  let count = 0;

  return async (seconds) => {
    const { arrived } = receiver;
    arrived.clear();
    const sentAt = new Map<string, number>();
    const answers: number[] = [];
    let refusals = 0;
    const intervalMs = (1_000 * together) / alertsASecond;
    const begun = performance.now();
    const sending: Promise<void>[] = [];
    const webhooks = Math.round((seconds * 1_000) / intervalMs);
    for (let at = 0; at < webhooks; at += 1) {
      // By the clock and not by the answers: what is slow does not slow down what comes.
      const dueAt = begun + at * intervalMs;
      while (performance.now() < dueAt) await pause(Math.max(0, dueAt - performance.now()));
      const fired = Array.from({ length: together }, (): Fired => {
        count += 1;
        return alertOf(`${name} ${count}`);
      });
      const receiverName = routes[at % targets] as string;
      const body = JSON.stringify(webhook({ receiver: receiverName, group: `${name} ${count}` }, fired));
      const from = performance.now();
      for (const one of fired) sentAt.set(one.name, from);
      sending.push(
        notify(pool, url, key, body).then((refused) => {
          refusals += refused;
          answers.push(performance.now() - from);
        }),
      );
    }
    await Promise.all(sending);
    for (const end = performance.now() + drainMs; performance.now() < end; await pause(20)) {
      if ([...sentAt.keys()].every((one) => arrived.get(one)?.length === each)) break;
    }
    const { delays, missing, last } = delaysOf(arrived, sentAt, each, begun);
    const deliveriesASecond = delays.length / together / ((last - begun) / 1_000);
    return { delays, answers, refusals, missing, deliveriesASecond };
  };
}

/** A connector, targets, and a route to each target and those after it. */
async function makeRows(
  port: number,
  key: string,
  receiver: Receiver,
  targets: number,
  each: number,
  name: string,
): Promise<{ readonly connector: string; readonly routes: readonly string[] }> {
  const make = async (kind: string, body: object): Promise<string> =>
    (await create(port, key, kind, { name, ...body })).id;
  const connector = await make("connectors", { type: "observability", connector_type: "alertmanager" });
  const configs: string[] = [];
  for (let at = 0; at < targets; at += 1)
    configs.push(
      await make("outbound_configs", {
        name: `${name} ${at}`,
        kind: "webhook",
        url: `${receiver.url}/${at}`,
      }),
    );
  const routes: string[] = [];
  for (let at = 0; at < targets; at += 1)
    routes.push(
      await make("alert_routes", {
        name: `${name} ${at}`,
        matchers: [`target="${at}"`],
        destinations: Array.from({ length: each }, (_, step) => ({
          outbound_config_id: configs[(at + step) % targets],
        })),
      }),
    );
  return { connector, routes };
}

/** As Alertmanager does: one that the service cannot take now is sent again. @returns how often it was not taken */
async function notify(pool: Agent, url: string, key: string, body: string): Promise<number> {
  for (let refused = 0; ; refused += 1) {
    const { statusCode, body: answer } = await request(url, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body,
      dispatcher: pool,
    });
    const text = await answer.text();
    if (statusCode === 200) return refused;
    if (statusCode !== 503) throw new Error(`a webhook was answered ${statusCode}: ${text}`);
    await pause(retryMs);
  }
}

/** How long each delivery took, how many did not come, and when the last one came. */
function delaysOf(
  arrived: Receiver["arrived"],
  sentAt: ReadonlyMap<string, number>,
  each: number,
  begun: number,
) {
  const delays: number[] = [];
  let last = begun;
  let missing = 0;
  for (const [one, from] of sentAt) {
    const times = arrived.get(one) ?? [];
    if (times.length > each) throw new Error(`${one} was notified ${times.length} times`);
    missing += each - times.length;
    for (const time of times) {
      delays.push(time - from);
      last = Math.max(last, time);
    }
  }
  return { delays, missing, last };
}

/** An alert as a Prometheus with usual labels sends it. */
function alertOf(name: string): Fired {
  return {
    name,
    startsAt: new Date().toISOString(),
    labels: {
      service: "checkout",
      severity: "critical",
      instance: "10.0.0.17:9100",
      job: "node",
      cluster: "eu-1",
      namespace: "shop",
    },
    annotations: {
      summary: name,
      description: "More than 5 % of the requests of the last five minutes have failed.",
      runbook_url: "https://runbooks.example.com/checkout/errors",
    },
  };
}

function report(database: string, { together, targets, each }: Shape, figures: Figures, busy: number): void {
  const { delays, answers, refusals, missing, deliveriesASecond } = figures;
  const notified = each === 1 ? `${targets}` : `${targets}, ${each} of them for each alert`;
  printRow(
    database,
    together,
    notified,
    deliveriesASecond.toFixed(0),
    ...[0.5, 0.95, 0.99, 1].map((share) => milliseconds(delays, share)),
    milliseconds(answers, 0.99),
    refusals,
    missing,
    `${Math.round(busy * 100)} %`,
  );
}

function milliseconds(values: readonly number[], share: number): string {
  return `${quantile(values, share).toFixed(0)} ms`;
}
