/** A call that comes again before the first of it knows that it is on record. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../src/features/changes/kept-answers/queries.generated.ts";
import { type Between, openBetween } from "../support/between.ts";
import { type Answer, startService, type TestService } from "../support/service.ts";

let between: Between;
let test: TestService;
beforeAll(async () => {
  between = await openBetween();
  test = await startService({}, [], between.database);
});
afterAll(async () => {
  await test.close();
  await between.database.close();
});

it("is answered that the first is under way, and makes nothing of its own", async () => {
  const { config } = await test.makeTenant();
  const send = (): Promise<Answer> =>
    config("POST", "teams", { headers: { "idempotency-key": "once" }, body: { name: "Once" } });
  let again: Answer | undefined;
  const wasSent = between.after(sql.beginAttempt, async () => {
    again = await send();
  });
  const first = await send();
  expect([first.status, wasSent()]).toEqual([201, true]);
  expect([again?.status, again?.body.reason]).toEqual([409, "in_progress"]);
  expect((await send()).headers["idempotency-replayed"]).toBe("true");
  expect((await config("GET", "teams")).body.data).toHaveLength(1);
});
