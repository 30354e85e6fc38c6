/** What a kind's form has below its fields and on its button, wherever it is open: on a new row's page, a row's own, in a dialog. */
import type { ComponentType } from "react";
import { later } from "../parts/in-time.ts";
import type { FormPartProps, SaveWordsProps } from "./part-props.ts";

export const formParts: Readonly<Record<string, ComponentType<FormPartProps>>> = {
  connectors: later(async () => (await import("./connection-tests/unsaved-test.tsx")).UnsavedConnectorTest),
  data_sources: later(
    async () => (await import("./connection-tests/unsaved-test.tsx")).UnsavedDataSourceTest,
  ),
  deploy_policies: later(
    async () => (await import("./special/deploy-policies/gate-preview.tsx")).GatePreview,
  ),
  outbound_configs: later(
    async () => (await import("./connection-tests/unsaved-test.tsx")).UnsavedTargetTest,
  ),
  status_page_incidents: later(
    async () => (await import("./special/status-page-incidents/reach.tsx")).IncidentReach,
  ),
};

/** What the button of a kind's form says, where a save does more than to keep the row. */
export const saveWords: Readonly<Record<string, ComponentType<SaveWordsProps>>> = {
  status_page_incidents: later(
    async () => (await import("./special/status-page-incidents/new-incident.tsx")).PublishWords,
  ),
};
