/** What Tidewater runs: most of its set-up is about one of these. */
export interface Service {
  readonly name: string;
  readonly team: string;
  /** 1 keeps the shop open, 3 can wait until morning. */
  readonly tier: 1 | 2 | 3;
  readonly runtime: "node" | "go" | "python" | "jvm";
  readonly cloud: Cloud;
}

interface Cloud {
  readonly account: string;
  readonly region: string;
}

const shop: Cloud = { account: "210987654321", region: "eu-north-1" };
const money: Cloud = { account: "345678901234", region: "eu-west-1" };
const freight: Cloud = { account: "456789012345", region: "eu-central-1" };

export const services: readonly Service[] = [
  { name: "storefront", team: "Storefront", tier: 1, runtime: "node", cloud: shop },
  { name: "catalogue", team: "Storefront", tier: 1, runtime: "go", cloud: shop },
  { name: "cart", team: "Storefront", tier: 1, runtime: "node", cloud: shop },
  { name: "checkout", team: "Checkout", tier: 1, runtime: "node", cloud: shop },
  { name: "payments", team: "Payments", tier: 1, runtime: "jvm", cloud: money },
  { name: "accounts", team: "Identity", tier: 1, runtime: "go", cloud: shop },
  { name: "search", team: "Søk & anbefalinger", tier: 1, runtime: "go", cloud: shop },
  { name: "inventory", team: "Склад", tier: 1, runtime: "jvm", cloud: freight },
  { name: "edge", team: "Platform", tier: 1, runtime: "go", cloud: shop },
  { name: "shipping", team: "Logistics", tier: 2, runtime: "go", cloud: freight },
  { name: "tracking", team: "Logistics", tier: 2, runtime: "go", cloud: freight },
  { name: "mobile-gateway", team: "Mobile", tier: 2, runtime: "go", cloud: shop },
  { name: "pricing", team: "Storefront", tier: 2, runtime: "python", cloud: shop },
  { name: "invoicing", team: "Finance systems", tier: 2, runtime: "jvm", cloud: money },
  { name: "notifications", team: "Platform", tier: 2, runtime: "node", cloud: shop },
  { name: "recommendations", team: "Søk & anbefalinger", tier: 3, runtime: "python", cloud: shop },
  { name: "återbruk", team: "Storefront", tier: 3, runtime: "python", cloud: shop },
  { name: "legacy crm", team: "Kundtjänst", tier: 3, runtime: "jvm", cloud: freight },
];

/** A service's name where only plain letters, digits and hyphens will do. */
export function plainName({ name }: Service): string {
  return name
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .replaceAll(" ", "-");
}
