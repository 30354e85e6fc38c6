/**
 * `npm run bench:storm`: one notification of 35,000 alerts, on both databases: the first of a connector, the same again,
 * and one of others, for none of which there is room. Measured are the time to the answer, the processor time, and how
 * long GETs and a plan of the same organization take meanwhile. BENCH_DATABASES says which databases (server,embedded);
 * BENCH_PROFILE names a folder for CPU profiles.
 */
import { join } from "node:path";
import pg from "pg";
import { freePort } from "../scripts/free-port.mjs";
import { receiverOf } from "../src/renderers/alertmanager/receivers.ts";
import { webhook } from "../test/alerts/support.ts";
import { create, environment, openAccess } from "./access.ts";
import { type Ask, askerAt, machine, median, pause, printHead, printRow, timed } from "./harness.ts";
import { benchmark, familyTime, processorTime, startService } from "./processes.ts";
import { postmasterOf } from "./side-by-side.ts";

const databases = (process.env.BENCH_DATABASES ?? "server,embedded").split(",");
const size = Number(process.env.BENCH_ALERTS ?? 35_000);

await benchmark("npm run bench:storm", main);

async function main(url: string, folder: string): Promise<void> {
  console.log(`${machine()}; notifications of ${size} alerts\n`);
  const first = ["database", "notification", "opened", "answer", "server's processor", "database's"];
  printHead(...first, "GETs meanwhile", "median", "longest", "a plan meanwhile");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const postmaster = await postmasterOf(client);
  for (const database of databases) {
    const port = await freePort();
    const where =
      database === "server"
        ? { DATABASE_URL: url }
        : { DATABASE_URL: "", ORGCONFIG_DATA_DIR: join(folder, database) };
    const { pid } = await startService(port, { ...environment, ...where });
    const key = await (await openAccess(port)).makeKey("api:admin");
    const { connector, receiver } = await makeRows(port, key);
    const ask = askerAt(port, key);
    const path = `intake/alertmanager/${connector}`;
    for (let at = 0; at < 50; at += 1) await ask("POST", path, stormOf(receiver, `warm ${at}`, 20, true));
    const storms = [
      ["the first", "a", true],
      ["the same again", "a", true],
      ["others", "b", true],
      ["others again", "b", true],
      ["their ends", "b", false],
    ] as const;
    for (const [name, prefix, firing] of storms) {
      const before = [processorTime(pid), familyTime(postmaster)] as const;
      const of = await meanwhile(ask, () => ask("POST", path, stormOf(receiver, prefix, size, firing)));
      const server = processorTime(pid) - before[0];
      const its = familyTime(postmaster) - before[1];
      const { opened, ended } = of.answer;
      const texts = [
        `${opened} (${ended} ended)`,
        ms(of.ms),
        ms(server / 1_000),
        ms(its / 1_000),
        of.reads.length,
      ];
      printRow(database, name, ...texts, ms(median(of.reads)), ms(Math.max(...of.reads)), ms(of.planMs));
      await pause(1_000);
    }
  }
  await client.end();
}

async function meanwhile(ask: Ask, storm: () => ReturnType<Ask>) {
  let over = false;
  const begun = performance.now();
  const sent = storm().finally(() => {
    over = true;
  });
  const planned = timed(() => ask("POST", "plans", { bundle: { teams: [{ name: "during" }] } }));
  const reads: number[] = [];
  while (!over) {
    reads.push((await ask("GET", "config/alert_routes")).ms);
    await pause(20);
  }
  const { body, ms } = await sent;
  return { answer: body, ms, wallMs: performance.now() - begun, reads, planMs: await planned };
}

async function makeRows(port: number, key: string) {
  const make = async (kind: string, body: object): Promise<string> =>
    (await create(port, key, kind, body)).id;
  const connector = await make("connectors", {
    ...{ name: "engine", type: "observability", connector_type: "alertmanager" },
  });
  const pager = await make("outbound_configs", {
    name: "pager",
    kind: "webhook",
    url: "http://10.255.255.1/",
  });
  const routes: string[] = [];
  for (let at = 0; at < 20; at += 1) {
    const matchers = [at === 0 ? "service=~shop.*" : `service=other-${at}`];
    const destinations = [{ outbound_config_id: pager }];
    routes.push(await make("alert_routes", { name: `route ${at}`, matchers, destinations }));
    const reason = "work";
    await make("alert_mutes", { matchers: [`service=quiet-${at}`], reason, duration_minutes: 600 });
  }
  await make("outbound_rules", {
    name: "urgent",
    outbound_config_id: pager,
    min_severity: "critical",
    matchers: ["severity=critical"],
  });
  return { connector, receiver: receiverOf(routes[0] as string) };
}

/** Alerts as a Prometheus with usual labels sends them. */
function stormOf(receiver: string, prefix: string, count: number, firing: boolean) {
  const startsAt = "2026-11-22T09:00:00Z";
  return webhook(
    { receiver },
    Array.from({ length: count }, (_, at) => ({
      ...{ name: `${prefix} ${at}`, startsAt, ...(firing ? {} : { endsAt: "2026-11-22T09:10:00Z" }) },
      labels: {
        ...{ service: `shop-${at % 50}`, severity: "critical", instance: `10.0.${at >> 8}.${at & 255}:9100` },
        ...{ job: "node", cluster: "eu-1", namespace: "shop" },
      },
      annotations: {
        summary: `${prefix} ${at} fails`,
        description: "More than 5 % of the requests of the last five minutes have failed.",
        runbook_url: "https://runbooks.example.com/checkout/errors",
      },
    })),
  );
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}
