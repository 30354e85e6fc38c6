/** What the service asks before it makes a change: who shows the question, and what the person says. */
import type { Need, Proposal } from "./proposal-shapes.ts";

/** A behaviour test that a change would break, and what would happen instead. */
export interface FailedTest {
  readonly name: string;
  readonly message: string;
}

/** A change that change policies hold back. */
export interface Held {
  readonly needs: readonly Need[];
  /** Makes it a proposal, with why; undefined where it can be none. */
  readonly propose: ((why: string) => Promise<Proposal>) | undefined;
}

/** What was done about it: it was proposed, or this is why it cannot wait. */
export type HeldAnswer = { readonly proposal: Proposal } | { readonly breakGlass: string };

/** A question of the frame's. @param otherwise the answer where nobody is asked */
export function question<Q, A>(otherwise: A) {
  let asking: ((about: Q) => Promise<A>) | undefined;
  return {
    /** Has the frame ask the person. @returns what ends that */
    through(ask: (about: Q) => Promise<A>): () => void {
      asking = ask;
      return () => {
        asking = undefined;
      };
    },
    ask: async (about: Q): Promise<A> => (asking === undefined ? otherwise : asking(about)),
  };
}

export type AskedBy<Q, A> = ReturnType<typeof question<Q, A>>;

/** Why tests are to hold nothing back; undefined where the change is left. */
export const overriding = question<readonly FailedTest[], string | undefined>(undefined);

/** Whether the person wants what would follow. */
export const wanting = question<string, boolean>(false);

/** What is to become of a change that policies hold; undefined where it is left. */
export const holding = question<Held, HeldAnswer | undefined>(undefined);
