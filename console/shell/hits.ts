/** What the palette finds that is no row: pages, actions, open alerts, the page at hand. */
import { useMantineColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import type { Alert } from "../api/alert-shapes.ts";
import { namedActions } from "../api/calls.ts";
import { readQuery, useDefinitions } from "../api/queries.ts";
import type { Listed } from "../api/shapes.ts";
import { kindNames } from "../kinds/names.ts";
import { useAlertAction, useAlertRights } from "../parts/alerts/use-alerts.ts";
import { alertPath, newPath } from "../parts/paths.ts";
import { useSignOut } from "./account-menu.tsx";
import { alsoOf } from "./also.ts";
import { placesFor } from "./fixed-places.ts";
import { useOrganization, useWhoAmI } from "./session.ts";
import type { Named } from "./spoken.ts";
import * as texts from "./texts.ts";
import { useMenu } from "./use-menu.ts";

export interface Hit extends Named {
  readonly key: string;
  readonly what: string;
  readonly run: () => void;
}

/** Pages and actions: what is there whatever the rows are. */
export function useFixedHits(): readonly Hit[] {
  const go = useNavigate();
  const here = useOrganization();
  const who = useWhoAmI();
  const { kinds, actions } = useDefinitions();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const done: readonly (readonly [string, string, () => void])[] = [
    ["light", texts.lightAppearance, () => setColorScheme("light")],
    ["dark", texts.darkAppearance, () => setColorScheme("dark")],
    ["out", texts.signOut, () => signOut.mutate()],
  ];
  return [
    ...placesFor(here, kinds, actions, who.organizations).map(({ to, search, ...place }) => ({
      ...place,
      run: () => void go({ to, ...(search === undefined ? {} : { search: search as never }) }),
    })),
    ...done.map(([key, title, run]) => ({ key, title, what: texts.action, also: alsoOf(key), run })),
  ];
}

/** Where a text can be sought among what the palette does not hold. */
export function useEverywhere(): (text: string) => readonly Hit[] {
  const go = useNavigate();
  const here = useOrganization();
  return (text) =>
    here === undefined
      ? []
      : everywhere.map(([path, title, search]) => ({
          key: `seek ${path}`,
          title: title(text),
          what: texts.search,
          run: () => void go({ to: `/o/${here.slug}/${path}`, search: search(text) as never }),
        }));
}

const everywhere = [
  ["set-up", texts.searchSetUp, (q: string) => ({ q })],
  ["alerts", texts.searchAlerts, (q: string) => ({ q })],
  ["changes", texts.searchChanges, (name: string) => ({ name })],
] as const;

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
      return {
        key: `${verb} ${id}`,
        title: `${verb} ${title}`,
        what: texts.openAlert,
        also: spoken[verb],
        run,
      };
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

/** What people say for it. */
const spoken: Readonly<Record<string, string>> = {
  [texts.acknowledge]: "ack, take, on it",
  [texts.mute]: "silence, snooze",
};

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
