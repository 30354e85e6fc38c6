import { describe, expect, it } from "vitest";
import {
  type Answers,
  atInputs,
  bundleOf,
  matchersOf,
  unseenIn,
} from "../../console/pages/team-alerts/bundle.ts";
import { hintOf } from "../../console/pages/team-alerts/words.ts";
import { parseMatcher } from "../../src/kernel/matchers.ts";

const answers: Answers = {
  team: ' Données "IA" ',
  vendor: "slack",
  target: { secret: "https://hooks.slack.com/services/x" },
  matchers: undefined,
};

describe("which alerts", () => {
  it("are those with the team's name, as long as nobody chose others", () => {
    const [own = ""] = matchersOf(answers);
    expect(parseMatcher(own)).toMatchObject({
      ok: true,
      matcher: { name: "team", op: "=", value: 'Données "IA"' },
    });
    expect(matchersOf({ ...answers, matchers: [] })).toEqual([]);
    // Before the name is typed the label waits for its value.
    expect(matchersOf({ team: "", matchers: undefined })).toEqual(['team=""']);
  });

  it("may be ones that nobody has seen in the last week", () => {
    const known = [{ name: "service", count: 3, values: [{ value: "cart", count: 3 }] }];
    const chosen = ['service="cart"', 'service="card"', 'team="Payments"', 'severity=~"a|b"', 'x=""', "half"];
    expect(unseenIn(chosen, known)).toEqual(["service=card", "team=Payments"]);
  });
});

it("the bundle has the team, a channel, and the route from one to the other, which belongs to the team", () => {
  const team = 'Données "IA"';
  expect(bundleOf(answers, { deciding: "kind", name: "One" })).toEqual({
    teams: [{ name: team }],
    outbound_configs: [{ name: "One", kind: "slack", secret: "https://hooks.slack.com/services/x" }],
    alert_routes: [
      {
        name: "One",
        matchers: matchersOf(answers),
        destinations: [{ outbound_config_id: { name: "One" } }],
        owning_team_id: { name: team },
      },
    ],
  });
});

it("problems stand at the inputs that they are about; what has no input is said by itself", () => {
  const of = (resource: string, field: string) =>
    ({
      ...{ resource, field, key: null, reason: "invalid_value", message: `${field} is wrong` },
    }) as const;
  const problems = [
    ...[of("teams", "name"), of("outbound_configs", "secret"), of("outbound_configs", "name")],
    ...[of("alert_routes", "matchers[0]"), of("alert_routes", "position")],
  ];
  expect([...atInputs(problems as never)]).toEqual([
    ["team", "name is wrong"],
    ["secret", "secret is wrong"],
    ["matchers[0]", "matchers[0] is wrong"],
  ]);
});

it("says of a name whether a team has it, also in other letters", () => {
  expect(["Payments", "payments", "Growth"].map((name) => hintOf(name, ["Payments"]))).toEqual([
    "Its name here. The route belongs to it.",
    "Known as “Payments”. Capital letters count.",
    "New team: it is made as well.",
  ]);
});
