/** Holds changes to what the organization's tests say. Without tests a change costs nothing. */
import { entry } from "../../../engine/audit-entry.ts";
import { type Call, turnOf } from "../../../engine/context.ts";
import type { FailedTest, Guard, Registry, RowMove } from "../../../engine/feature.ts";
import { refuseRow, seesAll } from "../../../engine/limits.ts";
import type { Bindable } from "../../../engine/ports/executor.ts";
import { type AuditEntry, isWriter, type Reader, type Writer } from "../../../engine/ports/rows.ts";
import { unprocessable } from "../../../kernel/problem.ts";
import { inPieces } from "../../../kernel/time-slices.ts";
import { behaviourTests } from "../../../resources/behaviour-tests.ts";
import { deployPolicies } from "../../../resources/deploy-policies.ts";
import { onCallOverrides } from "../../../resources/on-call-overrides.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import { slos } from "../../../resources/slos.ts";
import { teams } from "../../../resources/teams.ts";
import type { RenderStore } from "../../reliability/index.ts";
import { evaluate, minutesOfTest, type TestResult } from "./evaluate.ts";
import type { Known, ReadKnownRows } from "./known-rows.ts";
import { decidingKinds, type TestedRows, type TestRow, testedRows } from "./rows.ts";

export interface GuardDeps {
  readonly definitions: Registry;
  readonly renders: RenderStore;
  readonly knownRows: ReadKnownRows;
  readonly records: Bindable<object, { record(organizationId: string, entry: AuditEntry): Promise<void> }>;
}

const ownKind = behaviourTests.kind;

export function createGuard({ definitions, renders, records, knownRows }: GuardDeps): Guard {
  /** Who came by a key brings it along, as of the beginning of the call. Of others it is read, and where there are tests in the transaction, too. */
  async function hasTests(reader: Reader, { caller: { organization } }: Call): Promise<boolean> {
    if (organization.hasTests === false) return false;
    if (organization.hasTests && !isWriter(reader)) return true;
    return (await renders.in(reader).stamp(organization.id, [ownKind])) !== noRows;
  }

  return {
    concerns: (moves) => moves.some(isConcerning),
    async locks(reader, call, kinds) {
      const deciding = kinds.filter((kind) => decidingKinds.has(kind) && kind !== teams.kind);
      if (deciding.length === 0) return [];
      const tested = deciding.includes(ownKind) || (await hasTests(reader, call));
      return tested ? [`${call.caller.organization.id}/${ownKind}`] : [];
    },
    async failing(reader, call, moves) {
      const { id: organizationId } = call.caller.organization;
      const writesTest = moves.some(({ kind }) => kind === ownKind);
      if (!writesTest && !(await hasTests(reader, call))) return [];
      const before = await knownRows(reader, organizationId, moves);
      const broken = await brokenBetween(before, moves, call);
      return seesAll(call.caller) ? broken : broken.map((test) => ({ ...test, message: unseen }));
    },
    async overridden(writer: Writer, call, failed, plan) {
      for (const test of failed) refuseRow(call.caller, definitions[test.kind] ?? behaviourTests, test);
      for (const { kind, id, message } of failed) {
        const changes = [
          { field: "failure", before: null, after: message },
          { field: "override_tests", before: null, after: call.overrideTests ?? null },
        ];
        const record = entry(call, "override_tests", kind, id, changes);
        await records.in(writer).record(call.caller.organization.id, { ...record, plan });
      }
    },
  };
}

/** To a narrowed key: what decided may be rows that it does not see. */
export const unseen =
  "Rows that may be out of this key's limits decide it; somebody who sees them can say more.";

/** The stamp of a kind without rows (queries/stamp-rows.sql). */
const noRows = "0 0";

/** Of teams only their names are read, and whether they are there. */
function isConcerning({ kind, now }: RowMove): boolean {
  return decidingKinds.has(kind) && (kind !== teams.kind || now === undefined);
}

/**
 * Whether moves can change what a test comes to: one about an SLO is decided by that SLO alone, one about a deploy by
 * policies, one about who is on call by rotas and overrides, one about an alert by the rows of all other kinds.
 */
function isTouchedBy(moves: readonly RowMove[]): (test: TestRow) => boolean {
  const moved = new Set(moves.map(({ id }) => id));
  const kinds = new Set(moves.map(({ kind }) => kind));
  const policies = kinds.has(deployPolicies.kind);
  const others: readonly string[] = [ownKind, deployPolicies.kind, slos.kind];
  const alerting = [...kinds].some((kind) => !others.includes(kind));
  const shifts = kinds.has(onCallRotas.kind) || kinds.has(onCallOverrides.kind);
  return ({ id, configuration: { alert, deploy, slo, expect } }) =>
    moved.has(id) ||
    (expect.on_call !== undefined && shifts) ||
    (alert !== null && alerting) ||
    (deploy !== null && policies) ||
    (slo !== null && moved.has(slo));
}

/** Minutes of the events of all enabled tests of an organization together: a month of them for 231 tests. */
const mostMinutesOfAll = 10_000_000;

/** @throws Refusal where a write of tests is to leave more to decide at each change than a change can wait for */
function refuseTooLong(tests: readonly TestRow[]): void {
  const minutes = tests
    .filter(({ configuration }) => configuration.enabled)
    .reduce((sum, { configuration }) => sum + minutesOfTest(configuration), 0);
  if (minutes <= mostMinutesOfAll) return;
  throw unprocessable([
    {
      field: "series",
      message: `makes all enabled tests together ${minutes} minutes long, and ${mostMinutesOfAll} are decided at most; shorten series, or switch tests off`,
    },
  ]);
}

/** The enabled tests that hold before the moves and not after them, and those that are moved and do not hold. */
async function brokenBetween(
  { rows: before, members }: Known,
  moves: readonly RowMove[],
  call: Call,
): Promise<readonly FailedTest[]> {
  const moved = new Set(moves.map(({ id }) => id));
  const standing = before.filter(({ id }) => !moved.has(id));
  const changed = moves.flatMap(({ now }) => (now === undefined ? [] : [now]));
  const decided = (rows: TestedRows, tests: readonly TestRow[]) =>
    inPieces(evaluate(rows, tests, call.now), turnOf(call));
  const after = testedRows([...standing, ...changed], true, members);
  if (moves.some(({ kind }) => kind === ownKind)) refuseTooLong(after.tests);
  const isTouched = isTouchedBy(moves);
  const enabled = after.tests.filter((test) => test.configuration.enabled && isTouched(test));
  const failed = (await decided(after, enabled)).filter(isFailed);
  const others = new Set(failed.filter(({ id }) => !moved.has(id)).map(({ id }) => id));
  const was = testedRows(before, true, members);
  const suspected = was.tests.filter(({ id }) => others.has(id));
  const wasFailed = (await decided(was, suspected)).filter(isFailed).map(({ id }) => id);
  const testOf = new Map(enabled.map(({ id, configuration }) => [id, configuration]));
  return failed
    .filter(({ id }) => !wasFailed.includes(id))
    .map(({ id, name, failures }) => ({
      kind: ownKind,
      id,
      name,
      message: failures.join(" "),
      configuration: { ...testOf.get(id) },
    }));
}

export function isFailed({ failures }: TestResult): boolean {
  return failures.length > 0;
}
