/** What the palette finds that is no row: pages, actions, open alerts, the page at hand. */
import { useMantineColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { allows, levelOfRole } from "../../src/kernel/access.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import type { Alert } from "../api/alert-shapes.ts";
import { namedActions } from "../api/calls.ts";
import { readQuery, useDefinitions } from "../api/queries.ts";
import type { Listed } from "../api/shapes.ts";
import { kindNames } from "../kinds/names.ts";
import { specialOf } from "../kinds/special.ts";
import { useAlertAction, useAlertRights } from "../parts/alerts/use-alerts.ts";
import { alertPath, newPath } from "../parts/paths.ts";
import { oneOf } from "../parts/words.ts";
import { useSignOut } from "./account-menu.tsx";
import { actionPages } from "./action-pages.ts";
import { accountPages, menuPages, usePages } from "./all-pages.ts";
import { useOrganization, useWhoAmI } from "./session.ts";
import * as texts from "./texts.ts";
import { useMenu } from "./use-menu.ts";

export interface Hit {
  readonly key: string;
  readonly title: string;
  readonly what: string;
  readonly run: () => void;
}

/** Pages and actions: what is there whatever the rows are. */
export function useFixedHits(lists: readonly Definition[]): readonly Hit[] {
  const go = useNavigate();
  const here = useOrganization();
  const who = useWhoAmI();
  const { actions } = useDefinitions();
  const pages = usePages(here);
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const org = here?.slug ?? "";
  const level = here === undefined ? "read" : levelOfRole(here.role);
  const open = (to: string) => () => void go({ to });
  const action = (key: string, title: string, run: () => void): Hit => ({
    key,
    title,
    what: texts.action,
    run,
  });
  return [
    ...pages.map(({ to, title, group }) => ({ key: to, title, what: group, run: open(to) })),
    ...(here === undefined ? [] : menuPages(org)).map(({ to, title }) => {
      return { key: `menu ${to}`, title, what: texts.menu, run: open(to) };
    }),
    ...accountPages.map(({ to, title }) => ({ key: to, title, what: texts.account, run: open(to) })),
    ...lists
      .filter((definition) => definition.verbs.includes("create") && allows(level, definition.level))
      .flatMap((definition) => {
        const to = newPath(org, definition.kind);
        const others = (specialOf(definition.kind).jobs ?? []).slice(1).map(({ title, begins }) => {
          return action(`${to} ${title}`, title, () => void go({ to, search: begins as never }));
        });
        return [action(to, texts.newOne(oneOf(definition)), open(to)), ...others];
      }),
    ...(here === undefined ? [] : actions)
      .filter(({ name, level: needed }) => actionPages[name] !== undefined && allows(level, needed))
      .map(({ name, title }) => action(name, title, open(`/o/${org}/${actionPages[name]}`))),
    ...(allows(level, "admin") && here !== undefined ? adminActions : []).map(([path, title]) =>
      action(`${path}?new`, title, () => void go({ to: `/o/${org}/${path}`, search: { new: "yes" } })),
    ),
    action("token", texts.newAccessToken, () => void go({ to: "/account/tokens", search: { new: "yes" } })),
    ...who.organizations
      .filter(({ id }) => id !== here?.id)
      .map(({ slug, name }) => {
        return { key: slug, title: texts.goTo(name), what: texts.organization, run: open(`/o/${slug}`) };
      }),
    action("light", texts.lightAppearance, () => setColorScheme("light")),
    action("dark", texts.darkAppearance, () => setColorScheme("dark")),
    action("out", texts.signOut, () => signOut.mutate()),
  ];
}

/** Open alerts, to be acknowledged on the spot or muted in a form that is filled in. */
export function useAlertHits(wanted: boolean): readonly Hit[] {
  const here = useOrganization();
  const go = useNavigate();
  const rights = useAlertRights();
  const acknowledge = useAlertAction("acknowledgeAlert");
  const { data } = useQuery({
    ...readQuery<Listed<Alert>>(here?.slug ?? "", namedActions.listAlerts, { status: "open" }),
    staleTime: 10_000,
    enabled: wanted && here !== undefined,
  });
  if (here === undefined) return [];
  return (data?.data ?? []).flatMap(({ id, title, muted_by }): Hit[] => {
    const hit = (verb: string, run: () => void): Hit => {
      return { key: `${verb} ${id}`, title: `${verb} ${title}`, what: texts.openAlert, run };
    };
    const acknowledgeIt = hit(texts.acknowledge, () => {
      acknowledge.mutate(id);
      void go({ to: alertPath(here.slug, id) });
    });
    const muteIt = hit(texts.mute, () => {
      void go({ to: newPath(here.slug, kindNames.mute), search: { pattern: title } });
    });
    return [
      ...(rights.acknowledge ? [acknowledgeIt] : []),
      ...(rights.mute && muted_by === null ? [muteIt] : []),
    ];
  });
}

/** The page behind the palette, kept in the menu or taken out of it. */
export function usePinHit(): Hit {
  const { pathname, searchStr } = useLocation();
  const { pinned, pin, unpin } = useMenu();
  const to = `${pathname}${searchStr}`;
  const isPinned = pinned.some((place) => place.to === to);
  return {
    key: "pin",
    title: isPinned ? texts.unpinThisPage : texts.pinThisPage,
    what: texts.action,
    run: () => (isPinned ? unpin(to) : pin({ to, title: document.title.replace(/ · orgconfig$/, "") })),
  };
}

const adminActions = [
  ["keys", texts.newApiKey],
  ["members", texts.inviteAMember],
] as const;
