import { defineSetting } from "../kernel/define-kind.ts";
import {
  boolean,
  choice,
  computed,
  defaultLimits,
  integer,
  list,
  object,
  secret,
  text,
  timestamp,
} from "../kernel/field.ts";
import { incidentStatuses, incidentTones } from "./incident-updates.ts";
import { blankProblems } from "./parts.ts";

/** 64 KiB in base64, with what stands before it. */
const maxLogo = 87_407;

export const statusPageSettings = defineSetting({
  kind: "status_page_settings",
  title: "Status page",
  group: "Status page",
  description:
    "These settings are the public page that shows users the state of the product: its address, who can see it, and how it looks.",
  level: "admin",
  serviceUnique: "slug",
  fields: {
    enabled: boolean({
      description: "Whether the page is served, once it has a slug.",
      default: false,
      switch: true,
    }),
    title: text({
      description: "The page's heading; null shows the organization's name.",
      min: 1,
      max: 120,
      nullable: true,
    }),
    description: text({
      description: "A few lines below the heading.",
      nullable: true,
      multiline: true,
      prose: true,
    }),
    // Null at the start: a name that is unique across the service cannot be chosen on somebody's behalf.
    slug: text({
      description:
        "The page's name in its URL, unique across the whole service. Null until one is chosen; a page without one is not served.",
      format: "slug",
      min: 3,
      max: 63,
      nullable: true,
    }),
    domain: text({
      description:
        "The host name of its own that the page is served at, such as status.example.com, next to its address here. It has to lead to this service, with TLS in front, and belongs to one organization. Needs ORGCONFIG_PUBLIC_URL.",
      format: "domain",
      min: 1,
      max: 253,
      nullable: true,
    }),
    visibility: choice({
      description: "Who may see the page: everyone, or those who know its password.",
      choices: ["public", "password"],
      default: "public",
    }),
    password: secret({
      description:
        "The password that visitors need when visibility is password. A new one has everybody give it again.",
      onlyFor: { field: "visibility", values: ["password"] },
    }),
    theme: choice({
      description: "The page's colours; auto follows the visitor's own preference.",
      choices: ["auto", "light", "dark"],
      default: "auto",
    }),
    accent_color: text({
      description:
        "The page's own colour, such as #6d28d9; null for the service's. It is made darker or lighter where it could not be seen on the ground.",
      format: "color",
      min: 1,
      nullable: true,
    }),
    logo: text({
      description:
        "The picture next to the heading, as a file in the row: a PNG or JPEG of at most 64 KiB, written as a data: URL. It comes before logo_url. The page shows it from its own address.",
      format: "picture",
      min: 1,
      max: maxLogo,
      nullable: true,
    }),
    logo_url: text({
      description:
        "Where the picture next to the heading is, where logo has none. The service fetches it once, when this is saved, and serves it from the page's own address: a PNG or JPEG of at most 64 KiB.",
      format: "url",
      min: 1,
      nullable: true,
    }),
    logo_problem: computed({
      shape: text({
        description:
          "Why the picture of logo_url is not shown; null where it is, or none is named. It is tried again every hour.",
        nullable: true,
      }),
      from: "state",
    }),
    support_url: text({
      description: "Where visitors are sent for help.",
      format: "url",
      min: 1,
      nullable: true,
    }),
    timezone: text({
      description: "The time zone that the page shows times in.",
      format: "timezone",
      min: 1,
      max: 64,
      default: "UTC",
    }),
    history_days: integer({
      description: "How much history the page shows.",
      choices: [30, 60, 90],
      min: 30,
      max: 90,
      unit: "days",
      default: 90,
    }),
    update_templates: list({
      description:
        "Texts to begin the updates of incidents with. The console offers them next to its own, those of the chosen status first.",
      max: 50,
      items: object({
        description: "One text.",
        fields: {
          name: text({ description: "What it is called where it is picked.", max: 60, oneLine: true }),
          status: choice({
            description: "The status of updates that it is for.",
            choices: incidentStatuses,
            tones: incidentTones,
          }),
          body: text({
            description: "The message to users; {components} stands for the names of what is affected.",
            max: defaultLimits.query,
            multiline: true,
            prose: true,
          }),
        },
      }),
      section: "Advanced",
    }),
    show_uptime: boolean({ description: "Whether the page shows uptime figures.", default: true }),
    allow_indexing: boolean({ description: "Whether search engines may list the page.", default: true }),
  },
  example: {
    enabled: true,
    slug: "acme",
    title: "Acme status",
  },
  hiddenState: {
    logo_image: object({
      description: "What was fetched from logo_url.",
      nullable: true,
      fields: {
        at: timestamp({ description: "When." }),
        type: text({ description: "Its media type; empty where nothing was taken.", min: 0 }),
        width: integer({ description: "In pixels.", min: 0 }),
        height: integer({ description: "In pixels.", min: 0 }),
        data: text({ description: "Its bytes in base64.", min: 0, max: maxLogo }),
      },
    }),
  },
  prepare({ configuration: { logo_url } }, before) {
    if (before === undefined || before.configuration.logo_url === logo_url) return {};
    return { state: { logo_image: null, logo_problem: null } };
  },
  check({ configuration, secretsSet }, before) {
    const blank = blankProblems(configuration, before?.configuration, ["title"]);
    if (configuration.visibility !== "password" || secretsSet.password === true) return blank;
    return [...blank, { field: "password", message: "is required for the visibility password" }];
  },
});
