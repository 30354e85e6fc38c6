/** The texts of "Your Prometheus". */
export const texts = {
  title: "Your Prometheus",
  about:
    "Connect the place where your metrics are. Mimir, Thanos and VictoriaMetrics answer the same questions, and do as well.",
  address: "Address",
  addressHelp: "The base address of its HTTP API, as this service reaches it.",
  token: "Token",
  tokenHelp: "Sent as Authorization: Bearer. Leave it empty where the server wants none.",
  advanced: "Advanced",
  advancedHolds: "Name, user and password, tenant, Mimir",
  name: "Name",
  nameHelp: "What it is called here. Without it, Prometheus.",
  username: "User name",
  password: "Password",
  tenant: "Tenant",
  tenantHelp: "Sent as X-Scope-OrgID, where one server serves several tenants.",
  mimir: "It is Grafana Mimir",
  mimirHelp:
    "This service then brings the rules of SLOs there by itself. To Prometheus an agent brings them.",
  connect: "Connect and test",
  nothingMade: "Nothing is saved yet.",
  anyway: "Save it all the same",
  anywayAbout: "Right where only the agent next to it can reach it, and this service cannot.",
  noAddress: "Write the address, such as http://prometheus.example.com:9090",
  works: "Connected",
  madeWithout: "Saved, not tested",
  next: "Measure something",
  without: "No Prometheus at hand?",
  withoutHolds: "A sample of a burning budget, and an example to try with",
  example:
    "In a clone of the repository, this starts a shop, a Prometheus that measures it, and an agent next to it. docs/prometheus.md leads through it, and makes the shop fail.",
  nextAbout: "An SLI is a query that separates good from bad.",
} as const;

/** Of examples/observability. */
export const exampleCommand = "docker compose --profile observability up -d";
