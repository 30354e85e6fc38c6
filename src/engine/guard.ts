/** What holds changes back because something that was promised would no longer be so. */
import { Refusal } from "../kernel/problem.ts";
import type { Call } from "./context.ts";
import type { FailedTest, Hooks, RowMove } from "./feature.ts";
import { isWriter, type PlanTrace, type Reader } from "./ports/rows.ts";

/**
 * @param rows where the change is about to be committed: with `call.overrideTests` a transaction
 * @param plan whose apply it is, and how many records that leaves without those of overridden tests
 * @returns how many tests were overridden, each with a record of the plan
 * @throws Refusal 409 with the tests that the change would break, unless the call overrides them
 */
export async function refuseFailing(
  { guard }: Pick<Hooks, "guard">,
  rows: Reader,
  call: Call,
  moves: readonly RowMove[],
  plan?: PlanTrace,
): Promise<number> {
  if (guard === undefined || !guard.concerns(moves)) return 0;
  const failed = await guard.failing(rows, call, moves);
  const [first] = failed;
  if (first === undefined) return 0;
  if (call.overrideTests === undefined) throw testFailed(failed, first);
  if (!isWriter(rows)) throw new Error("tests are overridden in a transaction");
  const trace = plan && { ...plan, records: plan.records + failed.length };
  await guard.overridden(rows, call, failed, trace);
  return failed.length;
}

/** Most tests that a refusal names. */
const mostNamed = 20;

function testFailed(failed: readonly FailedTest[], { name, message }: FailedTest): Refusal {
  const more = failed.length === 1 ? "" : ` And ${failed.length - 1} more; see tests.`;
  return new Refusal(
    "conflict",
    `The test ${JSON.stringify(name)} would fail: ${message}${more} Nothing was changed. Change the test first, or as an administrator send override_tests with a reason.`,
    {
      reason: "test_failed",
      tests: failed.slice(0, mostNamed).map((test) => ({ name: test.name, message: test.message })),
    },
  );
}
