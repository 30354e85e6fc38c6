/** Just before the suite's limit for a test, so that the failure names the line that waited. */
export const patienceMs = Math.min(45_000, Number(process.env.TEST_LIMIT_MS ?? 45_000) - 3_000);

/** Waits for what comes about later. @throws when it has not within `timeoutMs` */
export async function until(holds: () => Promise<boolean> | boolean, timeoutMs = patienceMs): Promise<void> {
  for (const end = Date.now() + timeoutMs; !(await holds()); ) {
    if (Date.now() > end) throw new Error("it did not come about in time");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
