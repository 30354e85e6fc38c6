/** What the tiles of Set-up say of what needs attention, and the lists that they lead to. */
import { expect, it } from "vitest";
import type { AttentionItem, AttentionSection } from "../../console/api/attention-shapes.ts";
import { needsOf } from "../../console/pages/set-up/needs.ts";
import { connectors } from "../../src/resources/connectors.ts";
import { outboundConfigs } from "../../src/resources/outbound-configs.ts";
import { slos } from "../../src/resources/slos.ts";

const section = (
  name: AttentionSection["section"],
  resource: string,
  total: number,
  data: readonly Partial<AttentionItem>[] = [],
): AttentionSection => ({ section: name, resource, total, data: data as readonly AttentionItem[] });

it("says how many rows of a kind are bad, and leads to them alone", () => {
  const sections = [section("states", "connectors", 3), section("states", "slos", 1)];
  expect(needsOf(connectors as never, sections)).toEqual([
    {
      text: "3 need attention",
      search: { "is.health_status": "failing,degraded", "is.enabled": "true" },
    },
  ]);
  expect(needsOf(outboundConfigs as never, sections)).toEqual([]);
});

it("says how many rows nobody measures, and by how many causes", () => {
  const sections = [section("unmeasured", "slos", 30, [{ rows: 26 }, { rows: 3 }, { rows: 1 }])];
  const [need] = needsOf(slos as never, sections);
  expect(need?.text).toBe("30 not measured, by 3 causes");
  expect(need?.search).toMatchObject({ "is.status": "unknown" });
});
