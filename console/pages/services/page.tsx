/** Every service that anything names: looked for by name, with what is wrong with each. */
import { Group, Kbd, SegmentedControl, Table, TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef } from "react";
import { counted, figure } from "../../../src/kernel/readable.ts";
import { useDefinitions } from "../../api/queries.ts";
import { servicesQuery } from "../../api/service-queries.ts";
import type { ListedService } from "../../api/service-shapes.ts";
import { severityTones } from "../../parts/alerts/words.ts";
import { CardTable } from "../../parts/card-table.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Loading } from "../../parts/loading.tsx";
import { useOwnText } from "../../parts/own-text.ts";
import { Page } from "../../parts/page.tsx";
import { Pages } from "../../parts/pages.tsx";
import { servicePath } from "../../parts/paths.ts";
import { Status } from "../../parts/status.tsx";
import { LinkTo, Quiet } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";

const pageSize = 50;

interface Search {
  readonly q?: string;
  readonly show?: string;
  readonly page?: string;
}

export function ServicesPage() {
  const here = useHere();
  const search = useSearch({ strict: false }) as Search;
  const go = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  useHotkeys([["/", () => input.current?.focus()]]);
  const set = (change: Search) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== "");
    void go({ to: ".", search: Object.fromEntries(next), replace: true });
  };
  const q = search.q ?? "";
  const text = useOwnText(q, (next) => set({ q: next, page: "" }));
  const inTrouble = search.show === "trouble";
  const page = Math.max(1, Math.floor(Number(search.page ?? 1)) || 1);
  const query = useQuery(servicesQuery(here.slug, { q, in_trouble: inTrouble, page, limit: pageSize }));
  const { data } = query;
  const pages = Math.ceil((data?.total ?? 0) / pageSize);
  return (
    <Page title="Services" about="Every service that your configuration or an open alert names.">
      <Group mb="sm" justify="space-between">
        <Group gap="xs" w={{ base: "100%", xs: "auto" }}>
          <TextInput
            ref={input}
            aria-label="Search services"
            placeholder="Search"
            rightSection={<Kbd size="xs">/</Kbd>}
            {...text}
            w={{ base: "100%", xs: 280 }}
          />
          <SegmentedControl
            aria-label="Which services"
            value={inTrouble ? "trouble" : "all"}
            onChange={(show) => set({ show: show === "trouble" ? show : "", page: "" })}
            data={[
              { value: "all", label: "All" },
              { value: "trouble", label: "In trouble" },
            ]}
          />
        </Group>
        <Quiet aria-live="polite">
          {data === undefined ? "" : `${figure(data.total)} ${data.total === 1 ? "service" : "services"}`}
        </Quiet>
      </Group>
      <Loading of={query} />
      {data?.total === 0 ? <None q={q} inTrouble={inTrouble} /> : null}
      {data === undefined || data.data.length === 0 ? null : <List services={data.data} />}
      <Pages pages={pages} page={page} show={(next) => set({ page: String(next) })} />
    </Page>
  );
}

function None({ q, inTrouble }: { readonly q: string; readonly inTrouble: boolean }) {
  if (q !== "" || inTrouble)
    return (
      <Quiet>
        {q === ""
          ? "No service is in trouble."
          : `No service${inTrouble ? " in trouble" : ""} has “${q}” in its name.`}
      </Quiet>
    );
  return (
    <Empty
      title="No services yet"
      about="A service appears here as soon as an SLO, a check, a deploy policy or anything else names it."
    >
      {null}
    </Empty>
  );
}

function List({ services }: { readonly services: readonly ListedService[] }) {
  const here = useHere();
  return (
    <CardTable columns={["Service", "State", ["Named by", "md"]]} actionsFrom={false}>
      {services.map((one) => (
        <Table.Tr key={one.service} className="way">
          <Table.Td>
            <LinkTo to={servicePath(here.slug, one.service)} fw={550} className="clip">
              {one.service}
            </LinkTo>
          </Table.Td>
          <Table.Td>
            <Marks service={one} />
          </Table.Td>
          <Table.Td visibleFrom="md" style={{ maxWidth: 520 }}>
            <NamedBy service={one} />
          </Table.Td>
        </Table.Tr>
      ))}
    </CardTable>
  );
}

function NamedBy({ service: { rows } }: { readonly service: ListedService }) {
  const { kinds } = useDefinitions();
  const parts = rows.map(({ kind, count }) => {
    const title = kinds.find((one) => one.kind === kind)?.title ?? kind;
    return count === 1 ? title : `${title} (${figure(count)})`;
  });
  return (
    <Quiet className="clip" title={parts.join(", ")}>
      {parts.length === 0 ? "Alerts only" : parts.join(", ")}
    </Quiet>
  );
}

/** What is wrong with a service, in one line. */
function Marks({ service }: { readonly service: ListedService }) {
  const { tone, parts } = troubleOf(service);
  return <Status tone={tone} label={parts.join(" · ")} />;
}

/** Well is only what was measured of late: of a service that nobody measures nothing is known. */
function troubleOf({ open_alerts, worst_severity, bad, warning, good, unknown }: ListedService) {
  const firing = open_alerts === 0 ? "quiet" : severityTones[worst_severity ?? "unknown"];
  const measured = good > 0 && unknown === 0;
  const tone =
    bad > 0 || firing === "bad"
      ? "bad"
      : warning > 0 || open_alerts > 0
        ? "warning"
        : measured
          ? "good"
          : "quiet";
  const parts = [
    ...(open_alerts > 0 ? [counted(open_alerts, "open alert")] : []),
    ...(bad > 0 ? [`${figure(bad)} failing`] : []),
    ...(warning > 0 ? [counted(warning, "warning")] : []),
    ...(unknown > 0 ? [`${figure(unknown)} not measured`] : []),
  ];
  if (parts.length === 0) parts.push(measured ? "Nothing wrong" : "Nothing measures it");
  return { tone, parts } as const;
}
