/** What a call asks of rows, taken down before its commit: what a proposal of it is made of. */
import type { PlanRequest, RowEdit } from "./plan/edits.ts";
import type { Reader } from "./ports/rows.ts";

/** All that was asked for is known: what was written of it is rolled back. */
export class Gathered extends Error {}

/** The engine and the planner say it, before they commit. */
export class Gathering {
  #rows: Reader | undefined;
  #request: PlanRequest & { readonly edits: RowEdit[] } = { edits: [] };

  get request(): PlanRequest {
    return this.#request;
  }

  /** @param rows where it is written: a transaction that is done over asks for the same once more */
  add(rows: Reader, edit: RowEdit): void {
    if (rows !== this.#rows) this.#request = { edits: [] };
    this.#rows = rows;
    this.#request.edits.push(edit);
  }

  /** It is asked for in the words of plans already. */
  whole(request: PlanRequest): never {
    this.#request = { ...request, edits: [...request.edits] };
    throw new Gathered();
  }

  /** No edit of a plan says it: what writes so says that it is never proposed. @param action its name */
  refuse(action: string): never {
    throw new Error(`${action} cannot be proposed, and does not say so`);
  }
}
