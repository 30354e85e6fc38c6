/** All that can be configured, as tiles by task: what people open rarely has no place in the menu. */
import { TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef } from "react";
import { countsQuery, useDefinitions } from "../../api/queries.ts";
import { GroupIcon } from "../../parts/icon.tsx";
import { Page } from "../../parts/page.tsx";
import { kindPath } from "../../parts/paths.ts";
import { Quiet } from "../../parts/text.tsx";
import { TileCard, TileLink, Tiles } from "../../parts/tiles.tsx";
import { useAttention } from "../../parts/use-attention.ts";
import { tileLine } from "../../parts/words.ts";
import { usePages } from "../../shell/all-pages.ts";
import type { PageLink } from "../../shell/page-link.ts";
import { useHere } from "../../shell/session.ts";
import { byTask, tilesFor } from "./found.ts";
import { needsOf } from "./needs.ts";
import * as texts from "./texts.ts";
import { about, nothing, search, tasks, title } from "./words.ts";

export function SetUpPage() {
  const here = useHere();
  const go = useNavigate();
  const { q = "" } = useSearch({ strict: false }) as { readonly q?: string };
  const input = useRef<HTMLInputElement>(null);
  useHotkeys([["/", () => input.current?.focus()]]);
  const pages = useEverything();
  const { kinds } = useDefinitions();
  const counts = useQuery({ ...countsQuery(here.slug), enabled: here.allows("admin") });
  const sections = useAttention().data?.sections ?? [];
  const needs = (kind: string | undefined) => {
    const definition = kinds.find((one) => one.kind === kind);
    return definition === undefined ? [] : needsOf(definition, sections);
  };
  const tiles = tilesFor(q, pages, (kind) => kinds.find((one) => one.kind === kind)?.fields ?? {});
  return (
    <Page title={title} about={about}>
      <TextInput
        ref={input}
        type="search"
        aria-label={search}
        placeholder={search}
        maw={420}
        mb="lg"
        value={q}
        onChange={({ currentTarget: { value } }) =>
          void go({
            to: `/o/${here.slug}/set-up`,
            search: (value === "" ? {} : { q: value }) as never,
            replace: true,
          })
        }
      />
      {tiles.length === 0 ? <Quiet>{nothing}</Quiet> : null}
      <Tiles>
        {[...byTask(tiles)].map(([group, own]) => (
          <TileCard
            key={group}
            title={tasks[group].title}
            about={tasks[group].about}
            icon={<GroupIcon group={group} />}
            // A page of the task's own name is about all of it.
            to={own.find((one) => one.title === tasks[group].title)?.to}
          >
            {own.map(({ to, title: name, about: text, kind, fields }) => (
              <TileLink
                key={to}
                title={name}
                about={
                  fields.length > 0
                    ? texts.fields(fields.join(", "))
                    : kind === undefined
                      ? text
                      : tileLine(name, text)
                }
                count={kind === undefined ? undefined : counts.data?.get(kind)?.count}
                needs={needs(kind)}
                to={to}
              />
            ))}
          </TileCard>
        ))}
      </Tiles>
    </Page>
  );
}

/** The pages, and the kinds whose rows are shown on a page of another kind. */
function useEverything(): readonly PageLink[] {
  const here = useHere();
  const { kinds } = useDefinitions();
  const pages = usePages(here);
  const others = kinds.filter(({ kind }) => pages.every((page) => page.kind !== kind));
  return [
    ...pages,
    ...others.map(({ kind, title: name, description, group }) => ({
      group,
      title: name,
      about: description,
      kind,
      to: kindPath(here.slug, kind),
    })),
  ];
}
