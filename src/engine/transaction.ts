/** Work that is done over when another writer was faster, here and nowhere else, and what is read after its commit. */
import { Counter } from "prom-client";
import { inDoubt, Refusal } from "../kernel/problem.ts";
import { LostRace, type Store, type Writer } from "./ports/rows.ts";

/** For Prometheus. The process counts once, however many services are in it. */
export const retries = new Counter({
  name: "orgconfig_transactions_retried_total",
  help: "Writes done over because another writer was faster.",
  registers: [],
});

/** Rounds of a write that others may be faster than. */
export const maxRounds = 10;

/**
 * Does a round again until it loses no race. It is the only place that catches LostRace.
 * @param round is given its number, from 1
 * @param message what to answer when every round lost
 * @throws Refusal `unavailable` when every round lost
 */
export async function untilSettled<T>(
  rounds: number,
  message: string,
  round: (number: number) => Promise<T>,
): Promise<T> {
  for (let number = 1; number <= rounds; number += 1) {
    try {
      return await round(number);
    } catch (error) {
      if (!(error instanceof LostRace)) throw error;
      if (number < rounds) retries.inc();
    }
  }
  throw new Refusal("unavailable", message, { retryAfterSeconds: 1 });
}

/**
 * Makes several changes one, under the locks named; does all of it over when another writer was faster. Everything
 * in it goes through the writer, and through ports that are bound to it.
 */
export async function withTransaction<T>(
  store: Pick<Store, "transaction">,
  locks: readonly string[],
  work: (writer: Writer) => Promise<T>,
): Promise<T> {
  return untilSettled(maxRounds, "This is changing too fast to be written; try again.", () =>
    store.transaction(locks, work),
  );
}

/**
 * Reads what is answered to a write that is committed. Where the database is away by then, the answer is not to try
 * again, which would make the write twice.
 * @throws Refusal `unavailable` with reason `in_doubt` in place of any other `unavailable`
 */
export async function afterCommit<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((error) => {
    throw error instanceof Refusal && error.code === "unavailable" ? inDoubt(error) : error;
  });
}
