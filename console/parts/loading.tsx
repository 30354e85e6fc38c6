/** In the place of what is read, until it is there: rows to come, or that it cannot be read and the way to try again. */
import { given } from "../../src/kernel/given.ts";
import { Rows } from "./page.tsx";
import { type Again, Refusal } from "./refusal.tsx";

interface LoadingProps {
  readonly of: Again & { readonly data?: unknown; readonly error: unknown };
  /** How many rows it will be about. */
  readonly count?: number;
}

export function Loading({ of, count }: LoadingProps) {
  return (
    <>
      <Refusal error={of.error} again={of} />
      {of.data === undefined && of.error === null ? <Rows {...given({ count })} /> : null}
    </>
  );
}
