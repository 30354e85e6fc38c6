/**
 * From a rule in Prometheus to whoever is notified, over a real pair of Alertmanagers: each beginning, step and end arrives
 * once, also where the service or one of the pair is killed in between. The tests are one story, in this order.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { comesToBe } from "../support/comes-to-be.ts";
import { getJson } from "../support/engines.ts";
import { until } from "../support/until.ts";
import { type AlertsChain, type Half, recipient, startAlertsChain } from "./alerts-chain.ts";

/** An agent exchanges silences each half minute, and a rule repeats after a minute; a busy machine takes its time. */
const patienceMs = 150_000;

let chain: AlertsChain;
beforeAll(async () => {
  chain = await startAlertsChain();
});
afterAll(() => chain?.close());

/** Everything that came to anybody, in order: whom, what, and of which alert. */
function notified(): string[] {
  const titles = new Map<string, string>();
  return chain.receivers.received.map(({ path, body }) => {
    if (path === "/hook") return `hook ${body.data.phase} ${body.data.title}`;
    if (path.startsWith("/services/")) {
      const [, phase = "", title = ""] = /\|(\w+): (.+)>\*$/.exec(body.text) ?? [];
      return `room ${phase.toLowerCase()} ${title}`;
    }
    const ended = /^\/v2\/alerts\/(\w+)\/close/.exec(path)?.[1];
    const who = path === "/v2/enqueue" ? "pager" : "phone";
    const key = ended ?? body.dedup_key ?? body.alias;
    const begins = body.payload?.summary ?? body.message;
    if (begins !== undefined) titles.set(key, begins);
    return `${who} ${begins === undefined ? "resolved" : "firing"} ${titles.get(key)}`;
  });
}

const byRoutes = ["hook", "pager", "room"];

/** Waits until all of these were notified this of an alert. */
async function receives(who: readonly string[], phase: "firing" | "resolved", title: string): Promise<void> {
  const reached = () => who.filter((one) => notified().includes(`${one} ${phase} ${title}`));
  await comesToBe(reached, who, patienceMs);
}

/** Which state an alert has at each of the pair. */
async function stateOf(name: string): Promise<string[]> {
  const filter = encodeURIComponent(`name="${name}"`);
  const found = await Promise.all(
    chain.pair.map(({ engine }) => getJson(`${engine.url}/api/v2/alerts?filter=${filter}`)),
  );
  return found.map(([alert]) => alert?.status.state);
}

/** Who made the silences of a place that hold at one of the pair. */
async function silences({ engine }: Half, place: string): Promise<string[]> {
  const filter = encodeURIComponent(`place="${place}"`);
  const found: { status: { state: string }; createdBy: string }[] = await getJson(
    `${engine.url}/api/v2/silences?filter=${filter}`,
  );
  return found.filter(({ status }) => status.state === "active").map(({ createdBy }) => createdBy);
}

const inBoth = (place: string) => Promise.all(chain.pair.map((half) => silences(half, place)));

async function mutes(): Promise<unknown[]> {
  const { data } = await chain.call("GET", "config/alert_mutes");
  return data.map(({ matchers, created_by, reason }: Record<string, unknown>) => ({
    matchers,
    created_by,
    reason,
  }));
}

const attic = { matchers: ['place="attic"'], created_by: "ada", reason: "It is rebuilt" };
/** The id that amtool gave the silence of the attic. */
let silence = "";

it("a silence goes to both of the pair, whoever made it", async () => {
  const words = ["--author=ada", "--comment=It is rebuilt", "--duration=1h", "place=attic"];
  silence = chain.amtool(chain.pair[1], "silence", "add", ...words).trim();
  await comesToBe(() => inBoth("attic"), [["ada"], ["ada"]], patienceMs);
  // Two that both agents made at once become one later.
  await until(async () => (await inBoth("cellar")).every((found) => found.length > 0), patienceMs);
  chain.begin({ name: "Muted", severity: "critical", place: "cellar" });
  chain.begin({ name: "Quiet", severity: "warning", place: "attic" });
  for (const name of ["Muted", "Quiet"])
    await comesToBe(() => stateOf(name), ["suppressed", "suppressed"], patienceMs);
});

it("an alert is sent, escalated and acknowledged", async () => {
  chain.begin({ name: "Paged", severity: "critical" });
  await receives([...byRoutes, "phone"], "firing", "Paged");
  const { data } = await chain.call("GET", "alerts?status=open");
  expect(data).toMatchObject([{ title: "Paged", severity: "critical", status: "open" }]);
  const acknowledged = await chain.call("POST", `alerts/${data[0].id}/acknowledge`);
  expect(acknowledged).toMatchObject({ status: "acknowledged", routes: [{}, {}] });
  // Nobody acknowledges this one.
  chain.begin({ name: "Ignored", severity: "critical" });
  await receives([...byRoutes, "phone"], "firing", "Ignored");
});

it("an alert that begins while the service is away is notified when it is back", async () => {
  // A message whose answer a crash cuts off is sent again, so that all are answered before.
  await comesToBe(() => chain.unsent(), [], patienceMs);
  await chain.killService();
  chain.begin({ name: "Meanwhile", severity: "warning" });
  await comesToBe(() => stateOf("Meanwhile"), ["active", "active"], patienceMs);
  await until(
    () => chain.pair.every(({ engine }) => /Notify attempt failed/.test(engine.output())),
    patienceMs,
  );
  await chain.startService();
  await receives(byRoutes, "firing", "Meanwhile");
});

it("one of the pair is enough", async () => {
  const [first] = chain.pair;
  await first.engine.kill();
  chain.begin({ name: "Alone", severity: "warning" });
  chain.end("Meanwhile");
  await receives(byRoutes, "firing", "Alone");
  await receives(byRoutes, "resolved", "Meanwhile");
  await first.restart();
});

it("what is silenced is not notified, until its silence ends", async () => {
  await comesToBe(() => inBoth("cellar"), [["orgconfig"], ["orgconfig"]], patienceMs);
  const cellar = { matchers: ["place=cellar"], reason: "It floods" };
  await comesToBe(async () => (await mutes()).length, 2, patienceMs);
  expect(await mutes()).toMatchObject([attic, cellar]);
  chain.amtool(chain.pair[0], "silence", "expire", silence);
  await receives(byRoutes, "firing", "Quiet");
  expect(await mutes()).toMatchObject([cellar]);
});

it("a rule repeats while nobody is at it", async () => {
  const steps = () => notified().filter((one) => one === "phone firing Ignored").length;
  await until(() => steps() > 1, patienceMs);
});

it("everybody is notified of everything once", async () => {
  for (const name of ["Muted", "Quiet", "Paged", "Ignored", "Alone"]) chain.end(name);
  for (const name of ["Quiet", "Paged", "Ignored", "Alone"]) await receives(byRoutes, "resolved", name);
  await receives(["phone"], "resolved", "Paged");
  await receives(["phone"], "resolved", "Ignored");
  // It comes after whatever would be notified twice.
  const everybody = [...byRoutes, "phone"];
  chain.begin({ name: "Last", severity: "critical" });
  await receives(everybody, "firing", "Last");
  chain.end("Last");
  await receives(everybody, "resolved", "Last");

  const names = ["Paged", "Ignored", "Meanwhile", "Alone", "Quiet", "Last"];
  const escalated = ["Paged", "Ignored", "Ignored", "Last"].map((name) => `phone firing ${name}`);
  const calledOff = ["Paged", "Ignored", "Last"].map((name) => `phone resolved ${name}`);
  const routed = names.flatMap((name) =>
    byRoutes.flatMap((who) => ["firing", "resolved"].map((phase) => `${who} ${phase} ${name}`)),
  );
  expect(notified().sort()).toEqual([...routed, ...escalated, ...calledOff].sort());
  const { received, faults } = chain.receivers;
  expect(received.every(({ status }) => status >= 200 && status < 300)).toBe(true);
  expect(faults).toEqual([]);
  const mails = chain.mailServer.mails.map(({ to, headers }) => `${to} ${headers.subject}`);
  const severities: Readonly<Record<string, string>> = {
    Paged: "critical",
    Ignored: "critical",
    Last: "critical",
  };
  const subjects = names.map(
    (name) => `${recipient} [Main] Alert, ${severities[name] ?? "warning"}: ${name}`,
  );
  expect(mails.sort()).toEqual(subjects.sort());
  const { data } = await chain.call("GET", "alerts");
  const shown = data.map(({ title, status }: Record<string, string>) => `${title} ${status}`);
  expect(shown.sort()).toEqual(names.map((name) => `${name} resolved`).sort());
});
