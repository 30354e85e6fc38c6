/** How a service's page shows the rows of some kinds; rows of every other kind stand in a plain list. */
import type { ComponentType } from "react";
import { later } from "../parts/in-time.ts";
import type { ServiceRowsProps } from "./part-props.ts";

/** What stands in the place of a kind's plain list. */
export const serviceParts: Readonly<Record<string, ComponentType<ServiceRowsProps>>> = {
  slos: later(async () => (await import("./special/slos/service-slos.tsx")).ServiceSlos),
};

/** Kinds in the order in which somebody on call looks at them; the others follow. */
export const servicesFirst: readonly string[] = [
  "slos",
  "synthetic_checks",
  "certificate_monitors",
  "status_page_incidents",
  "status_page_components",
  "slis",
];

/** Kinds whose rows stand beside an answer that they decide. */
export const servicesAnswers = { gate: "deploy_policies", bindings: "service_bindings" } as const;

/** Who decides about a service's alerts; a new row begins with the label. */
export const servicesTakers = { route: "alert_routes", rule: "outbound_rules", mute: "alert_mutes" } as const;
