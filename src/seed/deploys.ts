import { ago, type Body, report, row, rows, run, type SeedRow, type Step } from "./row.ts";
import { plainName, type Service, services } from "./services.ts";

/** What a service's policy says beyond what its tier does. */
const special: Readonly<Record<string, readonly [Body, ...Step[]]>> = {
  payments: [{ error_budget_threshold: 33.5, on_stale: "hold" }],
  pricing: [{ burn_rate_block_enabled: false, on_stale: "allow" }],
  recommendations: [{ incident_block_enabled: false, burn_rate_block_enabled: false }],
  återbruk: [{ enabled: false }],
  "legacy crm": [
    {
      freeze_until: "2031-01-07T06:00:00Z",
      freeze_reason: "Nothing is deployed to the old CRM any more; it is switched off when it is empty.",
    },
  ],
  cart: [
    {},
    run("override_deploy_gate", {
      service: "cart",
      allow: true,
      reason: "The fix for the incident is in this deploy (OPS-2291).",
    }),
  ],
  edge: [
    { error_budget_threshold: 100 },
    run("override_deploy_gate", {
      service: "edge",
      allow: false,
      reason: "Held while the traffic moves to the new carriers.",
    }),
  ],
};

const thresholds = { 1: 25, 2: 10, 3: 0 } as const;

const deployPolicies = services.map((service) => {
  const [body, ...then] = special[service.name] ?? [{}];
  return row(
    "deploy_policies",
    { service: service.name, error_budget_threshold: thresholds[service.tier], ...body },
    ...then,
  );
});

const credentials = { registry_username: "svc-orgconfig", registry_password: "demo-registry-token" } as const;

const imageTargets = [
  ...services.map((service, index) =>
    row(
      "image_targets",
      {
        image: `ghcr.io/tidewater/${plainName(service)}`,
        tag_pattern: service.tier === 1 ? "v*" : "*",
        service: service.name,
        environment: service.tier === 3 ? "" : "prod",
        scan_interval_hours: service.tier === 1 ? 6 : 24,
        min_severity: service.tier === 1 ? "medium" : "high",
        enabled: service.name !== "legacy crm",
        ...(service.cloud.account === "345678901234" ? credentials : {}),
      },
      ...(index % 5 === 4 ? [] : [scanned(index)]),
    ),
  ),
  ...rows("image_targets", [
    {
      image: "registry.tidewater.example:5000/base/node",
      tag_pattern: "20.??.*-slim",
      min_severity: "low",
      ...credentials,
    },
    {
      image: "docker.io/library/postgres",
      tag_pattern: "18*",
      scan_interval_hours: 168,
      min_severity: "critical",
    },
    { image: "docker.io/grafana/loki", environment: "staging", scan_interval_hours: 720, enabled: false },
  ]),
];

const tests = {
  node: "npm ci --ignore-scripts && npm test",
  go: "go test ./...",
  python: "uv run pytest -q",
  jvm: "./gradlew check",
} as const;

const repoSettings = rows("repo_settings", [
  ...services.map(repository),
  {
    repository: "tidewater/payments",
    branch: "release",
    // A release is not fixed by machines: nothing may be changed.
    write_fence: [],
    max_open_pull_requests: 0,
    enabled: false,
  },
  {
    repository: "tidewater/storefront",
    branch: "next/vår-2027",
    write_fence: ["apps/**", "packages/ui/**", "!packages/ui/legacy/**"],
    runner: "tidewater-arm64",
    setup_command: "corepack enable\nfnm use --install-if-missing\nnpm ci",
    test_command: `npm test -- --reporter=dot --project "$\{PROJECT:-web}"\nnpm run lint`,
    max_open_pull_requests: 50,
  },
  {
    repository: "tidewater/infrastructure",
    branch: "main",
    write_fence: ["*.tf", "modules/**"],
    draft_pull_requests: false,
  },
]);

function scanned(index: number): Step {
  const counts = { low: 12 + index, medium: index, high: index % 3 };
  return report({
    last_scanned_at: ago(37 * (index + 1)),
    last_digest: `sha256:${(index + 1).toString(16).padStart(2, "0").repeat(32)}`,
    finding_counts: index % 4 === 0 ? { ...counts, critical: 1 } : counts,
  });
}

function repository(service: Service): Body {
  return {
    repository: `tidewater/${plainName(service)}`,
    branch: service.name === "legacy crm" ? "trunk" : "main",
    test_command: tests[service.runtime],
    ...(service.tier === 1 ? { write_fence: ["src/**", "test/**"] } : {}),
    ...(service.tier === 3 ? { draft_pull_requests: false, max_open_pull_requests: 10 } : {}),
  };
}

export const deployRows: readonly SeedRow[] = [...deployPolicies, ...imageTargets, ...repoSettings];
