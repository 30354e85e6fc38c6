/** What the service decides, it decides by the time that all nodes share: src/engine/clock.ts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** These measure the own clock, or are about it. */
const own = [
  "src/engine/clock.ts",
  "src/engine/periodic-metrics.ts",
  "src/features/organization/doctor/diagnose.ts",
  "src/features/organization/doctor/watch.ts",
];

it("nothing of the engine, the features and the doors goes by the own clock", () => {
  const files = ["src/engine", "src/features", "src/surfaces"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(folder, name)),
  );
  const going = files.filter((file) => /new Date\(\)|Date\.now\(\)/.test(readFileSync(file, "utf8")));
  expect(going.filter((file) => !own.includes(file))).toEqual([]);
});
