/** Every page's address. A page is loaded when it is first opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  redirect,
} from "@tanstack/react-router";
import { inTime } from "./parts/in-time.ts";
import { Alone, Crash, Frame, Opening } from "./shell/frame.tsx";
import { OrganizationGate } from "./shell/gate.tsx";
import { NoPage } from "./shell/missing.tsx";
import { AuditRedirect, HomeRedirect, NewRowRedirect, SettingsRedirect } from "./shell/redirects.tsx";

/** Filters, search and order are flat texts, of whatever names the page reads. */
const flat = (search: Record<string, unknown>) => search as Record<string, string>;

/** A page's component, loaded as soon as the service can be reached. */
const page = <T extends Record<string, unknown>, Name extends keyof T & string>(
  load: () => Promise<T>,
  name: Name,
) => lazyRouteComponent(inTime(load), name);

const root = createRootRoute({ component: Outlet, notFoundComponent: NoPage });
const frame = createRoute({ getParentRoute: () => root, id: "frame", component: Frame });
const alone = createRoute({ getParentRoute: () => root, id: "alone", component: Alone });

/** Of a page that only somebody who is signed in can see. */
export function isForSignedIn(routeId: string): boolean {
  return [frame.id, alone.id].some((id) => id === routeId);
}

/** Now, in the frame or as a screen: it is asked for before its own part of the program is there. */
export function isNow(routeId: string): boolean {
  return [nowPage.id, screen.id].some((id) => id === routeId);
}

const organization = createRoute({
  getParentRoute: () => frame,
  path: "o/$org",
  component: OrganizationGate,
  // With the menu next to it, which leads on.
  notFoundComponent: NoPage,
});
const signIn = createRoute({
  getParentRoute: () => root,
  path: "sign-in",
  beforeLoad: () => {
    throw redirect({ to: "/" });
  },
});

const ofRoot = <P extends string>(path: P, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component });
const ofFrame = <P extends string>(path: P, component: RouteComponent) =>
  createRoute({ getParentRoute: () => frame, path, component });
const ofOrganization = <P extends string>(path: P, component: RouteComponent) =>
  createRoute({ getParentRoute: () => organization, validateSearch: flat, path, component });

const pagesOfRoot = [
  ofRoot(
    "sign-in/refused",
    page(() => import("./pages/sign-in-refused/page.tsx"), "SignInRefusedPage"),
  ),
  ofRoot(
    "sign-in/link/$token",
    page(() => import("./pages/sign-in-link/page.tsx"), "SignInLinkPage"),
  ),
  ofRoot(
    "invitations/$token",
    page(() => import("./pages/invitation/page.tsx"), "InvitationPage"),
  ),
  ofRoot(
    "resets/$token",
    page(() => import("./pages/reset/page.tsx"), "ResetPage"),
  ),
] as const;

/** For the operator of the installation, whom no session says: the page asks for the token. */
const operator = ofRoot(
  "operator",
  page(() => import("./pages/operator/page.tsx"), "OperatorPage"),
);

const pagesOfFrame = [
  ofFrame("/", HomeRedirect),
  ofFrame("settings/$kind", SettingsRedirect),
  ofFrame(
    "account",
    page(() => import("./pages/profile/page.tsx"), "ProfilePage"),
  ),
  ofFrame(
    "account/security",
    page(() => import("./pages/security/page.tsx"), "SecurityPage"),
  ),
  ofFrame(
    "account/ways",
    page(() => import("./pages/ways/page.tsx"), "WaysPage"),
  ),
  ofFrame(
    "account/password",
    page(() => import("./pages/password/page.tsx"), "PasswordPage"),
  ),
  ofFrame(
    "account/tokens",
    page(() => import("./pages/tokens/page.tsx"), "TokensPage"),
  ),
] as const;

/** Without the menu, for somebody who is signed in. */
const authorize = createRoute({
  getParentRoute: () => alone,
  path: "authorize",
  validateSearch: flat,
  component: page(() => import("./pages/authorize/page.tsx"), "AuthorizePage"),
});

/** Now on one screen, installable; of the organization that was looked at last. */
const screen = createRoute({
  getParentRoute: () => alone,
  path: "now",
  component: page(() => import("./pages/screen/page.tsx"), "ScreenPage"),
});

const nowPage = ofOrganization(
  "/",
  page(() => import("./pages/now/page.tsx"), "NowPage"),
);

const pagesOfOrganization = [
  nowPage,
  ofOrganization(
    "prometheus",
    page(() => import("./pages/prometheus/page.tsx"), "PrometheusPage"),
  ),
  ofOrganization(
    "set-up",
    page(() => import("./pages/set-up/page.tsx"), "SetUpPage"),
  ),
  ofOrganization(
    "organization",
    page(() => import("./pages/organization/page.tsx"), "OrganizationPage"),
  ),
  ofOrganization(
    "keys",
    page(() => import("./pages/keys/page.tsx"), "KeysPage"),
  ),
  ofOrganization(
    "members",
    page(() => import("./pages/members/page.tsx"), "MembersPage"),
  ),
  ofOrganization(
    "sign-in",
    page(() => import("./pages/sso/page.tsx"), "SsoPage"),
  ),
  ofOrganization(
    "changes",
    page(() => import("./pages/changes/page.tsx"), "ChangesPage"),
  ),
  ofOrganization("audit", AuditRedirect),
  ofOrganization(
    "export",
    page(() => import("./pages/export/page.tsx"), "ExportPage"),
  ),
  ofOrganization(
    "move-in",
    page(() => import("./pages/move-in/page.tsx"), "MoveInPage"),
  ),
  ofOrganization(
    "plan",
    page(() => import("./pages/plan/page.tsx"), "PlanPage"),
  ),
  ofOrganization(
    "plans",
    page(() => import("./pages/plans/page.tsx"), "PlansPage"),
  ),
  ofOrganization(
    "plans/$plan",
    page(() => import("./pages/plan-review/page.tsx"), "PlanReviewPage"),
  ),
  ofOrganization(
    "proposals",
    page(() => import("./pages/proposals/page.tsx"), "ProposalsPage"),
  ),
  ofOrganization(
    "proposals/$proposal",
    page(() => import("./pages/proposal/page.tsx"), "ProposalPage"),
  ),
  ofOrganization(
    "plans/drift/$set",
    page(() => import("./pages/drift/page.tsx"), "DriftPage"),
  ),
  ofOrganization(
    "alerts",
    page(() => import("./pages/alerts/page.tsx"), "AlertsPage"),
  ),
  ofOrganization(
    "alerts/$alert",
    page(() => import("./pages/alert/page.tsx"), "AlertPage"),
  ),
  ofOrganization(
    "on-call",
    page(() => import("./pages/on-call/page.tsx"), "OnCallPage"),
  ),
  ofOrganization(
    "drills",
    page(() => import("./pages/drills/page.tsx"), "DrillsPage"),
  ),
  ofOrganization(
    "notified",
    page(() => import("./pages/notified/page.tsx"), "NotifiedPage"),
  ),
  ofOrganization(
    "team-alerts",
    page(() => import("./pages/team-alerts/page.tsx"), "TeamAlertsPage"),
  ),
  ofOrganization(
    "services",
    page(() => import("./pages/services/page.tsx"), "ServicesPage"),
  ),
  ofOrganization(
    "services/$service",
    page(() => import("./pages/service/page.tsx"), "ServicePage"),
  ),
  ofOrganization(
    "settings/$kind",
    page(() => import("./pages/list/page.tsx"), "ListPage"),
  ),
  ofOrganization(
    "new/$kind",
    page(() => import("./pages/new-row/page.tsx"), "NewRowPage"),
  ),
  ofOrganization("settings/$kind/new", NewRowRedirect),
  ofOrganization(
    "settings/$kind/$id",
    page(() => import("./pages/row/page.tsx"), "RowPage"),
  ),
] as const;

const tree = root.addChildren([
  ...pagesOfRoot,
  operator,
  signIn,
  alone.addChildren([authorize, screen]),
  frame.addChildren([...pagesOfFrame, organization.addChildren(pagesOfOrganization)]),
]);

export const router = createRouter({
  routeTree: tree,
  defaultErrorComponent: Crash,
  defaultNotFoundComponent: NoPage,
  defaultPendingComponent: Opening,
  scrollRestoration: true,
  // Plain texts, as people write and share them: `?q=pay&page=2`.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch(search) {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text === "" ? "" : `?${text}`;
  },
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
