/** The two sides of a row's page: what it is, and what it was. The address says which one is shown. */
import { Tabs } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { later } from "../parts/in-time.ts";
import { Rows } from "../parts/page.tsx";

export const RowHistory = later(async () => (await import("../plans/history.tsx")).RowHistory);

export interface RowTabsProps {
  readonly definition: Definition;
  /** Of a setting its kind. */
  readonly id: string;
  /** Stays as it is while the history is shown, with what somebody has typed there. */
  readonly children: ReactNode;
}

export function RowTabs({ definition, id, children }: RowTabsProps) {
  const { view, ...search } = useSearch({ strict: false }) as { view?: string };
  const go = useNavigate();
  const shown = view === "history" ? "history" : "details";
  const show = (next: string | null) =>
    void go({ to: ".", search: next === "history" ? { ...search, view: next } : search });
  return (
    <Tabs value={shown} onChange={show}>
      <Tabs.List mb="lg">
        <Tabs.Tab value="details">Details</Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="details">{children}</Tabs.Panel>
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
