/** The embedded database runs in the program's own thread: statements without end keep nothing else from its turn. */
import { expect, it } from "vitest";
import { openMemory } from "../../src/database/embedded.ts";
import { TemplateFiles } from "../support/template-files.ts";

it("lets signals, probes and timers have their turn among statements that follow one another", async () => {
  const database = await openMemory(new TemplateFiles());
  let hadTurn = false;
  setImmediate(() => {
    hadTurn = true;
  });
  for (let count = 0; count < 2_000 && !hadTurn; count += 1) await database.execute("SELECT 1");
  expect(hadTurn).toBe(true);
  await database.close();
});
