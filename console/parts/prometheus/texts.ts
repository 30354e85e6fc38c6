/** The texts of this folder. */

export const title = "Your Prometheus";
export const about =
  "Connect the place where your metrics are. Mimir, Thanos and VictoriaMetrics answer the same questions, and do as well.";
export const address = "Address";
export const addressHelp = "The base address of its HTTP API, as this service reaches it.";
export const token = "Token";
export const tokenHelp = "Sent as Authorization: Bearer. Leave it empty where the server wants none.";
export const advanced = "Advanced";
export const advancedHolds = "Name, user and password, tenant, Mimir";
export const name = "Name";
export const nameHelp = "What it is called here. Without it, Prometheus.";
export const username = "User name";
export const password = "Password";
export const tenant = "Tenant";
export const tenantHelp = "Sent as X-Scope-OrgID, where one server serves several tenants.";
export const mimir = "It is Grafana Mimir";
export const mimirHelp =
  "This service then brings the rules of SLOs there by itself. To Prometheus an agent brings them.";
export const connect = "Connect and test";
export const nothingMade = "Nothing is saved yet.";
export const anyway = "Save it all the same";
export const anywayAbout = "Right where only the agent next to it can reach it, and this service cannot.";
export const noAddress = "Write the address, such as http://prometheus.example.com:9090";
export const madeWithout = "Saved, not tested";
export const next = "Measure something";
export const without = "No Prometheus at hand?";
export const withoutHolds = "A sample of a burning budget, and an example to try with";
export const example =
  "In a clone of the repository, this starts a shop, a Prometheus that measures it, and an agent next to it. docs/prometheus.md leads through it, and makes the shop fail.";
export const nextAbout = "An SLI is a query that separates good from bad.";
export const connected = (name: string) => `Connected ${name}.`;
export const prometheus = "Prometheus";
export const itIsTheDataSource =
  "It is the data source {name}, which SLIs are measured on, and the connector {name2}, which gets the rules of SLOs.";
export const nobodyEvaluatesSlosThereYet = "Nobody evaluates SLOs there yet";
export const prometheusTakesRulesFromFiles =
  "Prometheus takes rules from files, so a small agent next to it brings them. Until it runs, this service shows budgets when you look at them, and no burn alert fires. Start it next to Prometheus:";
export const theAgentsCommand = "The agent's command";
export const copy = "Copy";
export const itsKeyIsMade = "Its key is made on the page of the connector {name}.";
export const httpPrometheusExampleCom9090 = "http://prometheus.example.com:9090";
