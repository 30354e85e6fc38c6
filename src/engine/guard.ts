/** What holds changes back because something that was promised would no longer be so. */
import { Refusal } from "../kernel/problem.ts";
import type { Call } from "./context.ts";
import type { Hooks, RowMove } from "./feature.ts";
import { isWriter, type Reader, type Writer } from "./ports/rows.ts";

/** A test that would not hold, and what would happen instead. */
export interface FailedTest {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly message: string;
}

/** One feature has it. It is asked before a change is committed, whatever the door. */
export interface Guard {
  /** Whether such a change of a row can break a test at all. */
  concerns(moves: readonly RowMove[]): boolean;
  /** What writes of rows of these kinds are done under, so that no two of them break together what neither breaks alone. */
  locks(reader: Reader, organizationId: string, kinds: readonly string[]): Promise<readonly string[]>;
  /** The tests that hold now and would not after the change, and those that are written and do not hold. */
  failing(reader: Reader, call: Call, moves: readonly RowMove[]): Promise<readonly FailedTest[]>;
  /** Puts on record that somebody decided to break them. */
  overridden(writer: Writer, call: Call, failed: readonly FailedTest[]): Promise<void>;
}

/**
 * @param rows where the change is about to be committed: with `call.overrideTests` a transaction
 * @throws Refusal 409 with the tests that the change would break, unless the call overrides them
 */
export async function refuseFailing(
  { guard }: Pick<Hooks, "guard">,
  rows: Reader,
  call: Call,
  moves: readonly RowMove[],
): Promise<void> {
  if (guard === undefined || !guard.concerns(moves)) return;
  const failed = await guard.failing(rows, call, moves);
  const [first] = failed;
  if (first === undefined) return;
  if (call.overrideTests === undefined) throw testFailed(failed, first);
  if (!isWriter(rows)) throw new Error("tests are overridden in a transaction");
  await guard.overridden(rows, call, failed);
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
