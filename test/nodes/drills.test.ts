/** Two services on one database: the drill of a week begins once, and pages once. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { go, makeDrilled, weekly } from "../drills/scene.ts";
import { openTestDatabase } from "../support/database.ts";
import { type Receivers, startReceivers } from "../support/receivers.ts";
import { startService } from "../support/service.ts";

let database: Database;
let receivers: Receivers;
beforeAll(async () => {
  database = await openTestDatabase();
  receivers = await startReceivers();
});
afterAll(async () => {
  await database.close();
  await receivers.close();
});

it("is started by one of them, whoever looks", async () => {
  const env = {
    ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1",
    ORGCONFIG_SECRET_KEYS: Buffer.alloc(32, 7).toString("base64"),
  };
  const one = await startService(env, [], database);
  const other = await startService(env, [], database);
  try {
    const here = await makeDrilled(one, receivers, { drill_schedule: weekly() });
    const both = () => Promise.all([one, other].map((node) => node.service.drills.flush()));
    await both();
    await Promise.all([go(one, receivers), go(other, receivers)]);
    await database.execute("UPDATE drill_routes SET next_at = now() - interval '1 second'");
    await both();
    const { data } = (await here.tenant.api("GET", "drills")).body;
    expect(data.map(({ status }: { status: string }) => status)).toEqual(["proved"]);
    await Promise.all([go(one, receivers), go(other, receivers)]);
    // Its beginning and its end.
    expect(receivers.received).toHaveLength(2);
  } finally {
    await one.close();
    await other.close();
  }
});
