/** Rows whose own state says that something is wrong, the worst first. */
import { Anchor, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { rowsQuery, useDefinitions } from "../api/queries.ts";
import { Rows } from "../parts/page.tsx";
import { rowPath } from "../parts/paths.ts";
import { failedOf, Refusal } from "../parts/refusal.tsx";
import { Status } from "../parts/status.tsx";
import { rankOf, type State, statesOf, troubleOf } from "../parts/tones.ts";
import { nameOf, oneOf, words } from "../parts/words.ts";
import { useHere } from "../shell/session.ts";

const most = 8;

interface Issue {
  readonly definition: Definition;
  readonly row: JsonObject;
  readonly state: State;
  /** Among the kind's own: every kind's first stand before any kind's second. */
  readonly place: number;
}

export function Attention() {
  const here = useHere();
  const [all, setAll] = useState(false);
  const kinds = useDefinitions().kinds.filter(
    ({ shape, fields }) => shape === "collection" && statesOf(fields).length > 0,
  );
  const lists = useQueries({
    queries: kinds.map((definition) => ({ ...rowsQuery(here.slug, definition), staleTime: 60_000 })),
  });
  const issues = kinds
    .flatMap((definition, index) =>
      (lists[index]?.data?.data ?? [])
        .flatMap((row) => {
          const state = troubleOf(definition.fields, row);
          return state === undefined ? [] : [{ definition, row, state }];
        })
        .map((issue, place): Issue => ({ ...issue, place })),
    )
    .sort((a, b) => rankOf(a.state.tone) - rankOf(b.state.tone) || a.place - b.place);
  const loading = lists.some(({ isPending }) => isPending);
  const failed = failedOf(lists);
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
          : issues.slice(0, all ? undefined : most).map(({ definition, row, state }) => (
              <Group
                key={`${definition.kind}/${row.id}`}
                justify="space-between"
                wrap="nowrap"
                gap="md"
                align="baseline"
              >
                <Text size="sm" className="clip">
                  <Anchor
                    component={Link}
                    to={rowPath(here.slug, definition.kind, String(row.id))}
                    inherit
                    fw={550}
                  >
                    {nameOf(definition, row)}
                  </Anchor>{" "}
                  <Text span size="xs" c="dimmed">
                    {oneOf(definition)}
                  </Text>
                </Text>
                <span style={{ flex: "none" }}>
                  <Status tone={state.tone} label={words(state.value)} row={row} />
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
