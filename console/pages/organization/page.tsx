/** What is about the organization itself: people, programs, its own settings, and one's own account. */
import { useQuery } from "@tanstack/react-query";
import { countsQuery } from "../../api/queries.ts";
import { kindNames } from "../../kinds/names.ts";
import { later } from "../../parts/in-time.ts";
import { Page, Soon } from "../../parts/page.tsx";
import { changesPath, kindPath } from "../../parts/paths.ts";
import { TileCard, TileLink, Tiles } from "../../parts/tiles.tsx";
import { tileLine } from "../../parts/words.ts";
import { accountPages, usePages } from "../../shell/all-pages.ts";
import type { PageLink } from "../../shell/page-link.ts";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";
import { about, cards, title } from "./words.ts";

const ActivityCharts = later(() => import("../../parts/charts/activity.tsx"), "ActivityCharts");

type Shown = Pick<PageLink, "to" | "title" | "about" | "kind">;

export function OrganizationPage() {
  const here = useHere();
  const pages = usePages(here).filter(({ group }) => group === "Organization" || group === "Developers");
  const counts = useQuery({ ...countsQuery(here.slug), enabled: here.allows("admin") });
  const base = `/o/${here.slug}`;
  const peoplePaths = [`${base}/members`, kindPath(here.slug, kindNames.team), `${base}/sign-in`];
  const programPaths = [`${base}/keys`, `${base}/export`, `${base}/plans`, `${base}/move-in`];
  const at = (paths: readonly string[]) => paths.flatMap((path) => pages.find(({ to }) => to === path) ?? []);
  const own = pages.filter(({ to }) => ![...peoplePaths, ...programPaths].includes(to));
  const record = {
    to: changesPath(here.slug),
    title: texts.auditLog,
    about: texts.whoDidWhatThrough,
  };
  const shown: Readonly<Record<keyof typeof cards, readonly Shown[]>> = {
    people: at(peoplePaths),
    programs: at(programPaths),
    own: here.allows("admin") ? [...own, record] : own,
    you: accountPages,
  };
  return (
    <Page title={title} about={about}>
      <Tiles>
        {(Object.keys(cards) as (keyof typeof cards)[]).map((card) => (
          <TileCard key={card} {...cards[card]}>
            {shown[card].map(({ to, title: name, about: text, kind }) => (
              <TileLink
                key={to}
                to={to}
                title={name}
                about={kind === undefined ? text : tileLine(name, text)}
                count={kind === undefined ? undefined : counts.data?.get(kind)?.count}
              />
            ))}
          </TileCard>
        ))}
      </Tiles>
      <Soon>
        <ActivityCharts />
      </Soon>
    </Page>
  );
}
