/** What people make a key for, what can do least first. Each is made of scopes, which a key may have in other ways, too. */
import type { Scope } from "../../../src/kernel/access.ts";
import * as texts from "./texts.ts";

export interface Purpose {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly scopes: readonly Scope[];
  /** It reads, and what it wants to change waits for somebody. */
  readonly proposes?: true;
}

export const purposes: readonly Purpose[] = [
  { name: "gate", title: texts.aPipeline, about: texts.aPipelineAsks, scopes: ["api:config_read"] },
  { name: "code", title: texts.terraformOrAScript, about: texts.itChangesAll, scopes: ["api:admin"] },
  { name: "reader", title: texts.anAgentThatReads, about: texts.itReads, scopes: ["mcp:read"] },
  {
    ...{ name: "proposer", title: texts.anAgentThatProposes, about: texts.itProposes },
    ...{ scopes: ["mcp:admin"], proposes: true },
  },
  { name: "operator", title: texts.anAgentOnCall, about: texts.itOperates, scopes: ["mcp:write"] },
];

/** Which of them a key would be for; undefined where its scopes were chosen one by one. */
export function purposeOf(scopes: readonly Scope[], proposes: boolean): Purpose | undefined {
  return purposes.find(
    (purpose) =>
      (purpose.proposes === true) === proposes &&
      purpose.scopes.length === scopes.length &&
      purpose.scopes.every((scope) => scopes.includes(scope)),
  );
}
