/** Who asks, and for whom they may write. */
import type { Call } from "../../../engine/context.ts";
import type { Reader } from "../../../engine/ports/rows.ts";
import { allows } from "../../../kernel/access.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { Teams } from "../../identity/index.ts";

export type Askers = ReturnType<typeof createAskers>;

export function createAskers({ roster }: Pick<Teams, "roster">) {
  /** The address of the person who asks, in lower case; undefined for a key, which is nobody. */
  async function ownAddress(reader: Reader, { caller }: Call): Promise<string | undefined> {
    const members = await roster.in(reader).everybody(caller.organization.id);
    return members.find(({ userId }) => userId === caller.userId)?.emailFolded;
  }
  return {
    ownAddress,
    /** A member writes what is about themselves; an administrator writes for everybody. @throws 403 with the reason level */
    async refuseOthers(reader: Reader, call: Call, people: readonly string[]): Promise<void> {
      if (allows(call.caller.level, "admin")) return;
      const own = await ownAddress(reader, call);
      if (own !== undefined && people.some((one) => foldEmail(one) === own)) return;
      throw new Refusal(
        "forbidden",
        `This is about ${people.join(" and ")}: members write for themselves. Have one of them do it, or an administrator.`,
        { reason: "level" },
      );
    },
  };
}
