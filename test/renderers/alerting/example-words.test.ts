/** What examples and the demo map severities to, the pagers know: another word is passed over. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { eventSeverities, priorities, urgencies } from "../../../src/renderers/alerting/formats/severity.ts";
import { outboundConfigs } from "../../../src/resources/outbound-configs.ts";
import { demoRows } from "../../../src/seed/demo.ts";

interface Target {
  readonly kind?: string;
  readonly severity_map?: Readonly<Record<string, string>>;
}

const words: Readonly<Record<string, readonly string[]>> = {
  pagerduty: eventSeverities.words,
  opsgenie: priorities.words,
  servicenow: urgencies.words,
};

const read = (path: string) =>
  parse(readFileSync(fileURLToPath(new URL(`../../../examples/${path}`, import.meta.url)), "utf8"));

/** The one target of the Terraform example. */
function terraformTarget(): Target {
  const path = fileURLToPath(new URL("../../../examples/terraform/main.tf", import.meta.url));
  const [, map = ""] = /severity_map = \{([^}]*)\}/.exec(readFileSync(path, "utf8")) ?? [];
  const pairs = [...map.matchAll(/(\w+)\s*=\s*"([^"]*)"/g)].map(([, name, word]) => [name, word]);
  return { kind: "pagerduty", severity_map: Object.fromEntries(pairs) };
}

const places: Readonly<Record<string, () => readonly Target[]>> = {
  "the bundle of examples/onboarding": () => read("onboarding/config/routing.yaml").outbound_configs,
  "the rows of examples/onboarding": () => read("onboarding/outbound_configs.json"),
  "examples/terraform": () => [terraformTarget()],
  "the kind's own example": () => [outboundConfigs.example as Target],
  "the demo": () =>
    demoRows.flatMap(({ kind, body }) => (kind === "outbound_configs" ? [body as Target] : [])),
};

it.each(Object.entries(places))("%s", (_place, targets) => {
  const mapped = targets().flatMap(({ kind = "", severity_map: map = {} }) =>
    Object.values(map).map((word) => [kind, word] as const),
  );
  expect(mapped.length).toBeGreaterThan(0);
  for (const [kind, word] of mapped) if (words[kind] !== undefined) expect(words[kind], kind).toContain(word);
});
