import type { Tenant } from "../support/service.ts";

/** An SLO of the service, with what it is measured by. */
export async function makeSlo(
  { config }: Tenant,
  service: string,
  name: string,
  rest: object = {},
): Promise<string> {
  const source = await config("POST", "data_sources", {
    body: { name: `${service} ${name}`, type: "prometheus", url: "https://prometheus.example.com" },
  });
  const sli = await config("POST", "slis", {
    body: {
      name,
      service,
      kind: "ratio",
      data_source_id: source.body.id,
      good_query: "good",
      total_query: "total",
    },
  });
  const slo = await config("POST", "slos", {
    body: { name, service, sli_id: sli.body.id, target_percent: 99.9, ...rest },
  });
  if (slo.status !== 201) throw new Error(slo.text);
  return slo.body.id;
}
