/** The operation that shows a caller who it is: the first thing an agent asks. */

import type { Feature } from "../../../engine/feature.ts";
import { readInput } from "../../../engine/input.ts";
import { reachOf } from "../../../engine/limits.ts";
import type { ConfigurationOperation, OperationAnswer } from "../../../engine/operation.ts";
import { keyVerbs, levels, plans } from "../../../kernel/access.ts";
import { boolean, choice, list, object, text, timestamp } from "../../../kernel/field.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { suspensionText } from "../../../kernel/suspension.ts";
import type { Ground } from "../../ground.ts";

export function createWhoami({ definitions }: Pick<Ground, "definitions">): Feature {
  return { name: "whoami", operations: [whoami(Object.values(definitions))] };
}

const reach = {
  kinds: list({
    description: "The kinds whose rows it reaches; null: all of them.",
    items: text({ description: "A kind." }),
    nullable: true,
  }),
  verbs: list({
    description: "What is left of what its level allows.",
    items: choice({
      description: "A verb; operate is what changes something and is no verb of a kind.",
      choices: keyVerbs,
    }),
  }),
  services: list({
    description: "It reaches only rows that name these services, and no others; null: all rows.",
    items: text({ description: "A service." }),
    nullable: true,
  }),
  team_id: text({ description: "It reaches only the rows of this team; null: all rows.", nullable: true }),
  addresses: list({
    description:
      "The addresses from which it may call, next to the organization's own list; null: all of them.",
    items: text({ description: "A range." }),
    nullable: true,
  }),
} as const;

const whoami = (definitions: readonly Kind[]): ConfigurationOperation => ({
  name: "whoami",
  level: "read",
  effect: "read",
  title: "Who am I",
  description:
    "Says who this credential is, the organization that it acts in, its plan, the level up to which it may call tools (read, operate, admin), what a narrowed key reaches, and what time it is. Call it first.",
  tag: "whoami",
  reach: "own",
  credential: "bearer",
  method: "GET",
  path: "/api/v1/whoami",
  input: { fields: {} },
  output: {
    fields: {
      kind: choice({ description: "What the credential is.", choices: ["key", "token", "user"] }),
      id: text({ description: "The id of the key, token or user." }),
      name: text({ description: "Its name.", min: 0 }),
      now: timestamp({ description: "The time at the service." }),
      level: choice({ description: "The highest level that it may call.", choices: levels }),
      ask: boolean({
        description:
          "Whether it is asked before something grave is done: 409 with the reason confirm; the same call with confirm does it. MCP and the console ask everybody, REST the keys made so.",
      }),
      reach: object({
        description: "What the limits of a narrowed key leave of its level; of other credentials all of it.",
        fields: reach,
      }),
      organization: object({
        description: "The organization that it acts in.",
        fields: {
          id: text({ description: "The organization's id." }),
          slug: text({ description: "Its name in addresses." }),
          name: text({ description: "What people call it." }),
          plan: choice({ description: "Its plan.", choices: plans }),
          suspension: text({
            description: "Why it takes no changes; null: it does.",
            nullable: true,
          }),
        },
      }),
    },
  },
  async run({ caller, door, now }, { body }): Promise<OperationAnswer> {
    readInput({}, body);
    const { actor, level, organization } = caller;
    const { id, slug, name, plan } = organization;
    const suspension = organization.suspension && suspensionText(name, organization.suspension);
    return {
      status: 200,
      body: {
        kind: actor.kind,
        id: actor.id,
        name: actor.name,
        now: now.toISOString(),
        level,
        ask: door !== "rest" || caller.asks === true,
        reach: reachOf(caller, definitions),
        organization: { id, slug, name, plan, suspension },
      },
    };
  },
});
