/** What follows once something is committed. */
import type { ProposalDeps } from "./look.ts";

/** The audit log is sealed, and mails are sent. */
export function committed({ onCommit, queue }: Pick<ProposalDeps, "onCommit" | "queue">): void {
  onCommit();
  queue.wake();
}
