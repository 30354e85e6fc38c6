/** A team's alerts and their channel as one bundle: the team, the target, and the route from one to the other. Pure. */
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { KnownLabel } from "../../api/flow-shapes.ts";
import type { PlanNotice } from "../../api/plan-shapes.ts";
import { kindNames } from "../../kinds/names.ts";
import { countOf, matcherOf, ofChip } from "../../kinds/special/alert-routes/matcher-chip.ts";

/** What somebody typed and chose. */
export interface Answers {
  readonly team: string;
  /** The deciding value of a target: which vendor's it is. */
  readonly vendor: string;
  /** What that vendor asks for, by the target's fields. */
  readonly target: JsonObject;
  /** Undefined as long as nobody changed them: then they follow the team's name. */
  readonly matchers: readonly string[] | undefined;
}

/** Those that were chosen, or those that what belongs to the team sends by itself. */
export function matchersOf({ team, matchers }: Pick<Answers, "team" | "matchers">): readonly string[] {
  return matchers ?? [teamMatcher(team.trim())];
}

/** Without a name the label waits for its value. */
function teamMatcher(name: string): string {
  return name === "" ? 'team=""' : ofChip({ name: "team", op: "=", value: name }).text;
}

/** Labels that have to be one value, which no alert of the last week had: often a slip, or a label of another name. */
export function unseenIn(matchers: readonly string[], known: readonly KnownLabel[]): readonly string[] {
  return matchers.flatMap((text) => {
    const { chip } = matcherOf(text);
    if (chip === undefined || chip.op !== "=" || chip.value === "" || countOf(chip, known) !== undefined)
      return [];
    return [`${chip.name}=${chip.value}`];
  });
}

interface Channel {
  /** The field of a target that says which vendor's it is. */
  readonly deciding: string;
  /** What the target and the route are called; no row has the name yet. */
  readonly name: string;
}

/** A team that is there already stays as it is. */
export function bundleOf(answers: Answers, { deciding, name }: Channel): JsonObject {
  const team = answers.team.trim();
  return {
    [kindNames.team]: [{ name: team }],
    [kindNames.target]: [{ name, [deciding]: answers.vendor, ...answers.target }],
    [kindNames.route]: [
      {
        name,
        matchers: [...matchersOf(answers)],
        destinations: [{ outbound_config_id: { name } }],
        owning_team_id: { name: team },
      },
    ],
  };
}

/** Of problems with the bundle those that an input shows, by its path; the others have no input here. */
export function atInputs(problems: readonly PlanNotice[]): ReadonlyMap<string, string> {
  return new Map(
    problems.flatMap(({ resource, field, message }): [string, string][] => {
      if (resource === kindNames.team) return [["team", message]];
      const shown = resource === kindNames.target || field.startsWith("matchers");
      return shown && field !== "name" ? [[field, message]] : [];
    }),
  );
}
