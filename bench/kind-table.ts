/** One organization's table of `npm run bench:kinds`: takes the calls of a kind, and leaves the rows as they were. */
import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Kind } from "../src/kernel/kind.ts";
import { definitions } from "../src/resources/index.ts";
import { get, type Side, send } from "./cases.ts";
import { pause, printRow } from "./harness.ts";
import { connections, type Taken, takeRounds, type Usages } from "./interleaved.ts";
import {
  copiesOf,
  demoBodies,
  type Organization,
  pathOf,
  putsAt,
  putsOf,
  type Row,
  reads,
  refersTo,
} from "./kind-calls.ts";
import { load } from "./load.ts";
import { processorTime } from "./processes.ts";
import type { Compared } from "./side-by-side.ts";
import { perCall, statementsOf, sumOf } from "./statement-log.ts";

const listLength = 100;
export const testCount = 100;
/** New rows of a round. */
const mostPosts = 150;
/** Of a round, so that processor time, which the system counts in hundredths of a second, says something. */
const leastRequests = 150;
/** As many as one list answers. */
const mostRows = 1_000;
const profiledRequests = 1_000;

export interface Line {
  readonly table: string;
  readonly kind: string;
  readonly call: string;
  readonly taken: Taken;
  readonly alone: string;
  readonly crowd: number;
}

export const heading =
  "| kind | call | rows | ours/s | bare/s | ratio | ours, node + database µs | bare, node + database µs | ratio | statements of one call | of one among 32 |\n|---|---|---|---|---|---|---|---|---|---|---|";

/** What a table is made with. */
export interface Given {
  /** Its name: `demo`, or how many rows there are. */
  readonly table: string;
  readonly organization: Organization;
  readonly compared: Compared;
  readonly usages: Usages;
  /** The service's process. */
  readonly pid: number;
  readonly peerPort: number;
  readonly seconds: number;
  readonly rounds: number;
  /** Where the service writes what it does, and the folder that is to have it (profiles.mjs). */
  readonly profile?: { readonly from: string; readonly to: string };
  /** Of `GET`, `304`, `list`, `PUT` and `POST`. */
  readonly calls: readonly string[];
}

export class KindTable {
  readonly lines: Line[] = [];
  /** What a kind has no call for, and why. */
  readonly notes: string[] = [];
  failed = false;
  #isWarming = false;
  readonly #given: Given;
  readonly #isDemo: boolean;
  #bodiesOf: Awaited<ReturnType<typeof demoBodies>> = () => [];

  constructor(given: Given) {
    this.#given = given;
    this.#isDemo = given.table === "demo";
  }

  get #organization(): Organization {
    return this.#given.organization;
  }

  async prepare(): Promise<void> {
    this.#bodiesOf = await demoBodies(this.#organization, definitions);
    const tests = kindNamed("behaviour_tests");
    if (this.#isDemo) await this.#removeAll(tests, new Set());
    else await this.#fill(tests, testCount);
    await this.#given.compared.database.query("ANALYZE");
    await this.#quiet();
  }

  /** Calls of every sort that count for nothing: code that is still being compiled is slow. */
  async warm(definition: Kind): Promise<void> {
    this.#isWarming = true;
    await this.measure(definition);
    this.#isWarming = false;
  }

  /** A kind that fails is noted, and does not keep the others from being measured. */
  async measure(definition: Kind): Promise<void> {
    try {
      await this.#measure(definition);
    } catch (error) {
      this.failed ||= !this.#isWarming;
      this.#note(definition, `FAILED: ${error instanceof Error ? error.message : error}`);
    }
  }

  async #measure(definition: Kind): Promise<void> {
    const { kind, shape, verbs } = definition;
    if (kind === "behaviour_tests" && this.#isDemo)
      for (const body of this.#bodiesOf(kind)) await this.#organization.create(definition, body);
    const rows = await this.#organization.rows(definition);
    await this.#give(kind, rows);
    const wants = (call: string) => this.#given.calls.includes(call);
    if (this.#isDemo && rows.length > 0)
      for (const call of ["GET", "304"]) if (wants(call)) await this.#read(definition, call, rows);
    if (wants("PUT") && verbs.includes("update")) await this.#put(definition, rows);
    if (shape === "setting") return;
    if (wants("POST") && verbs.includes("create")) await this.#post(definition);
    const kept = new Set(rows.map(({ id }) => String(id)));
    if (this.#isDemo && wants("list")) await this.#list(definition, kept);
    await this.#removeAll(definition, kept);
    await this.#quiet();
  }

  async #read(definition: Kind, call: string, rows: readonly Row[]): Promise<void> {
    const { kind } = definition;
    const tags: (string | null)[] = [];
    if (call === "304") for (const { id } of rows) tags.push(await this.#organization.contentTagOf(kind, id));
    const ours = reads(this.#organization, definition, rows, call === "304" ? tags : undefined);
    const bare = rows.map(({ id }) => get(this.#bare(kind, id)));
    await this.#take(definition, call, rows.length, ours, this.#peer(bare));
  }

  #bare(kind: string, id: string | undefined): string {
    return `/row/${encodeURIComponent(id ?? kind)}`;
  }

  #peer(requests: Side["requests"]): Side {
    return { port: this.#given.peerPort, requests, status: 200 };
  }

  async #put(definition: Kind, rows: readonly Row[]): Promise<void> {
    const puts = await putsOf(this.#organization, definition, rows);
    if (typeof puts === "string") return this.#note(definition, `PUT: ${puts}`);
    await this.#quiet();
    const { port, bearer } = this.#organization;
    const ours = putsAt(port, (id) => pathOf(definition.kind, id), puts, bearer);
    const bare = putsAt(this.#given.peerPort, (id) => this.#bare(definition.kind, id), puts);
    await this.#take(definition, `PUT ${puts.field}`, puts.values[0]?.length ?? 0, ours, bare);
    await this.#quiet();
  }

  async #post(definition: Kind): Promise<void> {
    const { kind } = definition;
    const target = refersTo(definition);
    const named = target === undefined ? undefined : kindNamed(target);
    const before = new Set(await this.#idsOf(named));
    if (named !== undefined) await this.#fill(named, mostRows);
    const others = (await this.#idsOf(named)).filter((id) => !before.has(id));
    const bodies = this.#bodiesOf(kind);
    const next = await copiesOf(this.#organization, definition, bodies, () => others);
    if (typeof next === "string") this.#note(definition, `POST: ${next}`);
    else {
      await this.#quiet();
      const { port, bearer } = this.#organization;
      const more = { status: 201, most: mostPosts };
      const ours = { port, requests: () => send("POST", pathOf(kind), next(), bearer), ...more };
      const bare = this.#peer(bodies.map((body) => send("POST", `/list/new_${kind}`, body)));
      const count = (await this.#organization.rows(definition)).length;
      await this.#take(definition, "POST", count, ours, { ...bare, ...more });
    }
    if (named !== undefined) await this.#removeAll(named, before);
  }

  async #idsOf(definition: Kind | undefined): Promise<string[]> {
    return definition === undefined
      ? []
      : (await this.#organization.rows(definition)).map(({ id }) => String(id));
  }

  async #list(definition: Kind, kept: ReadonlySet<string>): Promise<void> {
    await this.#fill(definition, listLength);
    const { kind } = definition;
    const copies = (await this.#idsOf(definition)).filter((id) => !kept.has(id));
    await this.#organization.remove(definition, copies.slice(Math.max(0, listLength - kept.size)));
    const rows = await this.#organization.rows(definition);
    await this.#give(kind, rows);
    await this.#quiet();
    const { port, bearer } = this.#organization;
    const ours = { port, requests: [get(pathOf(kind), bearer)], status: 200 };
    await this.#take(definition, "list", rows.length, ours, this.#peer([get(`/list/${kind}`)]));
  }

  /** Makes copies until there are so many rows, where the kind allows. */
  async #fill(definition: Kind, count: number): Promise<void> {
    const missing = count - (await this.#organization.rows(definition)).length;
    if (missing <= 0 || refersTo(definition) !== undefined) return;
    const next = await copiesOf(this.#organization, definition, this.#bodiesOf(definition.kind), () => []);
    if (typeof next === "string") return;
    for (let made = 0; made < missing; made += 1) await this.#organization.create(definition, next());
  }

  /** The bare server's rows are those of the service. */
  async #give(kind: string, rows: readonly Row[]): Promise<void> {
    const { database } = this.#given.compared;
    await database.query("DELETE FROM bench_rows WHERE list = $1", [kind]);
    for (const row of rows)
      await database.query("INSERT INTO bench_rows VALUES ($1, $2, $3)", [row.id ?? kind, kind, row]);
  }

  async #removeAll(definition: Kind, kept: ReadonlySet<string>): Promise<void> {
    if (!definition.verbs.includes("delete")) return;
    for (;;) {
      const ids = (await this.#idsOf(definition)).filter((id) => !kept.has(id));
      if (ids.length === 0) return;
      await this.#organization.remove(definition, ids);
    }
  }

  /** What followed from the last writes is done. */
  async #quiet(): Promise<void> {
    let before = processorTime(this.#given.pid);
    for (let round = 0, still = 0; round < 20 && still < 4; round += 1) {
      await pause(250);
      const now = processorTime(this.#given.pid);
      still = now - before <= 20_000 ? still + 1 : 0;
      before = now;
    }
  }

  async #take(definition: Kind, call: string, rows: number, ours: Side, peer: Side): Promise<void> {
    const name = `${definition.kind} ${call}`;
    const { seconds, rounds } = this.#given;
    const pace = { seconds, rounds, least: leastRequests };
    const taken = await takeRounds({ name, ours, peer }, this.#given.usages, pace);
    if (this.#isWarming) return;
    await this.#profile(`${this.#given.table} ${name}`, ours);
    const { database } = this.#given.compared;
    const one = { ...ours, connections: 1, seconds: 60, most: 10 };
    const alone = await statementsOf(database, async () => void (await load(one)));
    const many = { ...ours, connections: ours.connections ?? connections, seconds: 60, most: 160 };
    const crowd = await statementsOf(database, async () => void (await load(many)));
    const line: Line = {
      table: this.#given.table,
      kind: definition.kind,
      call,
      taken,
      alone: perCall(alone, one.most),
      crowd: sumOf(crowd) / many.most,
    };
    this.lines.push(line);
    const used = ({ server, database: base }: { server: number; database: number }) =>
      `${Math.round(server)} + ${Math.round(base)}`;
    const { ours: mine, peer: theirs, measured } = taken;
    printRow(
      definition.kind,
      call,
      rows,
      Math.round(mine.perSecond),
      Math.round(theirs.perSecond),
      measured.rate.median.toFixed(2),
      used(mine),
      used(theirs),
      measured.work.median.toFixed(2),
      line.alone,
      line.crowd.toFixed(2),
    );
  }

  async #profile(name: string, ours: Side): Promise<void> {
    const { profile, pid, seconds } = this.#given;
    if (profile === undefined) return;
    rmSync(profile.from, { force: true });
    process.kill(pid, "SIGUSR2");
    await pause(100);
    await load({ connections, ...ours, seconds, least: profiledRequests });
    process.kill(pid, "SIGUSR2");
    while (!existsSync(profile.from)) await pause(50);
    await pause(500);
    mkdirSync(profile.to, { recursive: true });
    copyFileSync(profile.from, join(profile.to, `${name.replaceAll(" ", "-")}.cpuprofile`));
  }

  #note({ kind }: Kind, what: string): void {
    if (this.#isWarming) return;
    const note = `${this.#given.table}, ${kind}: ${what}`;
    this.notes.push(note);
    printRow(kind, what.replaceAll("|", "\\|").replaceAll(/\s+/g, " "));
  }
}

function kindNamed(kind: string): Kind {
  return definitions.find((one) => one.kind === kind) as Kind;
}
