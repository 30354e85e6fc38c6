/** The operation that shows a caller who it is: the first thing an agent asks. */

import type { Feature } from "../../engine/feature.ts";
import { readInput } from "../../engine/input.ts";
import type { ConfigurationOperation, OperationAnswer } from "../../engine/operation.ts";
import { levels, plans } from "../../kernel/access.ts";
import { choice, object, text } from "../../kernel/field.ts";

export function createWhoami(): Feature {
  return { name: "whoami", operations: [whoami] };
}

const whoami: ConfigurationOperation = {
  name: "whoami",
  level: "read",
  effect: "read",
  title: "Who am I",
  description:
    "Says who this credential is, the organization that it acts in, its plan, and the level up to which it may call tools (read, operate, admin). Call it first.",
  tag: "whoami",
  credential: "bearer",
  method: "GET",
  path: "/api/v1/whoami",
  input: { fields: {} },
  output: {
    fields: {
      kind: choice({ description: "What the credential is.", choices: ["key", "token", "user"] }),
      id: text({ description: "The id of the key, token or user." }),
      name: text({ description: "Its name.", min: 0 }),
      level: choice({ description: "The highest level that it may call.", choices: levels }),
      organization: object({
        description: "The organization that it acts in.",
        fields: {
          id: text({ description: "The organization's id." }),
          slug: text({ description: "Its name in addresses." }),
          name: text({ description: "What people call it." }),
          plan: choice({ description: "Its plan.", choices: plans }),
        },
      }),
    },
  },
  async run({ caller }, { body }): Promise<OperationAnswer> {
    readInput({}, body);
    const { actor, level, organization } = caller;
    const { id, slug, name, plan } = organization;
    return {
      status: 200,
      body: {
        kind: actor.kind,
        id: actor.id,
        name: actor.name,
        level,
        organization: { id, slug, name, plan },
      },
    };
  },
};
