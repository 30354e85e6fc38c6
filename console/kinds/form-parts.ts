/** What stands below the fields of a kind's form, wherever it is open: on a new row's page, a row's own, in a dialog. */
import type { ComponentType } from "react";
import { later } from "../parts/in-time.ts";
import type { FormPartProps } from "./part-props.ts";

export const formParts: Readonly<Record<string, ComponentType<FormPartProps>>> = {
  connectors: later(async () => (await import("./unsaved-test.tsx")).UnsavedConnectorTest),
  data_sources: later(async () => (await import("./unsaved-test.tsx")).UnsavedDataSourceTest),
  deploy_policies: later(async () => (await import("./gate-preview.tsx")).GatePreview),
  outbound_configs: later(async () => (await import("./unsaved-test.tsx")).UnsavedTargetTest),
  status_page_incidents: later(async () => (await import("../incidents/reach.tsx")).IncidentReach),
};
