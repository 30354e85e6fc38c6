/** Labels that people give rows for their alerts, and those of other tools. */
import { describe, expect, it } from "vitest";
import { fittingLabels, mostOwnLabels, ownLabelProblems } from "../../src/kernel/own-labels.ts";

describe("labels that are refused", () => {
  it.each([
    "alertname",
    "severity",
    "service",
    "kind",
    "name",
    "heartbeat",
    "drill",
    "orgconfig_slo_id",
    "orgconfig_event",
    "sloth_id",
    "__name__",
    "9lives",
    "a-b",
    "",
  ])("%s", (name) => {
    expect(ownLabelProblems({ [name]: "x" }).map(({ field }) => field)).toEqual([`labels.${name}`]);
  });

  it("takes others, and no empty value", () => {
    expect(ownLabelProblems({ team: "payments", Tier_1: "{{ x }}" })).toEqual([]);
    expect(ownLabelProblems({ team: "" })).toMatchObject([{ field: "labels.team" }]);
  });
});

describe("labels of another tool", () => {
  it("are kept, renamed where their name does not fit, and named where they are lost", () => {
    const { labels, notes } = fittingLabels(
      [
        ["team", "payments"],
        ["app.kubernetes.io/part-of", "shop"],
        ["service", "checkout"],
        ["severity", "page"],
        ["cluster", "{{ $labels.cluster }}"],
      ],
      { service: "checkout" },
    );
    expect(labels).toEqual({ team: "payments", app_kubernetes_io_part_of: "shop" });
    expect(notes.map(({ name, isLost }) => [name, isLost])).toEqual([
      ["app.kubernetes.io/part-of", false],
      ["severity", true],
      ["cluster", true],
    ]);
  });

  it("are no more than a row can have, and none of it is refused", () => {
    const many = Array.from({ length: 25 }, (_, index) => [`l${index}`, "x"] as const);
    const { labels, notes } = fittingLabels(many);
    expect(Object.keys(labels)).toHaveLength(mostOwnLabels);
    expect(notes).toHaveLength(5);
    expect(ownLabelProblems(labels)).toEqual([]);
  });
});
