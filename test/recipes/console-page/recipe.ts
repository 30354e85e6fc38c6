import type { Recipe } from "../plant.ts";

/** A page that lists the audits which are open today, and a panel on the page of a compliance period. */
export const recipe: Recipe = {
  files: {
    "console/pages/audits/page.tsx": "page.tsx.txt",
    "console/pages/audits/open-periods.ts": "open-periods.ts.txt",
    "console/pages/audits/texts.ts": "texts.ts.txt",
    "console/kinds/special/compliance-periods/period-services.tsx": "period-services.tsx.txt",
    "console/kinds/special/compliance-periods/texts.ts": "panel-texts.ts.txt",
    "test/console/open-periods.test.ts": "open-periods.test.ts.txt",
  },
  edits: [
    {
      file: "console/router.tsx",
      find: `  ofOrganization(
    "export",
`,
      put: `  ofOrganization(
    "audits",
    page(() => import("./pages/audits/page.tsx"), "AuditsPage"),
  ),
  ofOrganization(
    "export",
`,
    },
    {
      file: "console/shell/all-pages.ts",
      find: `  {
    group: "Organization",
    title: "Organization plan",`,
      put: `  {
    group: "Organization",
    title: "Open audits",
    path: "/audits",
    about: "Compliance periods that are open today.",
  },
  {
    group: "Organization",
    title: "Organization plan",`,
    },
    {
      file: "console/kinds/names.ts",
      find: '  component: "status_page_components",\n',
      put: '  compliancePeriod: "compliance_periods",\n  component: "status_page_components",\n',
    },
    {
      file: "console/kinds/special.ts",
      find: "  connectors: {\n",
      put: `  compliance_periods: {
    Panel: later(() => import("./special/compliance-periods/period-services.tsx"), "PeriodServices"),
  },
  connectors: {
`,
    },
  ],
  tests: ["test/console/open-periods.test.ts", "test/console/special.test.ts", "test/house/console.test.ts"],
};
