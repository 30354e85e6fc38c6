/**
 * `npm run bench:on-call-plans`: plans that move who is on call, as a caller waits for them, with all that they read: of
 * 200 rotas and 40 people, 90 days ahead. Prints the fastest of BENCH_ALTERNATIONS (7) rounds; it may be half a second.
 */
import { environment, openAccess } from "./access.ts";
import { type Ask, askerAt, machine, printHead, printRow, timed } from "./harness.ts";
import { benchmark, processorTime, startService } from "./processes.ts";

const rounds = Number(process.env.BENCH_ALTERNATIONS ?? 7);
const port = 28_089;
const most = 500;
const rotas = 200;
const people = Array.from({ length: 40 }, (_, at) => `person${at}@example.com`);

await benchmark("npm run bench:on-call-plans", main);

async function main(url: string): Promise<void> {
  const { pid } = await startService(port, { ...environment, DATABASE_URL: url });
  const { organizationId, makeKey } = await openAccess(port);
  for (const email of people) await join(organizationId, email);
  const call = askerAt(port, await makeKey("api:admin"));
  await apply(call, bundleOf("weeks"));
  const [{ id }] = (await call("GET", "config/on_call_rotas")).body.data;
  console.log(machine());
  printHead("a plan of", "milliseconds", `of ${most}`, "of them the node's processor");
  const measure = (what: string, plan: object) => measured(call, pid, what, plan);
  await measure("200 rotas that move", { bundle: bundleOf("days") });
  await measure("one rota that moves", {
    edits: [{ op: "save", resource: "on_call_rotas", id, fields: rotaOf(0, "days") }],
  });
  await measure("one override", {
    bundle: {
      on_call_overrides: [
        {
          ...{ rota_id: { name: nameOf(0) }, role: "primary", email: people[7], replaces: null },
          ...{ starts_at: at(3), ends_at: at(5), reason: "bench" },
        },
      ],
    },
  });
  await measure("a team, which moves nobody", { bundle: { teams: [{ name: "Bench" }] } });
}

async function measured(call: Ask, pid: number, what: string, plan: object): Promise<void> {
  const times: number[] = [];
  const from = processorTime(pid);
  for (let round = 0; round < rounds; round += 1) times.push(await timed(() => call("POST", "plans", plan)));
  const ms = Math.min(...times);
  const processor = (processorTime(pid) - from) / rounds / 1_000;
  printRow(what, ms.toFixed(0), (ms / most).toFixed(2), processor.toFixed(0));
}

async function apply(call: Ask, bundle: object): Promise<void> {
  const { id } = (await call("POST", "plans", { bundle })).body;
  await call("POST", `plans/${id}/apply`, {});
}

async function join(organizationId: string, email: string): Promise<void> {
  const answer = await fetch(
    `http://127.0.0.1:${port}/api/v1/operator/organizations/${organizationId}/members`,
    {
      method: "POST",
      headers: {
        authorization: `Bearer ${environment.ORGCONFIG_OPERATOR_TOKEN}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ email, role: "member", password: "correct horse battery" }),
    },
  );
  if (answer.status !== 201) throw new Error(await answer.text());
}

function at(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}

function nameOf(rota: number): string {
  return `Rota ${String(rota).padStart(3, "0")}`;
}

function rotaOf(rota: number, unit: "days" | "weeks") {
  const turns = Array.from({ length: 6 }, (_, turn) => ({
    people: [people[(rota * 3 + turn) % people.length]],
  }));
  const first = { turns, starts_on: "2020-01-06", handover: { every: 1, unit, at: "09:00" } };
  return {
    timezone: "Europe/Berlin",
    rotations: [
      { ...first, name: "First", role: "primary" },
      { ...first, name: "Second", role: "secondary", offset: 1 },
    ],
    must_cover: { always: true },
  };
}

function bundleOf(unit: "days" | "weeks") {
  const all = Array.from({ length: rotas }, (_, rota) => ({ name: nameOf(rota), ...rotaOf(rota, unit) }));
  return { on_call_rotas: all };
}
