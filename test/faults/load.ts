/**
 * Clients that read and write some rows under ETags through any number of nodes, recording every call and
 * its answer; and the proof, at the end, that what they were answered is what became of the rows.
 */
import { setTimeout as pause } from "node:timers/promises";
import { Agent, request } from "undici";
import { type Call, checkHistory, type Seen } from "./history.ts";

const resource = "status_page_components";
const pageSize = 1_000;
/** A write without an answer may still be on its way; a node gives up sooner, also where its database says nothing. */
const patienceMs = 60_000;

interface Row {
  readonly id: string;
  readonly first: Seen;
  readonly calls: Call[];
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly body: any;
}

export interface Figures {
  readonly calls: number;
  readonly done: number;
  readonly refused: number;
  /** Writes without an answer, and how many of them had happened. */
  readonly unknown: number;
  readonly settled: number;
  readonly created: number;
  /** Answers of 503. */
  readonly unavailable: number;
}

export type Load = Awaited<ReturnType<typeof createLoad>>;

/** Makes the rows through `url`. */
export async function createLoad(url: string, key: string, rowCount: number) {
  const agent = new Agent({ connections: 64, headersTimeout: patienceMs, bodyTimeout: patienceMs });
  const rows: Row[] = [];
  /** Names of rows that were made next to them: with an answer, and without. */
  const created = { reported: new Map<string, string>(), open: new Set<string>() };
  /** Anything that no fault excuses. */
  const wrong: string[] = [];
  const answeredAt: number[] = [];
  let unavailable = 0;
  let calls = 0;

  /** Undefined when there was no answer. */
  async function send(
    to: string,
    method: "GET" | "PUT" | "POST",
    path: string,
    body?: unknown,
    ifMatch?: string,
  ): Promise<Answer | undefined> {
    try {
      const answer = await request(`${to}/api/v1/${path}`, {
        method,
        dispatcher: agent,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(ifMatch === undefined ? {} : { "if-match": ifMatch }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const text = await answer.body.text();
      const type = String(answer.headers["content-type"]);
      // What is not ours comes from a balancer, on behalf of a node that failed it.
      if (!type.startsWith("application/json")) wrong.push(`${answer.statusCode} ${text.slice(0, 200)}`);
      const parsed = JSON.parse(text);
      if (answer.statusCode < 500) answeredAt.push(performance.now());
      return { status: answer.statusCode, headers: answer.headers, body: parsed };
    } catch {
      return undefined;
    }
  }

  async function read(to: string, row: Row): Promise<Seen | undefined> {
    const invoked = performance.now();
    const answer = await send(to, "GET", `config/${resource}/${row.id}`);
    if (!expected(answer, [200])) return undefined;
    const seen = seenIn(answer, answer.body);
    row.calls.push({ op: "read", invoked, answered: performance.now(), seen });
    return seen;
  }

  async function write(to: string, row: Row, known: Seen, value: string): Promise<Seen | undefined> {
    const invoked = performance.now();
    const path = `config/${resource}/${row.id}`;
    const answer = await send(to, "PUT", path, { description: value }, known.version);
    const reported = {
      op: "write",
      invoked,
      answered: performance.now(),
      ifMatch: known.version,
      value,
    } as const;
    // Any other 503 says that the write was not made: without a call, its value may be seen nowhere.
    const open = answer === undefined || answer.body?.reason === "in_doubt";
    if (!expected(answer, [200, 412])) {
      if (open) row.calls.push({ ...reported, outcome: { is: "unknown" } });
      return undefined;
    }
    if (answer.status === 412) {
      const seen = seenIn(answer, answer.body.current);
      row.calls.push({ ...reported, outcome: { is: "refused", seen } });
      return seen;
    }
    const seen = seenIn(answer, answer.body);
    row.calls.push({ ...reported, outcome: { is: "done", version: seen.version } });
    return seen;
  }

  async function create(to: string, name: string): Promise<void> {
    created.open.add(name);
    const answer = await send(to, "POST", `config/${resource}`, { name });
    if (!expected(answer, [201])) return;
    created.open.delete(name);
    created.reported.set(name, answer.body.id);
  }

  /**
   * Whether it is an answer to go on with. What has no answer, or a proper 503, is a fault's doing: one that asks to
   * come back, or leaves a write in doubt.
   */
  function expected(answer: Answer | undefined, statuses: readonly number[]): answer is Answer {
    calls += 1;
    if (answer === undefined) return false;
    if (statuses.includes(answer.status)) return true;
    const proper = answer.headers["retry-after"] !== undefined || answer.body.reason === "in_doubt";
    if (answer.status === 503 && answer.body.error === "unavailable" && proper) {
      unavailable += 1;
    } else wrong.push(`${answer.status} ${JSON.stringify(answer.body)}`);
    return false;
  }

  /** So many clients at once, each going from node to node, until `enough`. */
  async function run(urls: readonly string[], clients: number, enough: () => boolean): Promise<void> {
    serial += 1;
    const round = serial;
    await Promise.all(
      Array.from({ length: clients }, (_, client) => live(urls, `${round}-${client}`, enough)),
    );
  }
  let serial = 0;

  async function live(urls: readonly string[], client: string, enough: () => boolean): Promise<void> {
    const known = new Map<Row, Seen>();
    let row = rows[0] as Row;
    for (let turn = 0; !enough(); turn += 1) {
      const to = urls[Math.floor(Math.random() * urls.length)] as string;
      // Every other turn stays with its row, so that many writes know the present version, and many do not.
      if (turn % 2 === 0) row = rows[Math.floor(Math.random() * rows.length)] as Row;
      const last = known.get(row);
      const value = `${client}-${turn}`;
      if (Math.random() < 0.02) await create(to, value);
      else {
        const seen =
          last === undefined || Math.random() < 0.2 ? await read(to, row) : await write(to, row, last, value);
        if (seen !== undefined) known.set(row, seen);
        // What is not there now is asked for again a little later, as a client that minds Retry-After does.
        else await pause(20);
      }
    }
  }

  /** Reads every row a last time, and compares all that was reported with the rows and their audit records. */
  async function prove(url: string): Promise<Figures & { problems: readonly string[] }> {
    const problems = [...wrong];
    const records = await recordsIn(url);
    const figures = { done: 0, refused: 0, unknown: 0, settled: 0 };
    for (const row of rows) {
      if ((await read(url, row)) === undefined) problems.push(`row ${row.id} cannot be read`);
      const verdict = checkHistory(row.first, row.calls);
      problems.push(...verdict.problems.map((problem) => `row ${row.id}: ${problem}`));
      const written = verdict.versions.slice(1).map(({ value }) => value);
      const recorded = records.filter(({ row_id }) => row_id === row.id).map(({ changes }) => changes);
      const values = recorded.slice(1).map(([change]) => change?.after);
      if (JSON.stringify(values) !== JSON.stringify(written)) {
        problems.push(
          `row ${row.id} had ${written.length} updates; its records have ${values.length} others`,
        );
      }
      const outcomes = row.calls.flatMap((call) => (call.op === "write" ? [call.outcome.is] : []));
      for (const outcome of outcomes) figures[outcome] += 1;
      figures.settled += verdict.settled;
    }
    problems.push(...(await createdProblems(url, records)));
    return { calls, ...figures, created: created.reported.size, unavailable, problems };
  }

  async function createdProblems(url: string, records: readonly Recorded[]): Promise<string[]> {
    const list = await send(url, "GET", `config/${resource}`);
    const ids = new Map<string, string>(
      list?.body.data.map((row: { name: string; id: string }) => [row.name, row.id]),
    );
    const making = records.filter(({ action }) => action === "create_status_page_component");
    const problems =
      making.length === ids.size ? [] : [`${ids.size} rows, ${making.length} records of making`];
    for (const [name, id] of created.reported) {
      if (ids.get(name) !== id) problems.push(`${name} was made as ${id} and is ${ids.get(name) ?? "gone"}`);
    }
    const claimed = new Set([
      ...created.reported.keys(),
      ...created.open,
      ...rows.map((_, index) => rowName(index)),
    ]);
    for (const name of ids.keys()) if (!claimed.has(name)) problems.push(`${name} was made by nobody`);
    return problems;
  }

  interface Recorded {
    row_id: string;
    action: string;
    changes: { field: string; after: unknown }[];
  }

  /** The audit records of all rows, oldest first. */
  async function recordsIn(url: string): Promise<Recorded[]> {
    const records: Recorded[] = [];
    for (let cursor = ""; ; ) {
      const page = await send(url, "GET", `audit?kind=${resource}&limit=${pageSize}${cursor}`);
      if (page?.status !== 200) throw new Error(`the audit log cannot be read: ${JSON.stringify(page)}`);
      records.push(...page.body.data);
      if (page.body.next_cursor === null) return records.reverse();
      cursor = `&cursor=${page.body.next_cursor}`;
    }
  }

  for (let index = 0; index < rowCount; index += 1) {
    const made = await send(url, "POST", `config/${resource}`, {
      name: rowName(index),
      description: "first",
    });
    if (made?.status !== 201) throw new Error(`row ${index} was not made: ${JSON.stringify(made)}`);
    rows.push({ id: made.body.id, first: seenIn(made, made.body), calls: [] });
  }
  return {
    run,
    prove,
    calls: () => calls,
    unavailable: () => unavailable,
    /** Moments, by performance.now(), at which a call had its answer that was no 5xx. */
    answeredAt,
    close: () => agent.close(),
  };
}

function rowName(index: number): string {
  return `row ${index}`;
}

function seenIn(answer: Answer, row: { description: string }): Seen {
  return { version: String(answer.headers.etag), value: row.description };
}
