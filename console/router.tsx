/** Every page's address. Hand-made pages are loaded when they are first opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { HomeRedirect, SettingsRedirect } from "./pages/redirects.tsx";
import { inTime } from "./parts/in-time.ts";
import { Crash, Frame, Opening, OrganizationGate } from "./shell/frame.tsx";
import { NoPage } from "./shell/missing.tsx";

/** Filters, search and order are flat texts, of whatever names the page reads. */
const flat = (search: Record<string, unknown>) => search as Record<string, string>;

const root = createRootRoute({ component: Outlet, notFoundComponent: NoPage });

const invitation = createRoute({
  getParentRoute: () => root,
  path: "invitations/$token",
  component: lazyRouteComponent(
    inTime(() => import("./pages/invitation.tsx")),
    "InvitationPage",
  ),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: "resets/$token",
  component: lazyRouteComponent(() => import("./pages/new-password.tsx"), "ResetPage"),
});
const signIn = createRoute({
  getParentRoute: () => root,
  path: "sign-in",
  beforeLoad: () => {
    throw redirect({ to: "/" });
  },
});

const frame = createRoute({ getParentRoute: () => root, id: "frame", component: Frame });
const home = createRoute({ getParentRoute: () => frame, path: "/", component: HomeRedirect });
const settings = createRoute({
  getParentRoute: () => frame,
  path: "settings/$kind",
  component: SettingsRedirect,
});

const account = createRoute({
  getParentRoute: () => frame,
  path: "account",
  component: lazyRouteComponent(
    inTime(() => import("./pages/account.tsx")),
    "ProfilePage",
  ),
});
const sessions = createRoute({
  getParentRoute: () => frame,
  path: "account/sessions",
  component: lazyRouteComponent(
    inTime(() => import("./pages/account.tsx")),
    "SessionsPage",
  ),
});
const password = createRoute({
  getParentRoute: () => frame,
  path: "account/password",
  component: lazyRouteComponent(
    inTime(() => import("./pages/account.tsx")),
    "PasswordPage",
  ),
});
const tokens = createRoute({
  getParentRoute: () => frame,
  path: "account/tokens",
  component: lazyRouteComponent(
    inTime(() => import("./pages/tokens.tsx")),
    "TokensPage",
  ),
});

const organization = createRoute({
  getParentRoute: () => frame,
  path: "o/$org",
  component: OrganizationGate,
  // With the menu beside it, which leads on.
  notFoundComponent: NoPage,
});
const under = { getParentRoute: () => organization } as const;
const overview = createRoute({
  ...under,
  path: "/",
  component: lazyRouteComponent(
    inTime(() => import("./overview/overview.tsx")),
    "OverviewPage",
  ),
});
const keys = createRoute({
  ...under,
  path: "keys",
  component: lazyRouteComponent(
    inTime(() => import("./pages/keys.tsx")),
    "KeysPage",
  ),
});
const members = createRoute({
  ...under,
  path: "members",
  component: lazyRouteComponent(
    inTime(() => import("./pages/members.tsx")),
    "MembersPage",
  ),
});
const audit = createRoute({
  ...under,
  path: "audit",
  validateSearch: flat,
  component: lazyRouteComponent(
    inTime(() => import("./audit/page.tsx")),
    "AuditPage",
  ),
});
const exported = createRoute({
  ...under,
  path: "export",
  component: lazyRouteComponent(
    inTime(() => import("./pages/export.tsx")),
    "ExportPage",
  ),
});
const plan = createRoute({
  ...under,
  path: "plan",
  component: lazyRouteComponent(
    inTime(() => import("./pages/plan.tsx")),
    "PlanPage",
  ),
});
const plans = createRoute({
  ...under,
  path: "plans",
  component: lazyRouteComponent(
    inTime(() => import("./pages/plans.tsx")),
    "PlansPage",
  ),
});
const planReview = createRoute({
  ...under,
  path: "plans/$plan",
  validateSearch: flat,
  component: lazyRouteComponent(
    inTime(() => import("./pages/plan-review.tsx")),
    "PlanReviewPage",
  ),
});
const drift = createRoute({
  ...under,
  path: "plans/drift/$set",
  validateSearch: flat,
  component: lazyRouteComponent(
    inTime(() => import("./pages/drift.tsx")),
    "DriftPage",
  ),
});
const alerts = createRoute({
  ...under,
  path: "alerts",
  validateSearch: flat,
  component: lazyRouteComponent(
    inTime(() => import("./pages/alerts.tsx")),
    "AlertsPage",
  ),
});
const alert = createRoute({
  ...under,
  path: "alerts/$alert",
  component: lazyRouteComponent(
    inTime(() => import("./pages/alert.tsx")),
    "AlertPage",
  ),
});
const services = createRoute({
  ...under,
  path: "services",
  validateSearch: flat,
  component: lazyRouteComponent(
    inTime(() => import("./services/list-page.tsx")),
    "ServicesPage",
  ),
});
const service = createRoute({
  ...under,
  path: "services/$service",
  component: lazyRouteComponent(
    inTime(() => import("./services/page.tsx")),
    "ServicePage",
  ),
});
const list = createRoute({
  ...under,
  path: "settings/$kind",
  validateSearch: flat,
  component: lazyRouteComponent(
    inTime(() => import("./pages/list.tsx")),
    "ListPage",
  ),
});
const fresh = createRoute({
  ...under,
  path: "new/$kind",
  validateSearch: flat,
  component: lazyRouteComponent(
    inTime(() => import("./pages/new-row.tsx")),
    "NewRowPage",
  ),
});
const row = createRoute({
  ...under,
  path: "settings/$kind/$id",
  validateSearch: flat,
  component: lazyRouteComponent(
    inTime(() => import("./pages/row.tsx")),
    "RowPage",
  ),
});

const tree = root.addChildren([
  invitation,
  reset,
  signIn,
  frame.addChildren([
    home,
    settings,
    account,
    sessions,
    password,
    tokens,
    organization.addChildren([
      overview,
      keys,
      members,
      audit,
      exported,
      plan,
      plans,
      planReview,
      drift,
      alerts,
      alert,
      services,
      service,
      list,
      fresh,
      row,
    ]),
  ]),
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
