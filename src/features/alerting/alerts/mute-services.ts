/** What is said to whoever stores a mute of a service that no row names and no alert has: it mutes nothing. */
import type { Call } from "../../../engine/context.ts";
import type { Reader } from "../../../engine/ports/rows.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { matcherOf } from "../../../renderers/alerting/matchers.ts";
import { meantName } from "../../reliability/index.ts";
import type { AlertDeps } from "./deps.ts";

type Deps = Pick<AlertDeps, "alerts" | "findServiceName">;

export async function slipWarnings(
  { alerts, findServiceName }: Deps,
  reader: Reader,
  { caller, now }: Call,
  matchers: readonly string[],
): Promise<readonly { readonly field: string; readonly message: string }[]> {
  const { id } = caller.organization;
  const named = matchers.flatMap((text) => {
    const matcher = matcherOf(text);
    return matcher?.op === "=" && matcher.name === "service" && matcher.value !== "" ? [matcher.value] : [];
  });
  const warnings = [];
  for (const service of named) {
    if (await alerts.in(reader).hasAlerted(id, service)) continue;
    const meant = await meantBy(reader, id, service, now);
    if (meant === undefined) continue;
    const message = `name the service ${JSON.stringify(service)}, which no row names and no alert has${meant}`;
    warnings.push({ field: "matchers", message });
  }
  return warnings;

  /** Alerts are compared letter by letter: a name in another case is another one. */
  async function meantBy(...of: Parameters<typeof findServiceName>): Promise<string | undefined> {
    try {
      const { name, meant = name } = await findServiceName(...of);
      return meant === of[2] ? undefined : meantName({ meant });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return `; ${error.message}`;
    }
  }
}
