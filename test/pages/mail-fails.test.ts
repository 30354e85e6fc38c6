/** A mail server that takes nothing holds up nobody's next step. */
import { expect, it } from "vitest";
import { addVerified, recordingReach, subscription } from "../identity/ways-scene.ts";
import { startService } from "../support/service.ts";
import { type PagingScene, pagingScene, stopTimed } from "./scene.ts";

it("takes the next step at once where the mail before it fails, and no more than that one", async () => {
  const reach = recordingReach();
  // Nobody listens there.
  const app = await startService({ SMTP_URL: "smtp://127.0.0.1:9" }, [], undefined, { reach });
  try {
    await stopTimed(app);
    const made = await pagingScene(app);
    const ada = made.people[0] as PagingScene["people"][number];
    const push = await addVerified(ada, reach, { kind: "push", subscription: subscription() });
    const ntfy = await addVerified(ada, reach, {
      kind: "ntfy",
      url: "https://ntfy.example.com/ada",
      token: null,
    });
    const page = [
      { way_id: "way_mail", after_seconds: 0 },
      { way_id: push, after_seconds: 600 },
      { way_id: ntfy, after_seconds: 900 },
    ];
    const set = await ada.send("PUT", "account/steps", { body: { page, other: [] } });
    expect(set.status, set.text).toBe(200);
    reach.sent.length = 0;
    const id = await made.fire("Slow");
    await app.service.pages.flush();
    expect(reach.sent).toEqual([]);
    expect((await made.alert(id)).reached.status).toBe("pending");
    // Its time is half a minute, whether it was tried itself or waits behind others that failed.
    await app.service.pages.flush();
    expect(reach.sent).toEqual([]);
    await app.database.execute("UPDATE deliveries SET trying_since = trying_since - interval '31 seconds'");
    for (let rounds = 0; rounds < 3; rounds += 1) await app.service.pages.flush();
    expect(reach.sent.map(({ to }) => to.kind)).toEqual(["push"]);
    expect((await made.alert(id)).pages).toMatchObject([{ ways: ["mail", "push"], steps_left: 1 }]);
  } finally {
    await app.close();
  }
});
