/** Rotas, overrides and absences: who may write them, and who is on call by them. */
import type { Call } from "../../../engine/context.ts";
import type { Feature, KindHooks, Written } from "../../../engine/feature.ts";
import type { Reader, Writer } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { allows } from "../../../kernel/access.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import { absences } from "../../../resources/absences.ts";
import { onCallOverrides } from "../../../resources/on-call-overrides.ts";
import type { Ground } from "../../ground.ts";
import type { Teams } from "../../identity/index.ts";
import { checkCoverage, listShifts, previewRota, whoIsOnCall } from "./calls.ts";
import { createOnCallEffects, type OnCallEffects } from "./effects.ts";
import { judgeRotas, testRotas } from "./judge.ts";
import { createOnCallRows } from "./rows.ts";

export interface OnCall extends Feature {
  /** What a plan means for who is on call. */
  readonly effectsOf: OnCallEffects;
}

export function createOnCall(ground: Ground, teams: Teams): OnCall {
  const rowsOf = createOnCallRows(teams);
  const deps = { store: ground.store, rowsOf };
  const refuseOthers = createRefusal(teams);
  /** Each write is held to whom the row is about, as it was and as it would be. */
  function ownWrites<D extends Kind>(definition: D, peopleOf: (row: ConfigurationOf<D>) => string[]) {
    return {
      async validateAsync(
        reader: Reader,
        call: Call,
        row: ConfigurationOf<D>,
        before: ConfigurationOf<D> | undefined,
      ) {
        for (const one of before === undefined ? [row] : [row, before])
          await refuseOthers(reader, call, peopleOf(one));
        return [];
      },
      follows: ({ after }: Written) => after === undefined,
      async onWrite(writer: Writer, call: Call, { before }: Written) {
        if (before !== undefined)
          await refuseOthers(writer, call, peopleOf(completed(definition, before.configuration)));
      },
    };
  }
  return {
    name: "on call",
    kinds: {
      [onCallOverrides.kind]: ownWrites(onCallOverrides, ({ email, replaces }) => [
        email,
        ...(replaces === null ? [] : [replaces]),
      ]) satisfies KindHooks<typeof onCallOverrides>,
      [absences.kind]: ownWrites(absences, ({ email }) => [email]) satisfies KindHooks<typeof absences>,
    },
    judges: [judgeRotas(rowsOf)],
    ownTests: testRotas(rowsOf),
    effectsOf: createOnCallEffects(ground.store, rowsOf),
    operations: [whoIsOnCall(deps), listShifts(deps), checkCoverage(deps), previewRota(deps)],
  };
}

/** A member writes what is about themselves; an administrator writes for everybody. */
function createRefusal({ roster }: Pick<Teams, "roster">) {
  return async (reader: Reader, { caller }: Call, people: readonly string[]): Promise<void> => {
    if (allows(caller.level, "admin")) return;
    const members = await roster.in(reader).everybody(caller.organization.id);
    const own = members.find(({ userId }) => userId === caller.userId)?.emailFolded;
    if (own !== undefined && people.some((one) => foldEmail(one) === own)) return;
    throw new Refusal(
      "forbidden",
      `This is about ${people.join(" and ")}: members write for themselves. Have one of them do it, or an administrator.`,
      { reason: "level" },
    );
  };
}
