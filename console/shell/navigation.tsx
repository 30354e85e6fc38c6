/** The pages in groups; the kinds follow from the definitions. */
import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { allows, levelOfRole } from "../../src/kernel/access.ts";
import type { Group } from "../../src/kernel/resource.ts";
import { useDefinitions } from "../api/queries.ts";
import type { Membership } from "../api/shapes.ts";
import { GroupIcon } from "../parts/icon.tsx";
import { kindPath } from "../parts/paths.ts";
import { useOrganization } from "./session.ts";

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

/** Shown on the page of another kind. */
const within = ["team_members"];

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
    { group: "Organization", title: "Audit log", to: `${base}/audit`, admin: true },
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
      .filter((kind) => kind.group === group && !within.includes(kind.kind))
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
  const list = useRef<HTMLDivElement>(null);
  // The menu is longer than most screens, so it shows where one is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the address alone
  useEffect(() => {
    list.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  return (
    <div ref={list}>
      {here === undefined ? null : <NavItem to={`/o/${here.slug}`} title="Overview" exact icon />}
      {[...new Set(pages.map(({ group }) => group))].map((group) => (
        <section key={group} aria-label={group}>
          <Heading group={group} />
          {pages
            .filter((page) => page.group === group)
            .map(({ to, title }) => (
              <NavItem key={to} to={to} title={title} />
            ))}
        </section>
      ))}
      <section aria-label="Your account">
        <Heading group="Account" />
        <NavItem to="/account" title="Profile" exact />
        <NavItem to="/account/password" title="Password" />
        <NavItem to="/account/sessions" title="Sessions" />
        <NavItem to="/account/tokens" title="Access tokens" />
      </section>
    </div>
  );
}

function Heading({ group }: { readonly group: Group | "Account" }) {
  return (
    <div className="nav-group">
      <GroupIcon group={group} />
      {group}
    </div>
  );
}

function NavItem({
  to,
  title,
  exact = false,
  icon = false,
}: {
  readonly to: string;
  readonly title: string;
  readonly exact?: boolean;
  readonly icon?: boolean;
}) {
  return (
    <Link to={to} className="nav" activeOptions={{ exact, includeSearch: false }}>
      {icon ? (
        <span className="nav-icon">
          <GroupIcon group="Overview" />
        </span>
      ) : null}
      {title}
    </Link>
  );
}
