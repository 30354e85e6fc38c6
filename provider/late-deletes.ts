/**
 * Deletes that are put off within one apply. Terraform destroys a row before it updates the rows that pointed
 * at it, and skips those when the destroy fails. So where the plan noted that all of them let go of the row in
 * this run, its destroy is answered as done, and carried out with the write that takes the last reference
 * away, before that is answered. What goes wrong in between is an error that says how to recover.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Kind } from "../src/kernel/kind.ts";
import { isObject, type JsonObject } from "../src/kernel/validate.ts";
import { addressOf, type Releases, type RowAddress, takePlanNotes } from "./plan-notes.ts";
import { error, importBlock, warning, words } from "./refusals.ts";
import { rowName } from "./row-names.ts";
import { type Diagnostic, diagnosticsOf, hasErrors } from "./wire/diagnostics.ts";
import type { Diagnostics } from "./wire/provider.ts";
import type { ObjectValue } from "./wire/values.ts";

export interface LateDelete {
  readonly definition: Kind;
  readonly prior: ObjectValue;
  /** The name of the plan's notes, if the row's private bytes hold one. */
  readonly notes: string | undefined;
  /** Deletes the row, or puts its delete off once more. */
  readonly carryOut: () => Promise<Diagnostics>;
}

/** Longer than Terraform takes from one answer to the next request. */
const quiet_ms = 200;

/** Terraform kills the process two seconds after it asked it to stop. */
const lastAttempt_ms = 1_500;

interface Waiting extends LateDelete {
  readonly referrers: Set<RowAddress>;
}

/**
 * Of one run, whose plan's notes are in the folder. The signal says that Terraform was asked to stop, and so
 * updates nothing more.
 */
export class LateDeletes {
  readonly #notesFolder: string;
  readonly #stopping: AbortSignal;
  readonly #waiting = new Map<RowAddress, Waiting>();
  readonly #done = new Set<RowAddress>();
  readonly #releases = new Map<string, Releases>();
  readonly #stillUsed = new Set<RowAddress>();
  #anyFailed = false;
  #underWay = 0;
  #begun = 0;
  #ending = false;

  constructor(notesFolder: string, stopping: AbortSignal) {
    this.#notesFolder = notesFolder;
    this.#stopping = stopping;
  }

  /** Takes the notes of the plan that this run applies, by the name in the bytes of a row that goes. */
  prepare(notes: string): void {
    if (!this.#releases.has(notes)) this.#releases.set(notes, takePlanNotes(this.#notesFolder, notes));
  }

  /** Puts the delete off, if all that the service says points at the row lets go of it later in this run. */
  async putOff(late: LateDelete, answer: JsonObject): Promise<boolean> {
    const address = addressOf(late.definition, late.prior.id ?? null);
    if (this.#ending) {
      this.#stillUsed.add(address);
      return true;
    }
    if (this.#referrersToCome(late, answer) === undefined) return false;
    await this.#othersDone();
    const referrers = this.#referrersToCome(late, answer);
    if (referrers !== undefined) this.#waiting.set(address, { ...late, referrers });
    return referrers !== undefined;
  }

  /** Work that may fail and so keep Terraform from the updates that deletes wait for. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    this.#begun += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
    }
  }

  /** At the end of the run: tries what is left once more. Gives a line for each row that is still there. */
  async finish(): Promise<readonly string[]> {
    this.#ending = true;
    const left = new Map(this.#waiting);
    const attempts = [...this.#waiting].map(async ([address, late]) => {
      const gone = !hasErrors(await late.carryOut().catch(diagnosticsOf));
      if (gone && !this.#stillUsed.has(address)) left.delete(address);
    });
    await Promise.race([Promise.all(attempts), sleep(lastAttempt_ms, undefined, { ref: false })]);
    return [...left.values()].map(
      ({ definition, prior }) => `No longer in the state, but not deleted: ${rowName(definition, prior)}.`,
    );
  }

  /** A row was written or deleted: carries out what waited for that alone, and says what did not work. */
  async written(row: RowAddress): Promise<Diagnostics> {
    // Its own delete was put off: what it points at has to wait for that.
    if (this.#waiting.has(row)) return [];
    this.#done.add(row);
    const diagnostics: Diagnostic[] = [];
    for (const [address, late] of this.#waiting) {
      if (late.referrers.delete(row) && late.referrers.size === 0) {
        diagnostics.push(...(await this.#carryOut(address, late)));
      }
    }
    return diagnostics;
  }

  /** A write failed: says what was to be deleted after it, and may now stay. */
  failed(row: RowAddress | undefined): Diagnostics {
    this.#anyFailed = true;
    const stay = new Set(row === undefined ? [] : [row]);
    return [...this.#waiting].map(([address, late]) => {
      if (![...late.referrers].some((referrer) => stay.has(referrer))) return mayStay(late);
      this.#waiting.delete(address);
      stay.add(address);
      return stillThere(late);
    });
  }

  /**
   * Resolves when nothing else is under way. What fails until then, such as the new target's create, fails
   * early enough for the row to stay in the state.
   */
  async #othersDone(): Promise<void> {
    this.#underWay -= 1;
    for (let before = -1; before !== this.#begun || this.#underWay > 0; ) {
      before = this.#begun;
      await sleep(quiet_ms);
    }
    this.#underWay += 1;
  }

  /** The rows in the answer, if this run is still to take every one of their references away. */
  #referrersToCome(late: LateDelete, answer: JsonObject): Set<RowAddress> | undefined {
    // After a failure Terraform may skip the updates that this would wait for.
    if (late.notes === undefined || this.#anyFailed || this.#stopping.aborted) return undefined;
    const released = this.#releases.get(late.notes)?.(addressOf(late.definition, late.prior.id ?? null));
    const referrers = referrersIn(answer);
    const sure = [...referrers].every((row) => released?.has(row) && !this.#done.has(row));
    return sure && referrers.size > 0 ? referrers : undefined;
  }

  async #carryOut(address: RowAddress, late: Waiting): Promise<Diagnostics> {
    this.#waiting.delete(address);
    const diagnostics = await late.carryOut().catch(diagnosticsOf);
    if (hasErrors(diagnostics)) return [stillThere(late), ...diagnostics, ...this.failed(address)];
    return [...diagnostics, ...(await this.written(address))];
  }
}

function referrersIn({ references }: JsonObject): Set<RowAddress> {
  const rows = Array.isArray(references) ? references.filter(isObject) : [];
  return new Set(rows.map(({ resource, id }) => `${String(resource)}/${String(id)}`));
}

function stillThere(late: LateDelete): Diagnostic {
  return error(
    `The old ${words(late.definition)} is still there`,
    `Terraform counts it as destroyed, because this run was to change what points at it. That did not work, so it was not deleted.${wayBack(late)}`,
  );
}

function mayStay(late: LateDelete): Diagnostic {
  return warning(
    `The old ${words(late.definition)} may still be there`,
    `Terraform counts it as destroyed, and it is deleted as soon as this run has changed what points at it. If the failure here keeps Terraform from that, it stays.${wayBack(late)}`,
  );
}

function wayBack({ definition, prior }: LateDelete): string {
  const paragraphs = [
    "To have Terraform delete it after all: write its block again, with this import block and the block's own name in place of NAME, apply, take both out, and apply again. Or correct the cause, apply, and delete it in the console.",
    importBlock(definition, String(prior.id)).trimEnd(),
    `The row: ${rowName(definition, prior)}.`,
  ];
  return ["", ...paragraphs].join("\n\n");
}
