/** The two sides of a row's page: what it is, and what it was. The address says which one is shown. */
import { Tabs } from "@mantine/core";
import { type ReactNode, Suspense } from "react";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { later } from "../parts/in-time.ts";
import { Rows } from "../parts/page.tsx";
import * as texts from "./texts.ts";
import { useView } from "./view.ts";

export const RowHistory = later(() => import("../parts/plans/history.tsx"), "RowHistory");

export interface RowTabsProps {
  readonly definition: Definition;
  /** Of a setting its kind. */
  readonly id: string;
  /** Whether the way back from the history leads to a form. */
  readonly editing: boolean;
  /** A form stays as it is while the history is shown, with what somebody has typed there. */
  readonly children: ReactNode;
}

export function RowTabs({ definition, id, editing, children }: RowTabsProps) {
  const { view, show } = useView();
  const shown = view === "history" ? "history" : "overview";
  const change = (next: string | null) => show(next === "history" ? "history" : editing ? "edit" : "summary");
  return (
    <Tabs value={shown} onChange={change}>
      <Tabs.List mb="lg">
        <Tabs.Tab value="overview">{texts.overview}</Tabs.Tab>
        <Tabs.Tab value="history">{texts.history}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="overview">{shown === "overview" || editing ? children : null}</Tabs.Panel>
      <Tabs.Panel value="history" className="form">
        {shown === "history" ? (
          <Suspense fallback={<Rows />}>
            <RowHistory definition={definition} id={id} />
          </Suspense>
        ) : null}
      </Tabs.Panel>
    </Tabs>
  );
}
