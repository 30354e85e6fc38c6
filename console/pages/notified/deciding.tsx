/** The rows that decide who is notified, by name, each a link: routes, rules, targets, mutes, and the mails about events. */
import { Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { figure } from "../../../src/kernel/readable.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { rowsQuery, useDefinition } from "../../api/queries.ts";
import { kindNames } from "../../kinds/names.ts";
import { Card } from "../../parts/card.tsx";
import { kindPath, newPath, rowPath } from "../../parts/paths.ts";
import { LinkTo, Quiet, Tally } from "../../parts/text.tsx";
import { nameOf, oneOf, phrase } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

const kinds = [kindNames.route, kindNames.rule, kindNames.target, kindNames.mute, kindNames.notifications];

export function Deciding() {
  return (
    <section aria-label={texts.decides}>
      <Title order={2} mt="xl" mb="sm">
        {texts.decides}
      </Title>
      <div className="cards">
        {kinds.map((kind) => (
          <OfKind key={kind} kind={kind} />
        ))}
      </div>
    </section>
  );
}

function OfKind({ kind }: { readonly kind: string }) {
  const definition = useDefinition(kind);
  if (definition === undefined) return null;
  return definition.shape === "setting" ? (
    <Setting definition={definition} />
  ) : (
    <Rows definition={definition} />
  );
}

function Setting({ definition: { kind, title, description } }: { readonly definition: Definition }) {
  const here = useHere();
  return (
    <Card title={title} about={description}>
      <LinkTo to={kindPath(here.slug, kind)}>{texts.open(phrase(title))}</LinkTo>
    </Card>
  );
}

const mostNamed = 8;

function Rows({ definition }: { readonly definition: Definition }) {
  const here = useHere();
  const { kind, title, verbs, level } = definition;
  const { data } = useQuery(rowsQuery(here.slug, definition));
  const rows = data?.data ?? [];
  const more = rows.length - mostNamed;
  return (
    <Card title={title} more={data === undefined ? null : <Tally> {figure(rows.length)}</Tally>}>
      <Stack gap={4}>
        {rows.slice(0, mostNamed).map((row) => (
          <LinkTo key={String(row.id)} to={rowPath(here.slug, kind, String(row.id))} className="clip">
            {nameOf(definition, row)}
          </LinkTo>
        ))}
        {data !== undefined && rows.length === 0 ? <Quiet>{texts.noYet(phrase(title))}</Quiet> : null}
        {more > 0 ? <LinkTo to={kindPath(here.slug, kind)}>{texts.allMore(figure(more))}</LinkTo> : null}
        {here.allows(level) && verbs.includes("create") ? (
          <LinkTo to={newPath(here.slug, kind)}>{texts.newOne(oneOf(definition))}</LinkTo>
        ) : null}
      </Stack>
    </Card>
  );
}
