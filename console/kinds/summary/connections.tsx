/** What a row uses, and which rows use it: the ways on from here, and who feels a change. */
import { List } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { figure } from "../../../src/kernel/readable.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { namedActions } from "../../api/calls.ts";
import { type Row, readQuery, useDefinitions } from "../../api/queries.ts";
import type { References } from "../../api/shapes.ts";
import { QuietButton } from "../../parts/buttons.tsx";
import { Card } from "../../parts/card.tsx";
import { Loading } from "../../parts/loading.tsx";
import { pathOf } from "../../parts/paths.ts";
import { LinkTo, Quiet, QuietPart } from "../../parts/text.tsx";
import { oneOf, words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import { canBeUsed, targetsOf } from "./references.ts";
import { RowLink } from "./shown.tsx";
import * as texts from "./texts.ts";

export interface ConnectionsProps {
  readonly definition: Definition;
  readonly loaded: Row;
}

/** Rows that are listed before somebody asks for the rest. */
const atOnce = 8;

export function Uses({ definition, loaded: { row } }: ConnectionsProps) {
  const targets = targetsOf(definition, row);
  if (targets.length === 0) return null;
  return (
    <Listing title={texts.uses} count={targets.length}>
      {targets.map(({ kind, id }) => (
        <Line key={`${kind}/${id}`} kind={kind}>
          <RowLink kind={kind} id={id} />
        </Line>
      ))}
    </Listing>
  );
}

export function UsedBy({ definition, loaded: { row } }: ConnectionsProps) {
  const { kinds } = useDefinitions();
  return canBeUsed(kinds, definition.kind) ? (
    <Pointing kinds={kinds} kind={definition.kind} id={String(row.id)} />
  ) : null;
}

interface PointingProps {
  readonly kinds: readonly Definition[];
  readonly kind: string;
  readonly id: string;
}

function Pointing({ kinds, kind, id }: PointingProps) {
  const here = useHere();
  const query = useQuery(readQuery<References>(here.slug, namedActions.listReferences, { kind, id }));
  const { data } = query;
  // Whether there is anything to head is not known yet.
  if (data === undefined) return <Loading of={query} count={2} />;
  const more = data.total - data.data.length;
  return (
    <Listing title={texts.usedBy} count={data.total} none={texts.nothingElseUsesIt}>
      {data.data.map(({ resource, id: user, name }) => (
        <Line key={`${resource}/${user}`} kind={resource}>
          <LinkTo to={pathOf(here.slug, kinds, resource, user)}>{name}</LinkTo>
        </Line>
      ))}
      {more > 0 ? (
        <List.Item key="more">
          <Quiet>{texts.andMore(more)}</Quiet>
        </List.Item>
      ) : null}
    </Listing>
  );
}

interface ListingProps {
  readonly title: string;
  readonly count: number;
  /** Where there are none. */
  readonly none?: string;
  readonly children: ReactNode[];
}

function Listing({ title, count, none, children }: ListingProps) {
  const [all, setAll] = useState(false);
  const lines = children.flat();
  const hidden = all ? 0 : Math.max(0, lines.length - atOnce);
  if (count === 0) return <Quiet>{none}</Quiet>;
  return (
    <Card title={title} more={count > 1 ? ` · ${figure(count)}` : ""}>
      <List size="sm" spacing={6} listStyleType="none" className="inline">
        {hidden === 0 ? lines : lines.slice(0, atOnce)}
      </List>
      {hidden === 0 ? null : (
        <QuietButton mt="xs" ml={-8} onClick={() => setAll(true)}>
          {texts.showMore(hidden)}
        </QuietButton>
      )}
    </Card>
  );
}

function Line({ kind, children }: { readonly kind: string; readonly children: ReactNode }) {
  const { kinds } = useDefinitions();
  const definition = kinds.find((one) => one.kind === kind);
  return (
    <List.Item style={{ overflowWrap: "anywhere" }}>
      <QuietPart>{definition === undefined ? "" : words(oneOf(definition))}</QuietPart> {children}
    </List.Item>
  );
}
