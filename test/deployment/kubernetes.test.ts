/** The manifests of examples/kubernetes/: valid by Kubernetes' published schemas, complete, and as Pod Security's "restricted" asks. */
import { readdirSync, readFileSync } from "node:fs";
import { Deployment } from "kubernetes-models/apps/v1";
import { Job } from "kubernetes-models/batch/v1";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { Namespace, Service, ServiceAccount } from "kubernetes-models/v1";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const folder = "examples/kubernetes";
const read = (file: string) => parse(readFileSync(`${folder}/${file}`, "utf8"));

interface Validated {
  validate(): void;
}
const models: Readonly<Record<string, new (manifest: never) => Validated>> = {
  "apps/v1 Deployment": Deployment,
  "batch/v1 Job": Job,
  "networking.k8s.io/v1 NetworkPolicy": NetworkPolicy,
  "policy/v1 PodDisruptionBudget": PodDisruptionBudget,
  "v1 Namespace": Namespace,
  "v1 Service": Service,
  "v1 ServiceAccount": ServiceAccount,
};

/** @throws where the schema of its kind refuses it */
function validate(manifest: { apiVersion: string; kind: string }): void {
  const Model = models[`${manifest.apiVersion} ${manifest.kind}`];
  if (Model === undefined) throw new Error(`no schema of ${manifest.apiVersion} ${manifest.kind}`);
  new Model(manifest as never).validate();
}

const { resources } = read("kustomization.yaml") as { resources: string[] };

describe("each manifest", () => {
  it.each(resources)("%s is what the schema of its kind takes", (file) => {
    expect(() => validate(read(file))).not.toThrow();
  });

  it("is refused with a field that is misspelled, or of another type", () => {
    const { spec, ...rest } = read("deployment.yaml");
    expect(() => validate({ ...rest, spec: { ...spec, replicas: "two" } })).toThrow();
    expect(() => validate({ ...rest, spec: { ...spec, selector: undefined } })).toThrow();
  });

  it("is in the kustomization", () => {
    const files = readdirSync(folder).filter(
      (file) => file.endsWith(".yaml") && file !== "kustomization.yaml",
    );
    expect([...resources].sort()).toEqual(files.sort());
  });
});

const deployment = read("deployment.yaml");
const node = deployment.spec.template;
const migration = read("migration.yaml").spec.template;

it.each([
  ["nodes", node],
  ["the migration", migration],
])("pods of %s are as restricted as Pod Security knows", (_, { spec }) => {
  expect(spec.securityContext).toMatchObject({
    runAsNonRoot: true,
    seccompProfile: { type: "RuntimeDefault" },
  });
  expect(spec.automountServiceAccountToken).toBe(false);
  for (const { securityContext } of spec.containers)
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
  for (const volume of spec.volumes ?? []) expect(Object.keys(volume)).toEqual(["name", "emptyDir"]);
  expect(read("namespace.yaml").metadata.labels["pod-security.kubernetes.io/enforce"]).toBe("restricted");
});

it("what selects pods selects those of the nodes", () => {
  const { labels } = node.metadata;
  for (const selector of [
    deployment.spec.selector.matchLabels,
    read("service.yaml").spec.selector,
    read("service-status.yaml").spec.selector,
    read("pod-disruption-budget.yaml").spec.selector.matchLabels,
    ...node.spec.topologySpreadConstraints.map(
      (one: { labelSelector: { matchLabels: object } }) => one.labelSelector.matchLabels,
    ),
  ])
    expect(labels).toEqual(selector);
  // Status pages are served by nodes without a database too.
  expect(read("service-status.yaml").spec.publishNotReadyAddresses).toBe(true);
  expect(labels).toMatchObject(read("network-policy.yaml").spec.podSelector.matchLabels);
  expect(migration.metadata.labels).not.toMatchObject(deployment.spec.selector.matchLabels);
});

it("a stop has the time that it may take, and probes ask for what they are for", () => {
  const [container] = node.spec.containers;
  expect(node.spec.terminationGracePeriodSeconds).toBeGreaterThan(30);
  expect(container.livenessProbe.httpGet.path).toBe("/healthz");
  expect(container.readinessProbe.httpGet.path).toBe("/readyz");
  expect(container.readinessProbe.periodSeconds * container.readinessProbe.failureThreshold).toBe(1);
  expect(migration.spec.containers[0].args).toEqual(["migrate"]);
});
