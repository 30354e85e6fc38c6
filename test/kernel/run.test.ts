import { expect, it } from "vitest";
import { isRun, runNamed } from "../../src/kernel/run.ts";

it.each(["a", "ci 4711", "~".repeat(200), "https://ci.example.com/jobs/4711?attempt=2"])(
  "%s is a run",
  (text) => expect(isRun(text)).toBe(true),
);

it.each(["", " a", "a ", " ", "a".repeat(201), "a\tb", "a\u007f", "Zoë", "a\nb"])("%j is not a run", (text) =>
  expect(isRun(text)).toBe(false),
);

it("is named by parts, as far as they are printable and fit", () => {
  expect(runNamed("Zoë\n", "", " 1.2 ")).toBe("Zo? 1.2");
  expect(runNamed("", " ")).toBeUndefined();
  expect(runNamed(`${"a".repeat(199)} b`)).toBe("a".repeat(199));
});
