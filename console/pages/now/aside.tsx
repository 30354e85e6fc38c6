/** Next to the list: what comes. */
import { Paper, Title } from "@mantine/core";
import { useDefinitions } from "../../api/queries.ts";
import type { Coming } from "../../api/timeline-shapes.ts";
import { kindNames } from "../../kinds/names.ts";
import { TimedLine } from "../../parts/changes/line.tsx";
import { Few } from "../../parts/few.tsx";
import { later } from "../../parts/in-time.ts";
import * as nowTexts from "../../parts/now/texts.ts";
import { comingWords } from "../../parts/now/words.ts";
import { Soon } from "../../parts/page.tsx";
import { pathOf } from "../../parts/paths.ts";
import { LinkIn, Quiet } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";

const Extend = later(() => import("../../parts/alerts/extend.tsx"), "Extend");

/** Lines. */
const most = 4;

export function Comes({ coming }: { readonly coming: readonly Coming[] }) {
  const here = useHere();
  const { kinds } = useDefinitions();
  const mutes = kinds.find(({ kind }) => kind === kindNames.mute);
  const mayMute = mutes !== undefined && here.allows(mutes.level);
  return (
    <Paper component="section" aria-label={nowTexts.comes} p="md">
      <Title order={2} fz="md" mb="xs">
        {nowTexts.comes}
      </Title>
      {coming.length === 0 ? <Quiet>{nowTexts.nothingComes}</Quiet> : null}
      <Few
        items={coming}
        most={most}
        line={({ what, resource, id, name, at }) => (
          <li key={`${what} ${id}`}>
            <TimedLine at={at} breaks>
              {comingWords[what]}: <LinkIn to={pathOf(here.slug, kinds, resource, id)}>{name}</LinkIn>{" "}
              {what === "mute_ends" && mayMute ? (
                <Soon>
                  <Extend id={id} name={name} endsAt={at} />
                </Soon>
              ) : null}
            </TimedLine>
          </li>
        )}
      />
    </Paper>
  );
}
