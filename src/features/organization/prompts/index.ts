/** What the model is served, and the review that lets a flagged template be served. */

import type { Engine } from "../../../engine/engine.ts";
import type { Feature } from "../../../engine/feature.ts";
import { readInput } from "../../../engine/input.ts";
import type { ConfigurationOperation, OperationAnswer } from "../../../engine/operation.ts";
import type { Store } from "../../../engine/ports/rows.ts";
import { viewOf } from "../../../engine/render.ts";
import { choice, defaultLimits, text } from "../../../kernel/field.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { PartialConfigurationOf } from "../../../kernel/row-types.ts";
import { promptTemplates } from "../../../resources/prompt-templates.ts";
import { builtInPrompts } from "./built-in.ts";
import { judgePrompts, promptHooks } from "./judge.ts";
import { reviewCall } from "./review.ts";

export interface PromptsDeps {
  readonly engine: Pick<Engine, "mutateRow">;
  readonly store: Pick<Store, "rowsMatching">;
}

export function createPrompts(deps: PromptsDeps): Feature {
  return {
    name: "prompts",
    kinds: { [promptTemplates.kind]: promptHooks },
    judges: [judgePrompts],
    operations: [resolveOperation(deps), reviewCall(deps.engine)],
  };
}

function resolveOperation({ store }: PromptsDeps): ConfigurationOperation {
  const { choices } = promptTemplates.fields.prompt_type;
  const input = { prompt_type: choice({ description: "The work that the prompt is for.", choices }) };
  return {
    name: "resolve_prompt",
    level: "read",
    effect: "read",
    title: "Resolve a prompt",
    description:
      "The prompt that a model is served for a type of work. The organization's template that is approved, enabled and the default of its type, or without one the built-in.",
    tag: promptTemplates.kind,
    reach: { kinds: [promptTemplates] },
    credential: "bearer",
    method: "GET",
    path: "/api/v1/prompts/{prompt_type}",
    input: { fields: input },
    output: {
      fields: {
        ...input,
        source: choice({ description: "Whose prompt it is.", choices: ["template", "built_in"] }),
        template_id: text({ description: "The template's id; null for the built-in.", nullable: true }),
        name: text({ description: "The template's name; null for the built-in.", nullable: true }),
        content: text({
          description: "The prompt; null where the type has no built-in.",
          max: defaultLimits.query,
          nullable: true,
        }),
      },
    },
    async run({ caller: { organization } }, { body }): Promise<OperationAnswer> {
      if (typeof body.prompt_type === "string" && !choices.some((type) => type === body.prompt_type))
        throw noType(choices);
      const { prompt_type } = readInput(input, body);
      const defaults: PartialConfigurationOf<typeof promptTemplates> = {
        prompt_type,
        is_default: true,
        enabled: true,
      };
      const rows = await store.rowsMatching(organization.id, promptTemplates.kind, defaults);
      const served = rows
        .map((row) => ({ id: row.id, ...viewOf(promptTemplates, row) }))
        .find(({ state }) => state.review_status === "approved");
      if (served === undefined) {
        const content = builtInPrompts[prompt_type] ?? null;
        return {
          status: 200,
          body: { prompt_type, source: "built_in", template_id: null, name: null, content },
        };
      }
      const { name, content } = served.configuration;
      return {
        status: 200,
        body: { prompt_type, source: "template", template_id: served.id, name, content },
      };
    },
  };
}

function noType(choices: readonly string[]): Refusal {
  return new Refusal("not_found", `There is no such prompt type; the types are ${choices.join(", ")}.`);
}
