/** What stands beside a kind's list. */
import type { ComponentType } from "react";
import { later } from "../parts/in-time.ts";
import type { ListPartProps } from "./part-props.ts";

export const listParts: Readonly<Record<string, ComponentType<ListPartProps>>> = {
  alert_routes: later(async () => (await import("./special/alert-routes/route-question.tsx")).RouteQuestion),
  deploy_policies: later(
    async () => (await import("./special/deploy-policies/gate-question.tsx")).GateQuestion,
  ),
  outbound_rules: later(
    async () => (await import("./special/alert-routes/route-question.tsx")).RouteQuestion,
  ),
  prompt_templates: later(
    async () => (await import("./special/prompt-templates/served-prompts.tsx")).ServedPrompts,
  ),
  service_bindings: later(
    async () => (await import("./special/service-bindings/binding-question.tsx")).BindingQuestion,
  ),
};
