/** What stands beside a kind's list. */
import { type ComponentType, lazy } from "react";
import type { Definition } from "../../src/surfaces/console/definitions.ts";

export interface ListPartProps {
  readonly definition: Definition;
}

export const listParts: Readonly<Record<string, ComponentType<ListPartProps>>> = {
  deploy_policies: lazy(async () => ({ default: (await import("./gate-question.tsx")).GateQuestion })),
  prompt_templates: lazy(async () => ({ default: (await import("./served-prompts.tsx")).ServedPrompts })),
  service_bindings: lazy(async () => ({ default: (await import("./binding-question.tsx")).BindingQuestion })),
};
