/** Pages as tiles: a card for each purpose, with a link and a sentence for each page. */
import { Group, Paper, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { figure } from "../../src/kernel/readable.ts";
import { Status } from "./status.tsx";
import { Fine, LinkTo, Quiet, Tally } from "./text.tsx";
import { firstSentence } from "./words.ts";

export function Tiles({ children }: { readonly children: ReactNode }) {
  return <div className="tiles">{children}</div>;
}

interface TileCardProps {
  readonly title: string;
  readonly about: string;
  readonly icon?: ReactNode;
  /** The page that is about all of it. */
  readonly to?: string | undefined;
  readonly children: ReactNode;
}

export function TileCard({ title, about, icon, to, children }: TileCardProps) {
  return (
    <Paper component="section" aria-label={title} p="md">
      <Group gap={8} wrap="nowrap">
        {icon}
        <Title order={2} fz="md">
          {to === undefined ? (
            title
          ) : (
            <LinkTo to={to} inherit>
              {title}
            </LinkTo>
          )}
        </Title>
      </Group>
      <Quiet mb="sm">{about}</Quiet>
      <ul className="tile-links">{children}</ul>
    </Paper>
  );
}

interface TileLinkProps {
  readonly to: string;
  readonly title: string;
  /** Its first sentence is shown. */
  readonly about: string;
  /** How many rows there are, where that is known. */
  readonly count?: number | undefined;
  /** What of it needs attention, each with what narrows its list to that. */
  readonly needs?: readonly { readonly text: string; readonly search: object }[];
}

export function TileLink({ to, title, about, count, needs = [] }: TileLinkProps) {
  return (
    <li className="way">
      <Text component="div" size="sm">
        <LinkTo to={to} fw={550}>
          {title}
        </LinkTo>{" "}
        {count === undefined ? null : <Tally>{figure(count)}</Tally>}{" "}
        {needs.map(({ text, search }) => (
          <LinkTo key={text} to={to} search={search} mx={6}>
            <Status tone="warning" label={text} />
          </LinkTo>
        ))}
      </Text>
      <Fine lineClamp={2}>{firstSentence(about).replace(/[.]$/, "")}</Fine>
    </li>
  );
}
