/** Where a change is refused because behaviour tests would fail: who shows that, and the reason to make it all the same. */
import type { Refused } from "./client.ts";

/** @returns the reason; undefined where the change is left */
export type AskReason = (refused: Refused) => Promise<string | undefined>;

let asking: AskReason | undefined;

/** Has the frame ask the person. @returns what ends that */
export function askThrough(ask: AskReason): () => void {
  asking = ask;
  return () => {
    asking = undefined;
  };
}

/** Why tests are to hold nothing back; undefined where nobody is asked, or does not want that. */
export async function reasonToOverride(refused: Refused): Promise<string | undefined> {
  return asking?.(refused);
}
