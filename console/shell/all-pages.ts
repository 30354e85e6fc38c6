/** Every page that the person may open in the organization: what Set-up shows, and ⌘K finds. */
import { allows, levelOfRole } from "../../src/kernel/access.ts";
import type { Group } from "../../src/kernel/kind.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { useDefinitions } from "../api/queries.ts";
import type { Membership } from "../api/shapes.ts";
import { specialOf } from "../kinds/special.ts";
import { kindPath } from "../parts/paths.ts";
import { entries } from "./entries.ts";
import type { PageLink } from "./page-link.ts";

const groups: readonly Group[] = [
  "Alerting",
  "On call",
  "Reliability",
  "Deploys",
  "Status page",
  "Integrations",
  "AI",
  "Organization",
  "Developers",
];

interface MadePage extends Omit<PageLink, "to"> {
  readonly path: string;
  readonly admin?: true;
  readonly first?: true;
}

const made: readonly MadePage[] = [
  {
    group: "Alerting",
    title: "Alerts",
    path: "/alerts",
    first: true,
    about: "What fires now, what fired before, and who was notified of it.",
  },
  {
    group: "Alerting",
    title: "Who is notified",
    path: "/notified",
    first: true,
    about: "One picture: alerts through the routes to teams, targets and people, and where they end.",
  },
  {
    group: "Alerting",
    title: "Send a team's alerts to Slack or a pager",
    path: "/team-alerts",
    admin: true,
    first: true,
    about: "A channel, and the route to it, made at once and tested.",
  },
  {
    group: "Alerting",
    title: "Drills",
    path: "/drills",
    first: true,
    about: "Prove that alerts reach people: start a drill, follow it, and see which routes were proved.",
  },
  {
    group: "On call",
    title: "On call",
    path: "/on-call",
    first: true,
    about: "Who is on call now and next, four weeks by person, and what nobody covers.",
  },
  {
    group: "Reliability",
    title: "Services",
    path: "/services",
    first: true,
    about: "All that names one service: objectives, alerts, routes, policies and checks.",
  },
  {
    group: "Reliability",
    title: "Your Prometheus",
    path: "/prometheus",
    admin: true,
    first: true,
    about: "Connect the place where your metrics are: its address is enough.",
  },
  {
    group: "Organization",
    title: "Members",
    path: "/members",
    admin: true,
    about: "Who belongs to the organization, and with which role.",
  },
  {
    group: "Organization",
    title: "Sign-in",
    path: "/sign-in",
    admin: true,
    about: "How members sign in: your own provider, and provisioning by SCIM.",
  },
  {
    group: "Organization",
    title: "Move in",
    path: "/move-in",
    admin: true,
    about: "Bring the configuration of another tool here, and compare before you switch.",
  },
  {
    group: "Organization",
    title: "Organization plan",
    path: "/plan",
    about: "What the plan of the organization includes.",
  },
  {
    group: "Developers",
    title: "API keys",
    path: "/keys",
    admin: true,
    about: "Credentials for programs: scripts, Terraform, assistants.",
  },
  {
    group: "Developers",
    title: "Export",
    path: "/export",
    about: "The whole configuration as Terraform, or as a bundle of YAML.",
  },
  {
    group: "Developers",
    title: "Proposals",
    path: "/proposals",
    about:
      "Changes that wait for somebody to look: approve, reject and apply them, keep them or take them back.",
  },
  {
    group: "Developers",
    title: "Plans",
    path: "/plans",
    about: "Change many rows at once: see first what changes, then apply all of it, and take it back.",
  },
];

export function usePages(here: Membership | undefined): readonly PageLink[] {
  const { kinds } = useDefinitions();
  return here === undefined ? [] : pagesFor(here, kinds);
}

/** The pages in the order of their groups. */
export function pagesFor(
  here: Pick<Membership, "slug" | "role">,
  kinds: readonly Definition[],
): readonly PageLink[] {
  const base = `/o/${here.slug}`;
  const admin = allows(levelOfRole(here.role), "admin");
  const madeOf = (group: Group, first: boolean): readonly PageLink[] =>
    made
      .filter((page) => page.group === group && (page.first ?? false) === first && (admin || !page.admin))
      .map(({ path, title, about }) => ({ group, title, about, to: `${base}${path}` }));
  return groups.flatMap((group) => [
    ...madeOf(group, true),
    ...kinds
      .filter((kind) => kind.group === group && specialOf(kind.kind).inMenu !== false)
      // A group begins with its settings: they say what holds for its lists.
      .sort((a, b) => Number(b.shape === "setting") - Number(a.shape === "setting"))
      .map(({ kind, title, description: about }) => ({
        group,
        title,
        about,
        kind,
        to: kindPath(here.slug, kind),
      })),
    ...madeOf(group, false),
  ]);
}

/** The entries of the menu that are no page of a group. */
export function menuPages(slug: string): readonly { readonly to: string; readonly title: string }[] {
  return entries
    .filter(({ key }) => !["alerts", "on-call", "services"].includes(key))
    .map(({ title, path }) => ({ title, to: `/o/${slug}${path}` }));
}

/** About the person, whatever the organization. */
export const accountPages = [
  { to: "/account", title: "Profile", about: "Your name, and your organizations." },
  {
    to: "/account/ways",
    title: "How you are reached",
    about: "Your devices, numbers and mail, and in which order a page takes them.",
  },
  { to: "/account/password", title: "Password", about: "Change the password of your account." },
  {
    to: "/account/security",
    title: "Security",
    about: "Second factors, recovery codes, and where you are signed in.",
  },
  { to: "/account/tokens", title: "Access tokens", about: "For assistants that act in your name, over MCP." },
] as const;
