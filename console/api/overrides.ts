/** Where a change is refused because behaviour tests would fail: who shows that, and the reason to make it all the same. */

/** A behaviour test that a change would break, and what would happen instead. */
export interface FailedTest {
  readonly name: string;
  readonly message: string;
}

/** @returns the reason; undefined where the change is left */
export type AskReason = (tests: readonly FailedTest[]) => Promise<string | undefined>;

let asking: AskReason | undefined;

/** Has the frame ask the person. @returns what ends that */
export function askThrough(ask: AskReason): () => void {
  asking = ask;
  return () => {
    asking = undefined;
  };
}

/** Why tests are to hold nothing back; undefined where nobody is asked, or does not want that. */
export async function reasonToOverride(tests: readonly FailedTest[]): Promise<string | undefined> {
  return asking?.(tests);
}

/** What would follow from a change that is asked about. @returns whether the person wants it */
export type AskWhether = (what: string) => Promise<boolean>;

let askingWhether: AskWhether | undefined;

/** Has the frame ask the person. @returns what ends that */
export function confirmThrough(ask: AskWhether): () => void {
  askingWhether = ask;
  return () => {
    askingWhether = undefined;
  };
}

/** False where nobody is asked, too. */
export async function wantsIt(what: string): Promise<boolean> {
  return (await askingWhether?.(what)) ?? false;
}
