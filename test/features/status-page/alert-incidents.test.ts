/** What follows from critical alerts for a component's incident: one for all of them, also where they flap. */
import { describe, expect, it } from "vitest";
import {
  type AlertMove,
  alertMove,
  type CriticalAlert,
  type Following,
  type WatchedComponent,
} from "../../../src/features/status-page/alert-incidents.ts";

const now = new Date("2026-11-26T12:00:00Z");
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const alert = (over: Partial<CriticalAlert> = {}): CriticalAlert => ({
  startedAt: ago(10),
  isMuted: false,
  routes: [],
  ...over,
});
const following = (over: Partial<Following> = {}): Following => ({
  incidentId: "spi_1",
  reopened: 0,
  quietSince: null,
  proposedAt: null,
  ...over,
});
const component = (over: Partial<WatchedComponent> = {}): WatchedComponent => ({
  id: "spc_1",
  name: "Checkout",
  publish: "automatic",
  alerts: [alert()],
  endedBy: "measured",
  following: undefined,
  incident: undefined,
  covered: { byPublished: false, byDraft: false },
  ...over,
});
const open = { isOver: false, isTouched: false };
const moveOf = (over: Partial<WatchedComponent>): AlertMove | undefined => alertMove(component(over), now);

describe("a component without an incident", () => {
  it("gets one that begins with the first of its alerts", () => {
    expect(moveOf({ alerts: [alert({ startedAt: ago(3) }), alert({ startedAt: ago(7) })] })).toEqual({
      do: "open",
      title: "Checkout is affected",
      startedAt: ago(7),
      draft: false,
      writing: {
        status: "investigating",
        body: "Our monitoring shows that Checkout is affected. We are looking into it.",
      },
    });
  });

  it.each<[Partial<WatchedComponent>, boolean | undefined]>([
    [{ publish: "none" }, undefined],
    [{ publish: "draft" }, true],
    [{ publish: "none", alerts: [alert({ routes: ["draft"] }), alert({ routes: ["automatic"] })] }, false],
    [{ publish: "none", alerts: [alert({ routes: ["draft"] })] }, true],
    [{ publish: "draft", alerts: [alert({ routes: ["automatic"] })] }, true],
    [{ alerts: [alert({ isMuted: true })] }, undefined],
    [{ publish: "none", alerts: [alert(), alert({ isMuted: true, routes: ["automatic"] })] }, undefined],
    [{ alerts: [] }, undefined],
    [{ covered: { byPublished: true, byDraft: false } }, undefined],
    [{ covered: { byPublished: false, byDraft: true } }, false],
    [{ publish: "draft", covered: { byPublished: false, byDraft: true } }, undefined],
  ])("%j opens a draft: %j", (over, draft) => {
    const move = moveOf(over);
    expect(move?.do === "open" ? move.draft : undefined).toBe(draft);
  });
});

describe("an incident that follows alerts", () => {
  const quiet = { alerts: [], incident: open };

  it("stays as it is while one of them is open, muted or not", () => {
    expect(moveOf({ following: following(), incident: open })).toBeUndefined();
    expect(
      moveOf({ following: following(), incident: open, alerts: [alert({ isMuted: true })] }),
    ).toBeUndefined();
  });

  it("is over with the last of them", () => {
    expect(moveOf({ ...quiet, following: following() })).toEqual({
      do: "write",
      writing: { status: "resolved", body: "Checkout works again, as our monitoring shows." },
      following: following({ quietSince: now }),
    });
  });

  it("is over where a person ended the last, and nobody says that it was measured", () => {
    expect(moveOf({ ...quiet, endedBy: "person", following: following() })).toMatchObject({
      do: "write",
      writing: { status: "resolved", body: "Checkout works again." },
    });
  });

  it("is not over as nobody measures any more: its end is proposed, until it is measured", () => {
    const waiting = following({ quietSince: now, proposedAt: now });
    const unknown = { ...quiet, endedBy: "nobody" } as const;
    expect(moveOf({ ...unknown, following: following() })).toEqual({
      do: "propose",
      body: "Checkout works again.",
      following: waiting,
    });
    expect(moveOf({ ...unknown, following: waiting })).toBeUndefined();
    expect(moveOf({ ...quiet, following: waiting })?.do).toBe("write");
  });

  it("is open again where one comes back soon, and waits then until all is calm", () => {
    const ended = { incident: { isOver: true, isTouched: false } };
    expect(moveOf({ ...ended, following: following({ quietSince: ago(14) }) })).toEqual({
      do: "write",
      writing: { status: "investigating", body: "Checkout is affected again. We are looking into it." },
      following: following({ reopened: 1 }),
    });
    const muted = { ...ended, alerts: [alert({ isMuted: true })] };
    expect(moveOf({ ...muted, following: following({ quietSince: ago(14) }) })).toBeUndefined();
    const back = following({ reopened: 1 });
    expect(moveOf({ ...quiet, following: back })).toEqual({
      do: "follow",
      following: { ...back, quietSince: now },
    });
    expect(moveOf({ ...quiet, following: { ...back, quietSince: ago(4) } })).toBeUndefined();
    expect(moveOf({ ...quiet, following: { ...back, quietSince: ago(5) } })?.do).toBe("write");
    expect(moveOf({ incident: open, following: { ...back, quietSince: ago(4) } })).toEqual({
      do: "follow",
      following: back,
    });
  });

  it("is left once it is over for a while, so that the next alert opens another", () => {
    const ended = { alerts: [], incident: { isOver: true, isTouched: false } };
    expect(moveOf({ ...ended, following: following({ quietSince: ago(15) }) })).toBeUndefined();
    expect(moveOf({ ...ended, following: following({ quietSince: ago(16) }) })).toEqual({ do: "leave" });
  });
});

describe("an incident that a person has written", () => {
  const touched = { isOver: false, isTouched: true };

  it("is not written again: its end is proposed, once", () => {
    const proposed = moveOf({ alerts: [], incident: touched, following: following() });
    expect(proposed).toEqual({
      do: "propose",
      body: "Checkout works again, as our monitoring shows.",
      following: following({ quietSince: now, proposedAt: now }),
    });
    const waiting = following({ quietSince: ago(60), proposedAt: ago(60) });
    expect(moveOf({ alerts: [], incident: touched, following: waiting })).toBeUndefined();
    expect(moveOf({ incident: touched, following: waiting })).toEqual({
      do: "follow",
      following: following(),
    });
  });

  it.each([[{ isOver: true, isTouched: true }], [undefined]])(
    "stays over where they ended or deleted it (%j), until the alerts have ended as well",
    (incident) => {
      expect(moveOf({ incident, following: following() })).toBeUndefined();
      expect(moveOf({ incident, alerts: [], following: following() })).toEqual({ do: "leave" });
      expect(moveOf({ incident, following: following({ quietSince: ago(1) }) })).toEqual({ do: "leave" });
    },
  );
});
