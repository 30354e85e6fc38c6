/**
 * Proposals, direct writes and what takes proposals back, in any order and two at a time, leave what they would have left
 * one after the other; and a proposal that is taken back leaves just what others changed since.
 */
import { afterAll, beforeAll, expect } from "vitest";
import { type Contract, startContract } from "../support/contract.ts";
import { type Draw, law } from "../support/property.ts";
import { type Proposal, proposerOf } from "./support.ts";

let contract: Contract;
beforeAll(async () => {
  contract = await startContract();
});
afterAll(() => contract.close());

const fields = ["error_budget_threshold", "burn_rate_block_enabled"] as const;
type Field = (typeof fields)[number];
type Row = Readonly<Record<Field, number | boolean>>;
interface Change {
  readonly row: number;
  readonly field: Field;
  readonly value: number | boolean;
}
type Found = Change & { readonly before: number | boolean };

/** What there would be, were each done by itself. */
interface State {
  readonly rows: readonly Row[];
  readonly proposals: readonly Made[];
}

interface Made {
  /** What it sets, also what was so already when it was made. */
  readonly asked: readonly Change[];
  /** What that did when it was made: it is applied only where it still does just this. */
  readonly shown: readonly Found[];
  readonly status: string;
}

type Act =
  | { readonly kind: "write"; readonly change: Change }
  | { readonly kind: "apply" | "revert"; readonly which: number };

function written(rows: readonly Row[], changes: readonly Change[]): Row[] {
  return rows.map((row, index) => {
    const own = changes.filter((change) => change.row === index);
    return { ...row, ...Object.fromEntries(own.map(({ field, value }) => [field, value])) };
  });
}

/** What a change does to the rows, as it would be shown. */
function found(rows: readonly Row[], changes: readonly Change[]): Found[] {
  return changes.flatMap((change) => {
    const before = rows[change.row]?.[change.field];
    return before === undefined || before === change.value ? [] : [{ ...change, before }];
  });
}

/** @returns the state after it, and whether it is refused */
function next(state: State, act: Act): { readonly state: State; readonly ok: boolean } {
  if (act.kind === "write") return { state: { ...state, rows: written(state.rows, [act.change]) }, ok: true };
  const one = state.proposals[act.which];
  if (one === undefined) throw new Error("it was made before");
  const moved = (rows: readonly Row[], status: string) => ({
    state: { rows, proposals: state.proposals.map((other) => (other === one ? { ...one, status } : other)) },
    ok: true,
  });
  const { asked, shown, status } = one;
  if (act.kind === "apply") {
    if (status === "applied") return { state, ok: true };
    const isSame = JSON.stringify(found(state.rows, asked)) === JSON.stringify(shown);
    return status === "open" && isSame ? moved(written(state.rows, asked), "applied") : { state, ok: false };
  }
  if (status === "reverted") return { state, ok: true };
  if (status !== "applied") return { state, ok: false };
  // What others changed since is theirs.
  const own = shown.filter(({ row, field, value }) => state.rows[row]?.[field] === value);
  return moved(
    written(
      state.rows,
      own.map(({ before, ...change }) => ({ ...change, value: before })),
    ),
    "reverted",
  );
}

function drawnChanges(draw: Draw): Change[] {
  const all = new Map<string, Change>();
  for (let count = draw.between(1, 3); count > 0; count -= 1) {
    const [row, field] = [draw.below(2), draw.oneOf(fields)];
    const value = field === "error_budget_threshold" ? draw.between(1, 3) : draw.either();
    all.set(`${row} ${field}`, { row, field, value });
  }
  return [...all.values()].sort((one, other) => one.row - other.row || (one.field < other.field ? -1 : 1));
}

law("leave what an order one after the other would", 4, async (draw) => {
  const { api, config } = await contract.tenant();
  const own = proposerOf(api);
  const ids: string[] = [];
  for (const service of ["a", "b"]) {
    const body = { service, error_budget_threshold: 1, burn_rate_block_enabled: false };
    ids.push((await config("POST", "deploy_policies", { body })).body.id);
  }
  const rowsNow = async (): Promise<Row[]> =>
    Promise.all(
      ids.map(async (id) => {
        const { body } = await config("GET", `deploy_policies/${id}`);
        return Object.fromEntries(fields.map((field) => [field, body[field]])) as Row;
      }),
    );
  let state: State = { rows: await rowsNow(), proposals: [] };
  const made: Proposal[] = [];
  const fieldsOf = (changes: readonly Change[]) =>
    Object.fromEntries(changes.map(({ field, value }) => [field, value]));
  const propose = async () => {
    const changes = drawnChanges(draw);
    const edits = ids.flatMap((id, index) => {
      const ofRow = changes.filter(({ row }) => row === index);
      const save = { op: "save", resource: "deploy_policies", id, fields: fieldsOf(ofRow) };
      return ofRow.length === 0 ? [] : [save];
    });
    const shown = found(state.rows, changes);
    if (shown.length === 0) return;
    made.push(await own.propose({ edits: edits as never }));
    const one = { asked: changes, shown, status: "open" };
    state = { ...state, proposals: [...state.proposals, one] };
  };
  const drawn = (): Act => {
    const kind = made.length === 0 ? "write" : draw.oneOf(["write", "apply", "apply", "revert"] as const);
    if (kind === "write") return { kind, change: drawnChanges(draw)[0] as Change };
    return { kind, which: draw.below(made.length) };
  };
  const done = async (act: Act): Promise<boolean> => {
    if (act.kind === "write") {
      const path = `deploy_policies/${ids[act.change.row]}`;
      return (await config("PUT", path, { body: fieldsOf([act.change]) as never })).status === 200;
    }
    const { id, digest } = made[act.which];
    const answer = await own.act(id, act.kind, { digest });
    expect([200, 409], answer.text).toContain(answer.status);
    return answer.status === 200;
  };
  for (let round = 0; round < 8; round += 1) {
    if (draw.either()) await propose();
    const [one, other] = [drawn(), drawn()];
    const answers = await Promise.all([done(one), done(other)]);
    const orders = [
      [one, other],
      [other, one],
    ].map(([first, second]) => {
      const a = next(state, first as Act);
      const b = next(a.state, second as Act);
      return { state: b.state, ok: first === one ? [a.ok, b.ok] : [b.ok, a.ok] };
    });
    const now = await rowsNow();
    const statuses = await Promise.all(made.map(async ({ id }) => (await own.get(id)).status));
    const is = (all: State) => JSON.stringify([all.rows, all.proposals.map(({ status }) => status)]);
    const seen = JSON.stringify([now, statuses]);
    const order = orders.find(
      ({ state: left, ok }) => is(left) === seen && JSON.stringify(ok) === JSON.stringify(answers),
    );
    if (order === undefined) {
      const wanted = orders.map(({ state: left, ok }) => `${ok} ${is(left)}`).join(" or ");
      expect.fail(`${JSON.stringify([one, other])} answered ${answers} and left ${seen}, and not ${wanted}`);
    }
    state = order.state;
  }
});
