/** Every page's address. A page is loaded when it is first opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { inTime } from "./parts/in-time.ts";
import { Crash, Frame, Opening, OrganizationGate } from "./shell/frame.tsx";
import { NoPage } from "./shell/missing.tsx";
import { HomeRedirect, SettingsRedirect } from "./shell/redirects.tsx";

/** Filters, search and order are flat texts, of whatever names the page reads. */
const flat = (search: Record<string, unknown>) => search as Record<string, string>;

/** A page's component, loaded as soon as the service can be reached. */
const page = <T extends Record<string, unknown>, Name extends keyof T & string>(
  load: () => Promise<T>,
  name: Name,
) => lazyRouteComponent(inTime(load), name);

const root = createRootRoute({ component: Outlet, notFoundComponent: NoPage });
const frame = createRoute({ getParentRoute: () => root, id: "frame", component: Frame });
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

const inRoot = { getParentRoute: () => root } as const;
const inFrame = { getParentRoute: () => frame } as const;
const inOrganization = { getParentRoute: () => organization, validateSearch: flat } as const;

const pagesOfRoot = [
  createRoute({
    ...inRoot,
    path: "invitations/$token",
    component: page(() => import("./pages/invitation/page.tsx"), "InvitationPage"),
  }),
  createRoute({
    ...inRoot,
    path: "resets/$token",
    component: page(() => import("./pages/reset/page.tsx"), "ResetPage"),
  }),
] as const;

const pagesOfFrame = [
  createRoute({ ...inFrame, path: "/", component: HomeRedirect }),
  createRoute({ ...inFrame, path: "settings/$kind", component: SettingsRedirect }),
  createRoute({
    ...inFrame,
    path: "account",
    component: page(() => import("./pages/profile/page.tsx"), "ProfilePage"),
  }),
  createRoute({
    ...inFrame,
    path: "account/sessions",
    component: page(() => import("./pages/sessions/page.tsx"), "SessionsPage"),
  }),
  createRoute({
    ...inFrame,
    path: "account/password",
    component: page(() => import("./pages/password/page.tsx"), "PasswordPage"),
  }),
  createRoute({
    ...inFrame,
    path: "account/tokens",
    component: page(() => import("./pages/tokens/page.tsx"), "TokensPage"),
  }),
] as const;

const pagesOfOrganization = [
  createRoute({
    ...inOrganization,
    path: "/",
    component: page(() => import("./pages/overview/page.tsx"), "OverviewPage"),
  }),
  createRoute({
    ...inOrganization,
    path: "keys",
    component: page(() => import("./pages/keys/page.tsx"), "KeysPage"),
  }),
  createRoute({
    ...inOrganization,
    path: "members",
    component: page(() => import("./pages/members/page.tsx"), "MembersPage"),
  }),
  createRoute({
    ...inOrganization,
    path: "audit",
    component: page(() => import("./pages/audit/page.tsx"), "AuditPage"),
  }),
  createRoute({
    ...inOrganization,
    path: "export",
    component: page(() => import("./pages/export/page.tsx"), "ExportPage"),
  }),
  createRoute({
    ...inOrganization,
    path: "plan",
    component: page(() => import("./pages/plan/page.tsx"), "PlanPage"),
  }),
  createRoute({
    ...inOrganization,
    path: "plans",
    component: page(() => import("./pages/plans/page.tsx"), "PlansPage"),
  }),
  createRoute({
    ...inOrganization,
    path: "plans/$plan",
    component: page(() => import("./pages/plan-review/page.tsx"), "PlanReviewPage"),
  }),
  createRoute({
    ...inOrganization,
    path: "plans/drift/$set",
    component: page(() => import("./pages/drift/page.tsx"), "DriftPage"),
  }),
  createRoute({
    ...inOrganization,
    path: "alerts",
    component: page(() => import("./pages/alerts/page.tsx"), "AlertsPage"),
  }),
  createRoute({
    ...inOrganization,
    path: "alerts/$alert",
    component: page(() => import("./pages/alert/page.tsx"), "AlertPage"),
  }),
  createRoute({
    ...inOrganization,
    path: "services",
    component: page(() => import("./pages/services/page.tsx"), "ServicesPage"),
  }),
  createRoute({
    ...inOrganization,
    path: "services/$service",
    component: page(() => import("./pages/service/page.tsx"), "ServicePage"),
  }),
  createRoute({
    ...inOrganization,
    path: "settings/$kind",
    component: page(() => import("./pages/list/page.tsx"), "ListPage"),
  }),
  createRoute({
    ...inOrganization,
    path: "new/$kind",
    component: page(() => import("./pages/new-row/page.tsx"), "NewRowPage"),
  }),
  createRoute({
    ...inOrganization,
    path: "settings/$kind/$id",
    component: page(() => import("./pages/row/page.tsx"), "RowPage"),
  }),
] as const;

const tree = root.addChildren([
  ...pagesOfRoot,
  signIn,
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
