/** What stands beside a kind's list. */
import type { ComponentType } from "react";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { later } from "../parts/in-time.ts";

export interface ListPartProps {
  readonly definition: Definition;
}

export const listParts: Readonly<Record<string, ComponentType<ListPartProps>>> = {
  deploy_policies: later(async () => (await import("./gate-question.tsx")).GateQuestion),
  prompt_templates: later(async () => (await import("./served-prompts.tsx")).ServedPrompts),
  service_bindings: later(async () => (await import("./binding-question.tsx")).BindingQuestion),
};
