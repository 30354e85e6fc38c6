/** The pages in groups; the kinds follow from the definitions. */
import { CloseButton, VisuallyHidden } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { allows, levelOfRole } from "../../src/kernel/access.ts";
import type { Group } from "../../src/kernel/kind.ts";
import { useDefinitions } from "../api/queries.ts";
import type { Membership } from "../api/shapes.ts";
import { specialOf } from "../kinds/special.ts";
import { GroupIcon } from "../parts/icon.tsx";
import type { Place } from "../parts/menu-memory.ts";
import { alertsPath, kindPath } from "../parts/paths.ts";
import { useAttention } from "../parts/use-attention.ts";
import { useOrganization } from "./session.ts";
import { useMenu } from "./use-menu.ts";

const groups: readonly Group[] = [
  "Alerting",
  "Reliability",
  "Deploys",
  "Status page",
  "Integrations",
  "AI",
  "Organization",
  "Developers",
];

export interface PageLink {
  readonly to: string;
  readonly title: string;
  readonly group: Group;
}

/** Every page that the person may open in the organization, in the sidebar's order. */
export function usePages(here: Membership | undefined): readonly PageLink[] {
  const { kinds } = useDefinitions();
  if (here === undefined) return [];
  const base = `/o/${here.slug}`;
  const admin = allows(levelOfRole(here.role), "admin");
  const made: readonly (PageLink & { admin?: true; first?: true })[] = [
    { group: "Alerting", title: "Alerts", to: `${base}/alerts`, first: true },
    { group: "Reliability", title: "Services", to: `${base}/services`, first: true },
    { group: "Organization", title: "Members", to: `${base}/members`, admin: true },
    { group: "Organization", title: "Sign-in", to: `${base}/sign-in`, admin: true },
    { group: "Organization", title: "Audit log", to: `${base}/audit`, admin: true },
    { group: "Organization", title: "Move in", to: `${base}/move-in`, admin: true },
    { group: "Organization", title: "Organization plan", to: `${base}/plan` },
    { group: "Developers", title: "API keys", to: `${base}/keys`, admin: true },
    { group: "Developers", title: "Export", to: `${base}/export` },
    { group: "Developers", title: "Plans", to: `${base}/plans` },
  ];
  const madeOf = (group: Group, first: boolean) =>
    made.filter((page) => page.group === group && (page.first ?? false) === first && (admin || !page.admin));
  return groups.flatMap((group) => [
    ...madeOf(group, true),
    ...kinds
      .filter((kind) => kind.group === group && specialOf(kind.kind).inMenu !== false)
      // A group begins with its settings: they say what holds for its lists.
      .sort((a, b) => Number(b.shape === "setting") - Number(a.shape === "setting"))
      .map(({ kind, title }) => ({ group, title, to: kindPath(here.slug, kind) })),
    ...madeOf(group, false),
  ]);
}

export function Navigation() {
  const here = useOrganization();
  const pages = usePages(here);
  const { pathname } = useLocation();
  const menu = useMenu();
  const counts = useCounts();
  const list = useRef<HTMLDivElement>(null);
  // The menu is longer than most screens, so it shows where one is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the address alone
  useEffect(() => {
    list.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  return (
    <div ref={list}>
      {here === undefined ? null : <NavItem to={`/o/${here.slug}`} title="Overview" exact icon />}
      {here === undefined ? null : <Places title="Pinned" places={menu.pinned} unpin={menu.unpin} />}
      {here === undefined ? null : <Places title="Recent" places={menu.recent} />}
      {[...new Set(pages.map(({ group }) => group))].map((group) => {
        const own = pages.filter((page) => page.group === group);
        const folded = menu.folded.includes(group);
        return (
          <section key={group} aria-label={group}>
            <Heading
              group={group}
              folded={folded}
              count={folded ? own.reduce((sum, { to }) => sum + (counts.get(to) ?? 0), 0) : 0}
              fold={() => menu.fold(group)}
            />
            {own
              // The page at hand stays, so that one sees where one is.
              .filter(({ to }) => !folded || pathname === to || pathname.startsWith(`${to}/`))
              .map(({ to, title }) => (
                <NavItem key={to} to={to} title={title} count={counts.get(to) ?? 0} />
              ))}
          </section>
        );
      })}
      <section aria-label="Your account">
        <div className="nav-group">
          <GroupIcon group="Account" />
          Account
        </div>
        <NavItem to="/account" title="Profile" exact />
        <NavItem to="/account/password" title="Password" />
        <NavItem to="/account/security" title="Security" />
        <NavItem to="/account/tokens" title="Access tokens" />
      </section>
    </div>
  );
}

/** By address of a page, how much of it needs attention. */
function useCounts(): ReadonlyMap<string, number> {
  const here = useOrganization();
  const { data } = useAttention();
  const counts = new Map<string, number>();
  for (const { section, resource, total } of data?.sections ?? []) {
    const to = section === "alerts" ? alertsPath(here?.slug ?? "") : kindPath(here?.slug ?? "", resource);
    counts.set(to, (counts.get(to) ?? 0) + total);
  }
  return counts;
}

interface HeadingProps {
  readonly group: Group;
  readonly folded: boolean;
  /** What needs attention on the pages that are folded away. */
  readonly count: number;
  readonly fold: () => void;
}

function Heading({ group, folded, count, fold }: HeadingProps) {
  return (
    <button type="button" className="nav-group" aria-expanded={!folded} onClick={fold}>
      <GroupIcon group={group} />
      {group}
      <Count count={count} />
    </button>
  );
}

function Count({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span className="nav-count">
      {count > 99 ? "99+" : count}
      <VisuallyHidden> need attention</VisuallyHidden>
    </span>
  );
}

interface PlacesProps {
  readonly title: string;
  readonly places: readonly Place[];
  readonly unpin?: (to: string) => void;
}

function Places({ title, places, unpin }: PlacesProps) {
  if (places.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className="nav-group">{title}</div>
      {places.map(({ to, title: name }) => (
        <div key={to} className="nav-place">
          <Link to={to} className="nav clip" title={name} activeProps={{ "aria-current": undefined }}>
            {name}
          </Link>
          {unpin === undefined ? null : (
            <CloseButton size="xs" aria-label={`Unpin ${name}`} onClick={() => unpin(to)} />
          )}
        </div>
      ))}
    </section>
  );
}

interface NavItemProps {
  readonly to: string;
  readonly title: string;
  readonly exact?: boolean;
  readonly icon?: boolean;
  readonly count?: number;
}

function NavItem({ to, title, exact = false, icon = false, count = 0 }: NavItemProps) {
  return (
    <Link to={to} className="nav" activeOptions={{ exact, includeSearch: false }}>
      {icon ? (
        <span className="nav-icon">
          <GroupIcon group="Overview" />
        </span>
      ) : null}
      {title}
      <Count count={count} />
    </Link>
  );
}
