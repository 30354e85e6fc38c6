/** Every service that anything names: looked for by name, what is in trouble first. */
import { Group, Kbd, SegmentedControl, TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef } from "react";
import { servicesQuery } from "../../api/service-queries.ts";
import { Empty } from "../../parts/empty.tsx";
import { Loading } from "../../parts/loading.tsx";
import { useOwnText } from "../../parts/own-text.ts";
import { Page } from "../../parts/page.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Quiet } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import { ServiceTable } from "./table.tsx";
import * as texts from "./texts.ts";

const pageSize = 50;

interface Search {
  readonly q?: string;
  readonly show?: string;
  readonly sort?: string;
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
  const sort = search.sort === "name" ? "name" : "worst";
  const page = Math.max(1, Math.floor(Number(search.page ?? 1)) || 1);
  const query = useQuery(
    servicesQuery(here.slug, {
      q,
      in_trouble: inTrouble,
      sort,
      cursor: String((page - 1) * pageSize),
      limit: pageSize,
    }),
  );
  const { data } = query;
  const pages = Math.ceil((data?.total ?? 0) / pageSize);
  return (
    <Page title={texts.services} about={texts.everyServiceThatYourConfiguration}>
      <Group mb="sm" justify="space-between">
        <Group gap="xs" w={{ base: "100%", xs: "auto" }}>
          <TextInput
            ref={input}
            aria-label={texts.searchServices}
            placeholder={texts.search}
            rightSection={<Kbd size="xs">/</Kbd>}
            {...text}
            w={{ base: "100%", xs: 280 }}
          />
          <SegmentedControl
            aria-label={texts.whichServices}
            value={inTrouble ? "trouble" : "all"}
            onChange={(show) => set({ show: show === "trouble" ? show : "", page: "" })}
            data={[
              { value: "all", label: texts.all },
              { value: "trouble", label: texts.inTrouble },
            ]}
          />
          <SegmentedControl
            aria-label={texts.order}
            value={sort}
            onChange={(next) => set({ sort: next === "name" ? next : "", page: "" })}
            data={[
              { value: "worst", label: texts.worstFirst },
              { value: "name", label: texts.byName },
            ]}
          />
        </Group>
        <Quiet aria-live="polite">{data === undefined ? "" : texts.servicesTotal(data.total)}</Quiet>
      </Group>
      <Loading of={query} />
      {data?.total === 0 ? <None q={q} inTrouble={inTrouble} /> : null}
      {data === undefined || data.data.length === 0 ? null : <ServiceTable services={data.data} />}
      <Pages pages={pages} page={page} show={(next) => set({ page: String(next) })} />
    </Page>
  );
}

function None({ q, inTrouble }: { readonly q: string; readonly inTrouble: boolean }) {
  if (q !== "" || inTrouble)
    return <Quiet>{q === "" ? texts.noServiceIsInTrouble : texts.noServiceInTrouble(inTrouble, q)}</Quiet>;
  return (
    <Empty title={texts.noServicesYet} about={texts.aServiceAppearsHere}>
      {null}
    </Empty>
  );
}
