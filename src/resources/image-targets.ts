import { defineCollection } from "../kernel/define-kind.ts";
import { boolean, choice, defaultLimits, integer, object, secret, text } from "../kernel/field.ts";
import { reported, reportedTime, serviceName } from "./parts.ts";

const severities = ["low", "medium", "high", "critical"] as const;

export const imageTargets = defineCollection({
  kind: "image_targets",
  title: "Image targets",
  group: "Deploys",
  description:
    "An image target is a container image whose known vulnerabilities are watched. The tags that match are scanned at an interval, and findings of a minimum severity or higher are reported.",
  level: "admin",
  idPrefix: "img",
  naturalKey: ["image", "tag_pattern"],
  listColumns: ["image", "enabled", "environment", "scan_interval_hours", "min_severity", "last_scanned_at"],
  fields: {
    image: text({
      description: "The image, written registry/repository, without a tag.",
      format: "image",
      max: defaultLimits.name,
      fixed: true,
    }),
    tag_pattern: text({
      description: "A glob (* and ?) of the tags that are scanned.",
      max: defaultLimits.name,
      default: "*",
      fixed: true,
      verbatim: true,
    }),
    service: serviceName("The service that runs the image; null names none.", { nullable: true }),
    environment: text({ description: "The environment it runs in; empty for all.", max: 63, default: "" }),
    scan_interval_hours: integer({
      description: "The time between two scans.",
      min: 1,
      max: 720,
      unit: "hours",
      suggested: [6, 12, 24, 168],
      default: 24,
      section: "When",
    }),
    min_severity: choice({
      description: "The lowest severity of a finding that is reported.",
      choices: severities,
      default: "high",
    }),
    enabled: boolean({ description: "Whether the image is scanned.", default: true, switch: true }),
    registry_username: text({
      description: "The user name at the registry; null for a public image.",
      nullable: true,
      section: "Access",
    }),
    registry_password: secret({
      description: "The password or token that goes with registry_username.",
      section: "Access",
    }),
    last_scanned_at: reportedTime("When the image was last scanned."),
    last_digest: reported(
      text({ description: "The digest, such as sha256 and its hexadecimal.", nullable: true }),
      "The digest that the last scan saw.",
    ),
    finding_counts: reported(
      object({
        description: "Findings by severity; a severity that the scanner did not report is left out.",
        nullable: true,
        fields: {
          low: findings("low"),
          medium: findings("medium"),
          high: findings("high"),
          critical: findings("critical"),
        },
      }),
      "How many vulnerabilities the last scan found; null before the first.",
    ),
  },
  example: {
    image: "ghcr.io/acme/checkout",
    tag_pattern: "release-*",
    service: "checkout",
    environment: "prod",
    min_severity: "critical",
  },
  exampleState: {
    last_scanned_at: "2026-03-10T09:00:00.000Z",
    finding_counts: { low: 12, medium: 4, high: 1, critical: 0 },
  },
});

function findings(severity: (typeof severities)[number]) {
  return integer({ description: `Findings of ${severity} severity.`, min: 0, optional: true });
}
