/** What is kept sealed for calls that come again. */
import type { Connection } from "../../../database/database.ts";
import type { Sealed } from "../../../database/reseal.ts";
import { sql } from "./queries.generated.ts";
import type { Holder } from "./store.ts";

/** Few: an answer may have some mebibytes. */
const batch = 20;

/** What a kept answer is bound to. */
export function answerIdentity({ organizationId, credential, key }: Holder): string {
  return JSON.stringify(["kept_answers", organizationId ?? null, credential, key]);
}

/** The answers that are kept; one that goes meanwhile is left. */
export async function* sealedAnswers(database: Connection): AsyncGenerator<Sealed> {
  let after = "";
  for (;;) {
    const page = await database.query(sql.listSealedAnswers, { after, limit: batch });
    for (const { organization_id, credential, key, attempt, answer: sealed } of page) {
      after = attempt;
      const holder = { organizationId: organization_id ?? undefined, credential, key };
      yield {
        where: `${organization_id ?? "installation"} kept answer to ${credential}`,
        values: [{ name: "answer", sealed, identity: answerIdentity(holder) }],
        replace: async ([again = ""]) =>
          (await database.query(sql.replaceSealedAnswer, { attempt, before: sealed, after: again })).length >
          0,
      };
    }
    if (page.length === 0) return;
  }
}
