/** Rows whose own state says that something is wrong, the worst first. */
import { Anchor, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { rowsQuery, useDefinitions } from "../api/queries.ts";
import { type Trouble, useTroubles } from "../kinds/troubles.tsx";
import { Rows } from "../parts/page.tsx";
import { pathOf } from "../parts/paths.ts";
import { failedOf, Refusal } from "../parts/refusal.tsx";
import { Status } from "../parts/status.tsx";
import { rankOf, statesOf, troubleOf } from "../parts/tones.ts";
import { nameOf, oneOf, words } from "../parts/words.ts";
import { useHere } from "../shell/session.ts";

const most = 8;

interface Issue extends Trouble {
  /** The row, where it tells more of its state. */
  readonly row?: JsonObject;
}

export function Attention() {
  const here = useHere();
  const [all, setAll] = useState(false);
  const { kinds: definitions } = useDefinitions();
  const kinds = definitions.filter(
    ({ shape, fields }) => shape === "collection" && statesOf(fields).length > 0,
  );
  const lists = useQueries({
    queries: kinds.map((definition) => ({ ...rowsQuery(here.slug, definition), staleTime: 60_000 })),
  });
  const { troubles, query } = useTroubles();
  const issues = worstFirst([
    troubles,
    ...kinds.map((definition, index) => ownTroubles(definition, lists[index]?.data?.data ?? [])),
  ]);
  const queries = [...lists, query];
  const loading = queries.some(({ isPending }) => isPending);
  const failed = failedOf(queries);
  const partly = lists.some(({ data }) => data?.truncated);
  return (
    <Paper component="section" aria-label="Needs attention">
      <Title order={2} mb="sm">
        Needs attention{issues.length > 0 ? ` · ${issues.length}` : ""}
      </Title>
      {loading ? <Rows count={4} /> : null}
      <Refusal {...failed} />
      {!loading && failed.error === null && issues.length === 0 ? (
        <Text size="sm" c="dimmed">
          No problems reported.
        </Text>
      ) : null}
      {partly ? (
        <Text size="sm" c="dimmed" mb="sm">
          In very long lists, only the first rows are checked.
        </Text>
      ) : null}
      <Stack gap={10}>
        {loading
          ? null
          : issues.slice(0, all ? undefined : most).map(({ kind, id, name, tone, label, row }) => (
              <Group key={`${kind}/${id}`} justify="space-between" wrap="nowrap" gap="md" align="baseline">
                <Text size="sm" className="clip">
                  <Anchor component={Link} to={pathOf(here.slug, definitions, kind, id)} inherit fw={550}>
                    {name}
                  </Anchor>{" "}
                  <Text span size="xs" c="dimmed">
                    {kindOf(definitions, kind)}
                  </Text>
                </Text>
                <span style={{ flex: "none" }}>
                  <Status tone={tone} label={label} row={row} />
                </span>
              </Group>
            ))}
      </Stack>
      {!loading && !all && issues.length > most ? (
        <Button variant="subtle" size="compact-sm" px={0} mt="sm" onClick={() => setAll(true)}>
          Show {issues.length - most} more
        </Button>
      ) : null}
    </Paper>
  );
}

/** What the rows of a kind say of themselves. */
function ownTroubles(definition: Definition, rows: readonly JsonObject[]): readonly Issue[] {
  return rows.flatMap((row) => {
    const state = troubleOf(definition.fields, row);
    if (state === undefined) return [];
    const { tone, value } = state;
    const name = nameOf(definition, row);
    return [{ kind: definition.kind, id: String(row.id), name, tone, label: words(value), row }];
  });
}

/** Each row once, by the worst that is told of it. Every origin's first stand before any one's second. */
function worstFirst(origins: readonly (readonly Issue[])[]): readonly Issue[] {
  const sorted = origins
    .flatMap((issues) => issues.map((issue, place) => ({ issue, place })))
    .sort((a, b) => rankOf(a.issue.tone) - rankOf(b.issue.tone) || a.place - b.place)
    .map(({ issue }) => issue);
  const places = new Map<string, Issue>();
  for (const issue of sorted) {
    const key = `${issue.kind}/${issue.id}`;
    if (!places.has(key)) places.set(key, issue);
  }
  return [...places.values()];
}

function kindOf(definitions: readonly Definition[], kind: string): string {
  const definition = definitions.find((one) => one.kind === kind);
  return definition === undefined ? words(kind) : oneOf(definition);
}
