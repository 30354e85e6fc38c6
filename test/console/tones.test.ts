import { expect, it } from "vitest";
import { isPastFailure } from "../../console/parts/tones.ts";

it("says of what last went wrong that it is over where the integration works again", () => {
  const of = (name: string, health_status: string) => isPastFailure(name, { health_status });
  expect(of("last_error_message", "healthy")).toBe(true);
  expect(of("last_error_at", "healthy")).toBe(true);
  expect(of("last_success_at", "healthy")).toBe(false);
  for (const status of ["failing", "degraded", "unknown"])
    expect(of("last_error_message", status)).toBe(false);
});
