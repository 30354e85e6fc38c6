/** Waits for what comes about by and by. @throws when it has not within `timeoutMs` */
export async function until(holds: () => Promise<boolean> | boolean, timeoutMs = 45_000): Promise<void> {
  for (const end = Date.now() + timeoutMs; !(await holds()); ) {
    if (Date.now() > end) throw new Error("it did not come about in time");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
