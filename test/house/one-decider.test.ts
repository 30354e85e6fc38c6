/** What becomes of an alert is decided in one place: nothing else puts the parts of that decision together. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../src/", import.meta.url));

/** The parts, and who else may use them: what the service itself does with an alert that is open. */
const parts = {
  createRouting: [],
  destinationsOf: [],
  isPaged: ["features/alerting/alerts/notify.ts"],
  sentByRule: [],
  createRules: ["features/alerting/alerts/announce.ts"],
  decideRule: ["features/alerting/alerts/escalation.ts"],
  dueStep: ["features/alerting/alerts/escalation.ts", "renderers/alerting/steps.ts"],
} satisfies Record<string, readonly string[]>;

const decider = [
  "renderers/alerting/deciding.ts",
  "renderers/alerting/possible.ts",
  "renderers/alerting/resolve.ts",
  "renderers/alerting/sending.ts",
];

it("only the decider says which routes and rules take an alert, and whom they reach", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  expect(files.length).toBeGreaterThan(300);
  const wrong = files.flatMap((file) => {
    const text = readFileSync(`${root}${file}`, "utf8");
    return Object.entries(parts).flatMap(([part, others]: [string, readonly string[]]) =>
      decider.includes(file) || others.includes(file) || !new RegExp(`\\b${part}\\(`).test(text)
        ? []
        : [
            `${file} uses ${part}: ask renderers/alerting/deciding.ts, or features/alerting/alerts/outcome.ts`,
          ],
    );
  });
  expect(wrong).toEqual([]);
});
