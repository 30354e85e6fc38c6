/** Organizations with a rota of weeks between Ada and Ben, at a moment that stands still. */
import { expect, vi } from "vitest";
import { plannerOf } from "../plans/support.ts";
import { makePerson } from "../support/people.ts";
import type { TestService } from "../support/service.ts";

/** A Sunday, 13:00 in Berlin. Ada's week began on Monday 23 November at 09:00, Ben's begins on the 30th. */
export const sunday = new Date("2026-11-29T12:00:00Z");

export function standStill(at: Date = sunday): void {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(at);
}

export const [ada, ben, cy] = ["ada@example.com", "ben@example.com", "cy@example.com"] as const;

export const handover = { every: 1, unit: "weeks", at: "09:00", weekday: "mon" };

export const weeks = {
  ...{ name: "Weeks", role: "primary", turns: [{ people: [ada] }, { people: [ben] }] },
  ...{ starts_on: "2026-01-05", handover },
};

export async function makeScene(test: TestService, more: object = {}) {
  const tenant = await test.makeTenant({ plan: "business" });
  const people = await Promise.all(
    [ada, ben, cy].map((email) => makePerson(test.database, tenant.organization.id, email)),
  );
  const payments = { name: "Payments", timezone: "Europe/Berlin", rotations: [weeks], ...more };
  const made = await tenant.config("POST", "on_call_rotas", { body: payments });
  expect(made.status, made.text).toBe(201);
  return { ...tenant, people, payments, rota: made.body.id as string, planner: plannerOf(tenant.api) };
}
