/**
 * The systems that a connector may lead to, and what each takes in `config` and `metadata`. The engines that this
 * service works with itself take these members of config and no others: a mistyped name would leave the engine
 * unreachable without a word. The other systems are known by their vendors' documentation, and take further members.
 */
import {
  choice,
  defaultLimits,
  integer,
  list,
  type Member,
  type MemberSet,
  secret,
  text,
  type Variant,
  type VariantField,
} from "../kernel/field.ts";
import { given } from "../kernel/given.ts";
import {
  address,
  alertmanagerMembers,
  alertmanagerNotes,
  blackboxNotes,
  engineMembers,
  mimirMembers,
  mimirNotes,
  rulerNotes,
} from "./engine-settings.ts";

/** Keys and certificates in PEM, and files of credentials. */
const longest = defaultLimits.query;

interface ConnectorType {
  readonly title: string;
  /** The sort of system, as the field `type` has it. */
  readonly type: "cloud" | "observability" | "source_control" | "chat" | "paging";
  /** Two sentences: what the connection is for, and what it needs and from where. */
  readonly help: string;
  readonly link: string;
  /** Members of config that a form asks for first, and whether nothing works without them. */
  readonly asks: Readonly<Record<string, "needed" | "asked">>;
  readonly config: Readonly<Record<string, Member>>;
  /** The members of config are these alone. */
  readonly closed?: true;
  readonly metadata?: Readonly<Record<string, Member>>;
  readonly paste?: MemberSet["paste"];
}

function engine(
  { title, help, link }: Pick<ConnectorType, "title" | "help" | "link">,
  metadata: Readonly<Record<string, Member>>,
  config: Readonly<Record<string, Member>> = engineMembers,
): ConnectorType {
  const asks = { url: "asked", token: "asked" } as const;
  return { title, type: "observability", help, link, asks, config, closed: true, metadata };
}

const connectorTypes: Readonly<Record<string, ConnectorType>> = {
  prometheus: engine(
    {
      title: "Prometheus",
      help: "Prometheus evaluates your SLOs and checks. It needs the address of its HTTP API; an agent next to it brings the rules.",
      link: "https://prometheus.io/docs/prometheus/latest/querying/api/",
    },
    rulerNotes,
  ),
  mimir: engine(
    {
      title: "Grafana Mimir",
      help: "Mimir, or Grafana itself, evaluates your SLOs and checks. It takes rules over its API, so it needs its address, and no agent where this service brings them.",
      link: "https://grafana.com/docs/mimir/latest/references/http-api/",
    },
    mimirNotes,
    mimirMembers,
  ),
  vmalert: engine(
    {
      title: "VictoriaMetrics",
      help: "vmalert evaluates your SLOs and checks over the figures in VictoriaMetrics. It needs the address of vmalert; an agent next to it brings the rules.",
      link: "https://docs.victoriametrics.com/victoriametrics/vmalert/",
    },
    rulerNotes,
  ),
  alertmanager: engine(
    {
      title: "Alertmanager",
      help: "Alertmanager groups alerts, and passes them on to this service or to people. It needs its address; an agent next to it brings the routes.",
      link: "https://prometheus.io/docs/alerting/latest/management_api/",
    },
    alertmanagerNotes,
    alertmanagerMembers,
  ),
  blackbox_exporter: engine(
    {
      title: "Blackbox exporter",
      help: "The blackbox exporter probes what your checks and certificate monitors name. It needs its address; an agent next to it brings the modules.",
      link: "https://github.com/prometheus/blackbox_exporter",
    },
    blackboxNotes,
  ),
  aws: {
    title: "AWS",
    type: "cloud",
    help: "Lets this service assume a role in your AWS account. Create the role with the trust policy below, and copy its ARN.",
    asks: { role_arn: "needed" },
    link: "https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html",
    config: {
      role_arn: text({
        description: "The ARN of the role that is assumed; its trust policy names this service.",
        max: 2_048,
        example: "arn:aws:iam::123456789012:role/orgconfig",
      }),
      session_name: text({
        description: "The session's name, by which AWS CloudTrail shows who assumed the role.",
        max: 64,
        example: "orgconfig",
      }),
      regions: list({
        description: "The regions that are looked at. Without them, all that are enabled in the account.",
        items: text({ description: "A region.", format: "region" }),
        link: "https://docs.aws.amazon.com/global-infrastructure/latest/regions/aws-regions.html",
      }),
      duration_seconds: integer({
        description: "How long an assumed session lasts; the role may allow less.",
        min: 900,
        max: 43_200,
        unit: "seconds",
      }),
    },
    paste: { setting: "aws_external_id", field: "trust_policy", title: "The trust policy of the role" },
  },
  gcp: {
    title: "Google Cloud",
    type: "cloud",
    help: "Lets this service read a Google Cloud project. It needs the project's id, and the JSON of a workload identity federation or of a service account's key.",
    asks: { project: "needed", credentials: "needed" },
    link: "https://cloud.google.com/iam/docs/workload-identity-federation",
    config: {
      project: text({
        description: "The id of the project.",
        example: "acme-production",
        link: "https://cloud.google.com/resource-manager/docs/creating-managing-projects",
      }),
      credentials: secret({
        description:
          "The JSON of a workload identity federation's credential configuration, or of a service account's key.",
        shape: "object",
        max: longest,
      }),
      service_account: text({
        description: "The address of the service account that is impersonated.",
        format: "email",
        link: "https://cloud.google.com/iam/docs/service-account-impersonation",
      }),
    },
  },
  azure: {
    title: "Azure",
    type: "cloud",
    help: "Lets this service read an Azure subscription. Register an application in Microsoft Entra, and copy its ids and a client secret.",
    asks: { tenant_id: "needed", client_id: "needed", client_secret: "needed" },
    link: "https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-client-creds-grant-flow",
    config: {
      tenant_id: text({
        description: "The directory (tenant) id in Microsoft Entra.",
        example: "72f988bf-86f1-41af-91ab-2d7cd011db47",
      }),
      client_id: text({ description: "The application (client) id of the registered application." }),
      client_secret: secret({ description: "A client secret of that application." }),
      subscription_id: text({
        description: "The subscription that is looked at.",
        link: "https://learn.microsoft.com/en-us/azure/azure-portal/get-subscription-tenant-id",
      }),
    },
  },
  kubernetes: {
    title: "Kubernetes",
    type: "cloud",
    help: "Connects a cluster by its API server. Create a service account in the cluster, and copy its token.",
    asks: { server: "needed", token: "needed" },
    link: "https://kubernetes.io/docs/reference/access-authn-authz/authentication/",
    config: {
      server: address("The address of the API server.", "https://kubernetes.example.com:6443"),
      token: secret({ description: "A token of a service account.", max: longest }),
      ca_certificate: text({
        description: "The certificate of the authority that signed the API server's, in PEM.",
        multiline: true,
        max: longest,
      }),
      namespace: text({ description: "The only namespace that is looked at. Without it, all.", max: 63 }),
    },
  },
  github: {
    title: "GitHub",
    type: "source_control",
    help: "Reads your repositories on GitHub. It needs a GitHub App with its private key, or a personal access token.",
    asks: { token: "asked", app_id: "asked", private_key: "asked" },
    link: "https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/about-authentication-with-a-github-app",
    config: {
      base_url: address(
        "The address of the REST API, for GitHub Enterprise Server. Without it, github.com's.",
        "https://github.example.com/api/v3",
      ),
      app_id: integer({ description: "The id of the GitHub App.", min: 1 }),
      installation_id: integer({ description: "The id of the App's installation.", min: 1 }),
      private_key: secret({
        description: "A private key of the App, in PEM.",
        multiline: true,
        max: longest,
        link: "https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/managing-private-keys-for-github-apps",
      }),
      token: secret({
        description: "A personal access token, in place of an App.",
        link: "https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/managing-your-personal-access-tokens",
      }),
    },
  },
  gitlab: {
    title: "GitLab",
    type: "source_control",
    help: "Reads your projects on GitLab. It needs a personal, group or project access token.",
    asks: { token: "needed" },
    link: "https://docs.gitlab.com/api/rest/authentication/",
    config: {
      url: address("The address of the GitLab instance. Without it, gitlab.com.", "https://gitlab.com"),
      token: secret({ description: "A personal, group or project access token." }),
      group: text({ description: "The full path of the group that is looked at.", example: "acme/platform" }),
    },
  },
  datadog: {
    title: "Datadog",
    type: "observability",
    help: "Reads monitors and metrics from Datadog. It needs an API key and an application key of your organization.",
    asks: { api_key: "needed", app_key: "needed", site: "asked" },
    link: "https://docs.datadoghq.com/account_management/api-app-keys/",
    config: {
      site: text({
        description: "The Datadog site of the organization.",
        suggested: [
          "datadoghq.com",
          "us3.datadoghq.com",
          "us5.datadoghq.com",
          "datadoghq.eu",
          "ap1.datadoghq.com",
          "ap2.datadoghq.com",
          "ddog-gov.com",
          "us2.ddog-gov.com",
        ],
        link: "https://docs.datadoghq.com/getting_started/site/",
      }),
      api_key: secret({ description: "An API key." }),
      app_key: secret({ description: "An application key, for reading." }),
    },
  },
  pagerduty: {
    title: "PagerDuty",
    type: "paging",
    help: "Reads services and schedules from PagerDuty. It needs a REST API key of your account.",
    asks: { token: "needed" },
    link: "https://support.pagerduty.com/main/docs/api-access-keys",
    config: {
      subdomain: text({ description: "The account's subdomain of pagerduty.com.", example: "acme" }),
      region: choice({
        description: "The service region of the account. Without it, us.",
        choices: ["us", "eu"],
        link: "https://support.pagerduty.com/main/docs/service-regions",
      }),
      token: secret({ description: "A REST API key." }),
      from: text({
        description: "The address of the user in whose name an account's key writes.",
        format: "email",
        link: "https://developer.pagerduty.com/docs/rest-api-overview",
      }),
    },
  },
  slack: {
    title: "Slack",
    type: "chat",
    help: "Connects a Slack workspace by an app that you install there. It needs the bot token of that app.",
    asks: { bot_token: "needed" },
    link: "https://docs.slack.dev/authentication/tokens",
    config: {
      workspace: text({ description: "The id of the workspace, which begins with T.", example: "T024BE7LD" }),
      bot_token: secret({ description: "The bot token of the installed app, which begins with xoxb-." }),
      app_token: secret({
        description: "An app-level token, which begins with xapp-, for Socket Mode.",
        link: "https://docs.slack.dev/apis/events-api/using-socket-mode",
      }),
      signing_secret: secret({
        description: "What Slack signs its requests with.",
        link: "https://docs.slack.dev/authentication/verifying-requests-from-slack",
      }),
    },
  },
};

/** The names of the systems that are known. */
export const connectorTypeNames: readonly string[] = Object.keys(connectorTypes);

/** What each of them is, for forms and descriptions. */
export const connectorVariants: Readonly<Record<string, Variant>> = Object.fromEntries(
  Object.entries(connectorTypes).map(([name, { title, type, help, link, asks }]) => {
    const fields = Object.entries(asks).map(([member, how]): [string, VariantField] => {
      const path = `config.${member}`;
      return [path, { asked: true, ...(how === "needed" ? { needs: [path] } : {}) }];
    });
    return [name, { title, help, link, fields: Object.fromEntries(fields), begins: { type } }];
  }),
);

/** What `config` takes by connector_type. */
export const configByType = {
  field: "connector_type",
  sets: setsOf(({ link, config, closed, paste }) => ({
    link,
    members: config,
    ...(closed ? { closed } : {}),
    ...given({ paste }),
  })),
};

/** What the keys of `metadata` mean by connector_type. */
export const metadataByType = {
  field: "connector_type",
  sets: setsOf(({ metadata }) => (metadata === undefined ? undefined : { members: metadata })),
};

function setsOf(setOf: (type: ConnectorType) => MemberSet | undefined): Readonly<Record<string, MemberSet>> {
  return Object.fromEntries(
    Object.entries(connectorTypes).flatMap(([name, type]): [string, MemberSet][] => {
      const set = setOf(type);
      return set === undefined ? [] : [[name, set]];
    }),
  );
}
