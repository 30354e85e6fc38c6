/** The probe of a connector, by its connector_type. */
import { alertmanager, blackboxExporter, mimir, prometheus, vmalert } from "./engines.ts";
import type { Probes } from "./probe.ts";
import { datadog, github, gitlab, pagerduty, slack } from "./vendors.ts";

export const connectorProbes: Probes = {
  prometheus,
  mimir,
  vmalert,
  alertmanager,
  blackbox_exporter: blackboxExporter,
  github,
  gitlab,
  datadog,
  pagerduty,
  slack,
  aws: {
    untested:
      "roles are assumed with credentials of the caller's own in AWS and signed requests, which this service has not; assume the role with the AWS CLI and the external id to test it",
  },
  azure: {
    untested:
      "a token has to be fetched from Microsoft Entra first, which this service does not do; sign in with the Azure CLI and the same client to test it",
  },
  gcp: {
    untested:
      "the credentials have to be exchanged for a token first, which this service does not do; use gcloud with the same credentials to test them",
  },
  kubernetes: {
    untested:
      "an API server's certificate is signed by the cluster's own authority, which this service cannot be given for one connection; use kubectl with the same token to test it",
  },
};
