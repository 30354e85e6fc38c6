import { type Body, rows, type SeedRow } from "./row.ts";
import { plainName, type Service, services } from "./services.ts";

/** What sets a binding apart from that of the other services. */
const special: Readonly<Record<string, Body>> = {
  storefront: {
    log_groups: ["/ecs/storefront", "/cdn/storefront-edge"],
    trace_service_names: ["storefront-web", "storefront-ssr"],
  },
  checkout: {
    log_filter: '{ $.level = "error" || $.status >= 500 }',
    metric_selectors: [
      {
        namespace: "Tidewater/Checkout",
        metric_name: "OrdersPlaced",
        dimensions: [
          { name: "Stage", value: "prod" },
          { name: "Betalsätt", value: "kort" },
        ],
      },
      { namespace: "Tidewater/Checkout", metric_name: "OrdersAbandoned" },
    ],
  },
  payments: {
    log_groups: ["/lambda/payments-capture", "/lambda/payments-refund"],
    trace_service_names: ["payments-capture", "payments-refund"],
    metric_selectors: [
      {
        namespace: "AWS/Lambda",
        metric_name: "Errors",
        dimensions: [{ name: "FunctionName", value: "payments-capture" }],
      },
    ],
  },
  // Bound to nothing, which is not the same as unbound: discovery is not asked.
  shipping: { log_groups: [], trace_service_names: [], metric_selectors: [] },
  "legacy crm": {
    account_id: null,
    region: null,
    log_groups: null,
    log_filter: String.raw`filter @message like /^\[(FEL|VARNING)\]\s+/ | parse @message "kund=*," as kund`,
    metric_selectors: null,
  },
};

export const bindingRows: readonly SeedRow[] = rows("service_bindings", [
  ...services.map((service) => ({ ...bindingOf(service, "prod"), ...special[service.name] })),
  ...services.filter(({ tier }) => tier < 3).map((service) => bindingOf(service, "staging")),
  // One account for all previews, and names that only their pull request knows.
  { service: "storefront", environment: "preview", account_id: "567890123456" },
  { service: "batch", log_groups: ["/batch/night", "/batch/månadsskifte"], log_filter: "level=error" },
]);

function bindingOf(service: Service, environment: string): Body {
  const plain = plainName(service);
  const stage = environment === "prod" ? "" : `-${environment}`;
  return {
    service: service.name,
    environment,
    account_id: service.cloud.account,
    region: environment === "prod" ? service.cloud.region : null,
    log_groups: [`/ecs/${plain}${stage}`],
    ...(service.runtime === "jvm" ? { trace_service_names: [`${plain}-jvm`] } : {}),
  };
}
