/** `run_tests`: whether the organization's tests hold now, and which rows decide each. */
import { LRUCache } from "lru-cache";
import { type Call, turnOf } from "../../../engine/context.ts";
import type { InputOf } from "../../../engine/input.ts";
import { seesAll } from "../../../engine/limits.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import { boolean, type Fields, integer, list, object, text } from "../../../kernel/field.ts";
import { unprocessable } from "../../../kernel/problem.ts";
import { inPieces } from "../../../kernel/time-slices.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { rowName } from "../../../kernel/words.ts";
import { behaviourTests } from "../../../resources/behaviour-tests.ts";
import { firstRole, onCallRotas } from "../../../resources/on-call-rotas.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import { type Alerts, standingField, unknownField } from "../../alerting/index.ts";
import type { Ground } from "../../ground.ts";
import { evaluate, type TestResult } from "./evaluate.ts";
import { isFailed, unseen } from "./guard.ts";
import type { Known, ReadKnownRows } from "./known-rows.ts";
import { type AnyRow, decidingKinds, type TestRow, testedRows } from "./rows.ts";

/** Tests of one answer, and rows of one test. */
const most = { tests: 500, rows: 20 } as const;
/** Organizations whose results are kept until one of their rows changes. */
const keptOrganizations = 8;

const input = {
  tests: list({
    description: "The names or ids of tests. Left out, all are run.",
    max: most.tests,
    optional: true,
    items: text({ description: "A test.", max: 512 }),
  }),
  about: object({
    description: "Only tests that this row decides, or that name it.",
    optional: true,
    fields: {
      resource: text({ description: "Its kind.", max: 100 }),
      id: text({ description: "Its id; a setting's is its kind.", max: 512 }),
    },
  }),
} satisfies Fields;

const output = {
  unknown: unknownField,
  total: integer({ description: "How many tests these are.", min: 0 }),
  failed: integer({ description: "How many of them fail.", min: 0 }),
  data: list({
    description: `The first ${most.tests} of them: those that fail, then by name.`,
    max: most.tests,
    items: object({
      description: "One test.",
      fields: {
        id: text({ description: "Its id." }),
        name: text({ description: "Its name." }),
        ok: boolean({
          description: "Whether it holds; null where it is switched off and was not run.",
          nullable: true,
        }),
        message: text({
          description: "What happens instead, and which row decides it; null unless it fails.",
          max: Number.MAX_SAFE_INTEGER,
          nullable: true,
        }),
        decided_by: list({
          description: `The rows that decide it and those that it names, up to ${most.rows}.`,
          max: most.rows,
          items: object({
            description: "One row.",
            fields: {
              resource: text({ description: "Its kind." }),
              id: text({ description: "Its id." }),
              name: text({ description: "What people call it.", max: Number.MAX_SAFE_INTEGER }),
              delivery: {
                ...standingField,
                description: `${standingField.description} Of a rota that of who is on call now; null for a row that is neither that nor an outbound target.`,
                nullable: true,
              },
            },
          }),
        }),
      },
    }),
  }),
} satisfies Fields;

export type DeliveryNeeds = Pick<Alerts, "rowsOf" | "standingsOf" | "unknownOf">;

/** A test with its result; none where it is switched off. */
interface Run {
  readonly test: TestRow;
  readonly result: TestResult | undefined;
}

export function runTests(
  { store }: Ground,
  alerts: DeliveryNeeds,
  knownRows: ReadKnownRows,
): ConfigurationOperation {
  const kept = new LRUCache<string, { readonly stamp: string; readonly runs: readonly Run[] }>({
    max: keptOrganizations,
  });
  /** They are the same until a row changes, or, of who is on call in the days to come, until a minute is over. */
  const runsOf = async (call: Call, { stamp: ofRows, rows, members }: Known): Promise<readonly Run[]> => {
    const { id } = call.caller.organization;
    const stamp = `${ofRows} ${members === null ? "" : call.now.toISOString().slice(0, 16)}`;
    const known = kept.get(id);
    if (known?.stamp === stamp) return known.runs;
    const tested = testedRows(rows, true, members);
    const enabled = tested.tests.filter(({ configuration }) => configuration.enabled);
    const results = await inPieces(evaluate(tested, enabled, call.now), turnOf(call));
    const resultOf = new Map(results.map((result) => [result.id, result]));
    const runs = tested.tests.map((test) => ({ test, result: resultOf.get(test.id) }));
    kept.set(id, { stamp, runs });
    return runs;
  };
  return configurationOperation({
    name: "run_tests",
    tag: behaviourTests.kind,
    toolset: behaviourTests.kind,
    level: "read",
    effect: "read",
    scans: "long",
    reach: { kinds: [behaviourTests] },
    title: "Run behaviour tests",
    description:
      "Says which behaviour tests hold, and which rows decide each. To see whether a change would break one of them, plan it.",
    method: "POST",
    path: "/api/v1/behaviour_tests/run",
    input,
    output,
    async answer(call, request) {
      const known = await knownRows(store, call.caller.organization.id);
      requireRow(known, request, seesAll(call.caller));
      const chosen = chosenOf(await runsOf(call, known), request, seesAll(call.caller));
      const failed = chosen.filter(({ result }) => result !== undefined && isFailed(result));
      const first = [...new Set([...failed, ...chosen])].slice(0, most.tests);
      const rowsById = new Map(known.rows.map((row) => [row.id, row]));
      const isSeen = seesAll(call.caller);
      const alerting = await alerts.rowsOf(store, call.caller.organization.id, call.now);
      const deciding = isSeen ? first.flatMap(({ result }) => result?.decidedBy ?? []) : [];
      const standings = await alerts.standingsOf(
        call,
        alerting,
        deciding.filter(isReceiver).map(destinationOf),
      );
      const deliveryTo = (row: AnyRow) => (isReceiver(row) ? standings(destinationOf(row)) : null);
      return {
        unknown: isSeen ? [...(await alerts.unknownOf(call, alerting))] : [],
        total: chosen.length,
        failed: failed.length,
        data: first.map((run) => shown(run, rowsById, isSeen, deliveryTo)),
      };
    },
  });
}

/**
 * @param isSeen whether the caller sees every row; to others it is not said which ids there are
 * @throws Refusal where the tests are to be about a row that is not there
 */
function requireRow({ rows }: Known, { about }: InputOf<typeof input>, isSeen: boolean): void {
  if (about === undefined) return;
  const { resource, id } = about;
  const definition = decidingKinds.get(resource);
  if (definition === undefined) {
    const message = `is no kind whose rows decide tests; these are ${[...decidingKinds.keys()].join(", ")}`;
    throw unprocessable([{ field: "about.resource", message }]);
  }
  const isThere =
    (definition.shape === "setting" && id === resource) ||
    rows.some((row) => row.kind === resource && row.id === id);
  if (isThere || !isSeen) return;
  throw unprocessable([
    { field: "about.id", message: `is no row of ${resource}; list_${resource} has them` },
  ]);
}

/** @throws Refusal where a test that is asked for is not there */
function chosenOf(
  runs: readonly Run[],
  { tests, about }: InputOf<typeof input>,
  isSeen: boolean,
): readonly Run[] {
  const wanted = tests && new Set(tests);
  const named = runs.filter(
    ({ test: { id, configuration } }) => !wanted || wanted.has(id) || wanted.has(configuration.name),
  );
  const found = new Set(named.flatMap(({ test: { id, configuration } }) => [id, configuration.name]));
  const missing = tests?.findIndex((one) => !found.has(one)) ?? -1;
  if (missing >= 0)
    throw unprocessable([
      {
        field: `tests[${missing}]`,
        message: "is no test of this organization; list_behaviour_tests has them",
      },
    ]);
  if (about === undefined) return named;
  const isAbout = ({ result }: Run) =>
    isSeen && result?.decidedBy.some(({ kind, id }) => kind === about.resource && id === about.id) === true;
  return named.filter(isAbout);
}

/** @param isSeen whether the caller sees every row: what decided may be others than they see */
function shown(
  { test, result }: Run,
  rows: ReadonlyMap<string, AnyRow>,
  isSeen: boolean,
  deliveryTo: (row: AnyRow) => JsonObject | null,
): JsonObject {
  const { name } = test.configuration;
  const failed = result !== undefined && isFailed(result);
  const deciding = isSeen ? (result?.decidedBy ?? []) : [];
  const there = new Map(deciding.flatMap(({ id }) => [[id, rows.get(id)] as const]));
  return {
    ...{ id: test.id, name, ok: result === undefined ? null : !failed },
    message: !failed ? null : isSeen ? result.failures.join(" ") : unseen,
    decided_by: [...there.values()]
      .slice(0, most.rows)
      .flatMap((row) => (row === undefined ? [] : [{ ...named(row), delivery: deliveryTo(row) }])),
  };
}

function isReceiver({ kind }: { readonly kind: string }): boolean {
  return kind === outboundConfigs.kind || kind === onCallRotas.kind;
}

function destinationOf({ kind, id }: { readonly kind: string; readonly id: string }) {
  return kind === onCallRotas.kind ? { rota_id: id, role: firstRole } : { outbound_config_id: id };
}

function named({ kind, id, configuration }: AnyRow): JsonObject {
  const definition = decidingKinds.get(kind);
  const name = definition === undefined ? id : rowName(definition, { ...configuration, id });
  return { resource: kind, id, name };
}
