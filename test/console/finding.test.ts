/** The menu's entries, what Set-up finds, and how records of one act are put together. */
import { describe, expect, it } from "vitest";
import type { AuditRecord } from "../../console/api/shapes.ts";
import { tilesFor } from "../../console/pages/set-up/found.ts";
import { runsOf } from "../../console/parts/changes/runs.ts";
import { entryOf, entryOfSection } from "../../console/shell/entries.ts";
import type { PageLink } from "../../console/shell/page-link.ts";
import { definitions } from "../../src/resources/index.ts";

describe("an address belongs to an entry of the menu", () => {
  it.each([
    ["", "now"],
    ["/alerts/alert_1", "alerts"],
    ["/drills", "alerts"],
    ["/settings/slos/slo_1", "objectives"],
    ["/new/status_page_incidents", "incidents"],
    ["/plans/drift/main", "changes"],
    ["/settings/teams", "set-up"],
    ["/new/alert_routes", "set-up"],
    ["/settings/organization_settings", "organization"],
    ["/keys", "organization"],
    ["/nothing", undefined],
  ])("%s", (path, entry) => expect(entryOf(path)).toBe(entry));

  it("and so does what needs attention", () => {
    expect(entryOfSection({ section: "alerts", resource: "alerts" })).toBe("alerts");
    expect(entryOfSection({ section: "drills", resource: "alert_routes" })).toBe("set-up");
    expect(entryOfSection({ section: "gates", resource: "deploy_policies" })).toBe("services");
    expect(entryOfSection({ section: "unmeasured", resource: "slos" })).toBe("objectives");
    expect(entryOfSection({ section: "states", resource: "connectors" })).toBe("set-up");
  });
});

describe("Set-up", () => {
  const pages: readonly PageLink[] = definitions.map(({ kind, title, description: about, group }) => {
    return { kind, title, about, group, to: `/${kind}` };
  });
  const find = (text: string) =>
    tilesFor(text, pages, (kind) => definitions.find((one) => one.kind === kind)?.fields ?? {}).map(
      ({ kind, fields }) => [kind, ...fields],
    );

  it("shows all of it where nothing is sought", () => expect(find(" ")).toHaveLength(definitions.length));

  it("finds pages by title, sentence and task", () => {
    expect(find("CERTIFICATE host")).toEqual([["certificate_monitors"]]);
    expect(find("who is notified routes")).toContainEqual(["alert_routes"]);
  });

  it("finds a page by the label of a field", () => {
    expect(find("timezone")).toContainEqual(["organization_settings", "Timezone"]);
    expect(find("zebra")).toEqual([]);
  });
});

describe("records of one act", () => {
  const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 12, 60 - minute)).toISOString();
  const record = (sequence: number, change: Partial<AuditRecord>): AuditRecord => ({
    sequence,
    at: at(sequence),
    actor: { kind: "user", id: "user_1", name: "Ada" },
    door: "console",
    action: "update_team",
    resource: "teams",
    row_id: "team_1",
    outcome: "success",
    changes: [],
    request_id: `req_${sequence}`,
    address: null,
    ...change,
  });
  const runs = (...changes: readonly Partial<AuditRecord>[]) =>
    runsOf(changes.map((change, index) => record(index, change))).map((run) => run.length);

  it("are one run: the same action again and again, one plan, one call", () => {
    expect(runs({}, {}, {})).toEqual([3]);
    expect(runs({ plan_id: "p", action: "create_slo" }, { plan_id: "p" }, { plan_id: "q" })).toEqual([2, 1]);
    expect(runs({ request_id: "r", action: "create_slo" }, { request_id: "r" })).toEqual([2]);
  });

  it("are not: of others, another action, a refusal, after a pause, with a plan and without", () => {
    const other = { kind: "user", id: "user_2", name: "Max" };
    expect(runs({}, { actor: other }, {}, { action: "delete_team" }, { outcome: "refused" })).toEqual([
      1, 1, 1, 1, 1,
    ]);
    expect(runs({}, { at: at(9) })).toEqual([1, 1]);
    expect(runs({ plan_id: "p" }, {})).toEqual([1, 1]);
  });
});
