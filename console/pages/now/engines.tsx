/** Engines that do not run the present configuration, and rows that they do not take. Nothing where all is well. */
import { Paper, Title } from "@mantine/core";
import { figure } from "../../../src/kernel/readable.ts";
import { useDefinitions } from "../../api/queries.ts";
import { MadeUp } from "../../parts/engines/made-up.tsx";
import { useTroubles } from "../../parts/engines/troubles.tsx";
import { Few } from "../../parts/few.tsx";
import { pathOf } from "../../parts/paths.ts";
import { RichText } from "../../parts/rich-text.tsx";
import { Status } from "../../parts/status.tsx";
import { LinkTo, Tally } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

const most = 2;

export function Engines() {
  const here = useHere();
  const { kinds } = useDefinitions();
  const { troubles } = useTroubles();
  if (troubles.length === 0) return <MadeUp />;
  return (
    <>
      <MadeUp />
      <Paper component="section" aria-label={texts.engines} p="md">
        <Title order={2} fz="md" mb="xs">
          <RichText of={texts.enginesCount} count={<Tally>{figure(troubles.length)}</Tally>} />
        </Title>
        <Few
          items={troubles}
          most={most}
          line={({ kind, id, name, tone, label }) => (
            <li key={`${kind}/${id}`}>
              <LinkTo to={pathOf(here.slug, kinds, kind, id)} fw={550} lineClamp={2}>
                {name}
              </LinkTo>
              <div className="need">
                <Status tone={tone} label={label} />
              </div>
            </li>
          )}
        />
      </Paper>
    </>
  );
}
