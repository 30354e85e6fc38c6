/** How REST finds the operations of a path. The table alone: no operation is run. */
import { expect, it } from "vitest";
import type { Engine } from "../../src/engine/engine.ts";
import { kindOperations } from "../../src/engine/kind-operations.ts";
import type { ConfigurationOperation } from "../../src/engine/operation.ts";
import { definitionsByKind } from "../../src/service.ts";
import { createEndpoints } from "../../src/surfaces/rest/endpoints.ts";

const operations = ["teams", "slack_settings"].flatMap((kind) =>
  kindOperations({} as Engine, definitionsByKind[kind] as NonNullable<(typeof definitionsByKind)[string]>),
);
const [listTeams, getTeam] = operations as [ConfigurationOperation, ConfigurationOperation];
const at = (path: string, all = operations) => createEndpoints("/api/v1", all)(path.split("/"));

it("finds a kind's verbs by method, with the row that the path names", () => {
  expect(Object.keys(at("config/teams")?.served ?? {})).toEqual(["GET", "POST"]);
  expect(at("config/teams")?.id).toBeUndefined();
  const row = at("config/teams/team_1");
  expect(Object.keys(row?.served ?? {})).toEqual(["GET", "PUT", "DELETE"]);
  expect([row?.members, row?.id]).toEqual([{ id: "team_1" }, "team_1"]);
  expect(at("config/slack_settings")?.id).toBe("slack_settings");
});

it.each(["config", "config/teams/", "config/teams/team_1/more", "config/slack_settings/x", "config/none"])(
  "finds nothing at %s",
  (path) => {
    expect(at(path)).toBeUndefined();
  },
);

it("takes a name that is written out before one that stands for any", () => {
  const special: ConfigurationOperation = { ...listTeams, path: "/api/v1/config/teams/export" };
  const all = [...operations, special];
  expect(at("config/teams/export", all)?.served.GET?.operation).toBe(special);
  expect(at("config/teams/team_1", all)?.served.GET?.operation).toBe(getTeam);
});

it("refuses declarations that exclude each other", () => {
  expect(() => at("config", [...operations, listTeams])).toThrow(
    "GET /api/v1/config/teams is declared twice",
  );
  const renamed: ConfigurationOperation = { ...getTeam, path: "/api/v1/config/teams/{name}" };
  expect(() => at("config", [...operations, renamed])).toThrow("a path calls {id} {name}");
});
