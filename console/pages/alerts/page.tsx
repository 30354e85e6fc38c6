/** The alerts that are open, and those that were: looked through with keys, by whoever is on call. */
import { Anchor, Button, Group, Kbd, Alert as Notice, Text } from "@mantine/core";
import { Link, useSearch } from "@tanstack/react-router";
import { type RefObject, useRef, useState } from "react";
import { figure } from "../../../src/kernel/readable.ts";
import type { AlertStatus } from "../../api/alert-shapes.ts";
import { kindNames } from "../../kinds/names.ts";
import { useControls } from "../../parts/alerts/controls.tsx";
import { KeysDialog, listKeys, useKeys } from "../../parts/alerts/keys.tsx";
import { useAlerts } from "../../parts/alerts/use-alerts.ts";
import { PlainButton } from "../../parts/buttons.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Page } from "../../parts/page.tsx";
import { drillsPath, kindPath } from "../../parts/paths.ts";
import { RichText } from "../../parts/rich-text.tsx";
import { LinkIn } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import { Filters } from "./filters.tsx";
import { AlertList } from "./list.tsx";
import * as texts from "./texts.ts";
import { type AlertSearch, groupingOf, inOrder, isSought } from "./view.ts";

export function AlertsPage() {
  const search = useSearch({ strict: false }) as AlertSearch;
  const status = statusOf(search);
  const lists = {
    open: useAlerts("open"),
    acknowledged: useAlerts("acknowledged"),
    // There may be many of them, so they are read when somebody looks at them.
    resolved: useAlerts("resolved", status === "resolved"),
  };
  const [controls, needed] = useControls();
  const [help, setHelp] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const query = lists[status];
  const alerts = query.data?.data ?? [];
  const sought = inOrder(
    alerts.filter((alert) => isSought(alert, search)),
    search,
  );
  const group = groupingOf(search, sought.length);
  const known = Object.values(lists).flatMap(({ data }) => data?.data ?? []);
  const move = useMoves(list);
  const onCurrent = (deed: "acknowledge" | "resolve" | "mute") => () => {
    const alert = known.find(({ id }) => id === currentOf(list.current));
    if (alert !== undefined) controls[deed](alert);
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    arrowdown: () => move(1),
    arrowup: () => move(-1),
    a: onCurrent("acknowledge"),
    r: onCurrent("resolve"),
    m: onCurrent("mute"),
    "/": () => input.current?.focus(),
    "?": () => setHelp(true),
  });
  return (
    <Page
      title={texts.alerts}
      about={<About />}
      action={
        <PlainButton visibleFrom="sm" onClick={() => setHelp(true)} rightSection={<Kbd size="xs">?</Kbd>}>
          {texts.keys}
        </PlainButton>
      }
    >
      <Tabs
        search={search}
        status={status}
        counts={{
          open: countOf(lists.open),
          acknowledged: countOf(lists.acknowledged),
          resolved: countOf(lists.resolved),
        }}
      />
      {needed}
      <Loading of={query} />
      {query.data !== undefined && alerts.length === 0 ? <NoAlerts status={status} /> : null}
      {alerts.length === 0 ? null : (
        <>
          <Filters search={search} group={group} alerts={alerts} input={input} toList={() => move(0)} />
          {query.data?.truncated ? <Truncated count={alerts.length} /> : null}
          <AlertList
            key={JSON.stringify(search)}
            alerts={sought}
            known={known}
            total={alerts.length}
            group={group}
            controls={controls}
            list={list}
          />
        </>
      )}
      {help ? <KeysDialog keys={listKeys} close={() => setHelp(false)} /> : null}
    </Page>
  );
}

function About() {
  const here = useHere();
  return (
    <RichText
      of={texts.whatFiresNowWhoWorks}
      link={(part) => <LinkIn to={kindPath(here.slug, kindNames.route)}>{part}</LinkIn>}
      doAlerts={(part) => <LinkIn to={drillsPath(here.slug)}>{part}</LinkIn>}
    />
  );
}

function Truncated({ count }: { readonly count: number }) {
  return (
    <Notice color="yellow" mb="sm">
      {texts.onlyTheNewestAreListed(figure(count))}
    </Notice>
  );
}

function countOf({ data }: ReturnType<typeof useAlerts>) {
  return (
    data && {
      count: data.data.length,
      more: data.truncated,
      quiet: data.data.filter(({ status, muted_by }) => status === "open" && muted_by !== null).length,
    }
  );
}

function statusOf({ status }: AlertSearch): AlertStatus {
  return status === "acknowledged" || status === "resolved" ? status : "open";
}

/** The alert whose line has the focus. */
function currentOf(list: HTMLElement | null): string | undefined {
  if (list === null || !list.contains(document.activeElement)) return undefined;
  return document.activeElement?.closest<HTMLElement>("[data-row]")?.dataset.row;
}

/** Moves the focus through the list. From outside of it, it goes on where it was last. */
function useMoves(list: RefObject<HTMLElement | null>): (by: number) => void {
  const last = useRef(-1);
  return (by) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>("[data-alert]") ?? [])];
    const current = currentOf(list.current);
    const at = links.findIndex(({ dataset }) => dataset.alert === current);
    const to = (at === -1 ? Math.min(last.current, links.length - 1) : at) + by;
    last.current = Math.max(0, Math.min(to, links.length - 1));
    links[last.current]?.focus();
  };
}

function NoAlerts({ status }: { readonly status: AlertStatus }) {
  const here = useHere();
  if (status === "acknowledged") return <Text c="dimmed">{texts.noOpenAlertIsAcknowledged}</Text>;
  if (status === "resolved") return <Text c="dimmed">{texts.noAlertEndedWithin}</Text>;
  return (
    <Empty title={texts.noOpenAlerts} about={texts.alertsComeFromYourAlertmanager}>
      <Text size="sm">
        <Anchor component={Link} to={kindPath(here.slug, kindNames.connector)} underline="always">
          {texts.connectors}
        </Anchor>
        {" · "}
        <Anchor component={Link} to={kindPath(here.slug, kindNames.route)} underline="always">
          {texts.alertRoutes}
        </Anchor>
      </Text>
    </Empty>
  );
}

/** Which alerts are shown, kept in the address so that it can be shared. */

/** How many alerts a tab has: as many as are listed, and more where the list is cut. */
interface Count {
  readonly count: number;
  readonly more: boolean;
  /** Of open ones, those that a mute keeps back: the menu does not count them. */
  readonly quiet: number;
}

interface TabsProps {
  readonly search: AlertSearch;
  readonly status: AlertStatus;
  readonly counts: Readonly<Record<AlertStatus, Count | undefined>>;
}

const tabs: readonly (readonly [AlertStatus, string])[] = [
  ["open", texts.open],
  ["acknowledged", texts.acknowledged],
  ["resolved", texts.past],
];

function Tabs({ search, status, counts }: TabsProps) {
  return (
    <Group component="nav" gap={6} mb="md" aria-label={texts.whichAlerts}>
      {tabs.map(([one, title]) => {
        const { status: _, ...rest } = search;
        const at = counts[one];
        return (
          <Button
            key={one}
            size="xs"
            variant={one === status ? "light" : "subtle"}
            color={one === status ? "accent" : "gray"}
            renderRoot={(props) => (
              <Link {...props} to="." search={one === "open" ? rest : { ...rest, status: one }} replace />
            )}
            aria-current={one === status ? "page" : undefined}
          >
            {title}
            {at === undefined ? "" : ` ${figure(at.count)}${at.more ? "+" : ""}`}
            {at === undefined || at.quiet === 0 ? "" : texts.ofThemMuted(figure(at.quiet))}
          </Button>
        );
      })}
    </Group>
  );
}
