/**
 * `npm run bench:status-page-mail`: an update of the status page is mailed to 10,000 subscribers over a real SMTP server
 * that takes 20 ms for each mail, while an alert a second pages on-call by a webhook and by mail. BENCH_SUBSCRIBERS
 * (10000) says to how many.
 */
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { SMTPServer } from "smtp-server";
import { freePort } from "../scripts/free-port.mjs";
import { createVault, secretKey } from "../src/database/vault.ts";
import { addressIdentity } from "../src/features/status-page/subscriber-store.ts";
import { newId } from "../src/kernel/ids.ts";
import { webhook } from "../test/alerts/support.ts";
import { create, environment, openAccess } from "./access.ts";
import { askerAt, machine, pause, printHead, printRow, quantile, startReceiver } from "./harness.ts";
import { benchmark, processorTime, startService } from "./processes.ts";

const subscribers = Number(process.env.BENCH_SUBSCRIBERS ?? 10_000);
const mailMs = 20;
const alertEveryMs = 1_000;
const mostMs = 20 * 60_000;
const onCall = "oncall@example.com";

await benchmark("npm run bench:status-page-mail", async (databaseUrl, folder) => {
  console.log(`${machine()}; ${subscribers} subscribers\n`);
  const receivers = await startReceivers();
  const port = await freePort();
  const { pid } = await startService(port, {
    ...environment,
    DATABASE_URL: databaseUrl,
    ORGCONFIG_DATA_DIR: join(folder, "data"),
    ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1",
    SMTP_URL: receivers.smtpUrl,
    MAIL_FROM: "status@example.com",
  });
  const { makeKey, organizationId } = await openAccess(port);
  const key = await makeKey("api:admin");
  await addSubscribers(databaseUrl, organizationId);
  const page = await makePager(port, key, receivers.webhookUrl);
  const update = await makeIncident(port, key);

  const before = processorTime(pid);
  const began = performance.now();
  await update();
  const sentAt = new Map<string, number>();
  while (receivers.mailed.size < subscribers && performance.now() - began < mostMs) {
    const title = `alert ${sentAt.size}`;
    sentAt.set(title, performance.now());
    await page(title);
    await pause(alertEveryMs);
  }
  const tookMs = Math.max(...receivers.mailed.values()) - began;
  const busy = (processorTime(pid) - before) / 1e3 / tookMs;
  await pause(5_000);
  const delays = (arrived: ReadonlyMap<string, readonly number[]>) =>
    [...sentAt].map(([title, from]) => (arrived.get(title)?.[0] ?? Number.POSITIVE_INFINITY) - from);
  console.log(
    `${receivers.mailed.size} of ${subscribers} mailed in ${(tookMs / 1_000).toFixed(0)} s, ${Math.round((receivers.mailed.size / tookMs) * 1_000)} a second; the service's processor: ${Math.round(busy * 100)} %\n`,
  );
  printHead("a page to on-call, from its alert", "pages", "median ms", "p99 ms", "longest ms");
  row("by a webhook", delays(receivers.paged));
  row("by mail", delays(receivers.pagedByMail));
  receivers.close();
});

function row(what: string, delays: readonly number[]): void {
  printRow(what, delays.length, ...[0.5, 0.99, 1].map((share) => quantile(delays, share).toFixed(0)));
}

/** A mail server and the target of a webhook, with the time of everything that comes. */
async function startReceivers() {
  const mailed = new Map<string, number>();
  const pagedByMail = new Map<string, number[]>();
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onData(stream, { envelope }, done) {
      const at = performance.now();
      let text = "";
      stream.on("data", (piece: Buffer) => {
        text += piece;
      });
      stream.on("end", () => {
        const to = envelope.rcptTo[0]?.address ?? "";
        const [, title] = /(alert \d+)/.exec(text.replace(/=\r?\n/g, "")) ?? [];
        if (to !== onCall) mailed.set(to, at);
        else if (title !== undefined && !pagedByMail.has(title)) pagedByMail.set(title, [at]);
        setTimeout(done, mailMs);
      });
    },
  });
  await new Promise<void>((resolve) => mail.listen(0, "127.0.0.1", resolve));
  const target = await startReceiver((body) => body.match(/alert \d+/g) ?? []);
  return {
    mailed,
    paged: target.arrived,
    pagedByMail,
    smtpUrl: `smtp://127.0.0.1:${(mail.server.address() as AddressInfo).port}`,
    webhookUrl: target.url,
    close() {
      mail.close();
      target.close();
    },
  };
}

/** As if each had asked and confirmed, which a limit keeps one client from. */
async function addSubscribers(databaseUrl: string, organizationId: string): Promise<void> {
  const key = secretKey(environment.ORGCONFIG_SECRET_KEYS);
  if (key === undefined) throw new Error("the benchmark's key is not one");
  const vault = createVault([key]);
  const ids = Array.from({ length: subscribers }, () => newId("sub"));
  const sealed = ids.map((id, at) =>
    vault.seal(`reader-${at}@example.com`, addressIdentity(organizationId, id)),
  );
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(
    `INSERT INTO status_page_subscribers
       (organization_id, id, channel, address_code, sealed_address, component_ids, status, created_at)
     SELECT $1, id, 'email', id, sealed, '{}', 'confirmed', now() FROM unnest($2::text[], $3::text[]) AS one (id, sealed)`,
    [organizationId, ids, sealed],
  );
  await client.end();
}

/** A route for critical alerts to a webhook and to an address. @returns what raises one */
async function makePager(port: number, key: string, url: string): Promise<(title: string) => Promise<void>> {
  const make = async (kind: string, body: object) => (await create(port, key, kind, body)).id;
  const connector = await make("connectors", {
    name: "Alertmanager",
    type: "observability",
    connector_type: "alertmanager",
  });
  const target = await make("outbound_configs", { name: "Pager", kind: "webhook", url });
  const route = await make("alert_routes", {
    name: "Critical",
    matchers: ['severity="critical"'],
    destinations: [{ outbound_config_id: target }, { email: onCall }],
  });
  return async (title) => {
    const fired = {
      name: title,
      startsAt: new Date().toISOString(),
      labels: { severity: "critical", service: "checkout" },
      annotations: { summary: title },
    };
    const body = webhook({ receiver: route, group: title }, [fired]);
    await askerAt(port, key)("POST", `intake/alertmanager/${connector}`, body);
  };
}

/** A page that is served. @returns what opens an incident of it, of which everybody is mailed */
async function makeIncident(port: number, key: string): Promise<() => Promise<unknown>> {
  await askerAt(port, key)("PUT", "config/status_page_settings", { enabled: true, slug: "bench" });
  const { id } = await create(port, key, "status_page_components", { name: "Checkout" });
  const incident = {
    title: "Checkout is affected",
    body: "We are looking into problems with Checkout. The next update follows within 30 minutes.",
    status: "investigating",
    impact: "critical",
    component_ids: [id],
  };
  return () => create(port, key, "status_page_incidents", incident);
}
