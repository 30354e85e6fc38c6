/** The rows that name a service, or stand next to such rows: what somebody on call looks at, and the rest folded. */
import { Group, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { useDefinitions } from "../../api/queries.ts";
import type { KindRows, ServiceFacts } from "../../api/service-shapes.ts";
import { namingField } from "../../forms/prefilled.ts";
import { kindNames } from "../../kinds/names.ts";
import { specialOf } from "../../kinds/special.ts";
import { QuietButton, SmallButton } from "../../parts/buttons.tsx";
import { Chevron } from "../../parts/chevron.tsx";
import { Empty } from "../../parts/empty.tsx";
import { newPath } from "../../parts/paths.ts";
import { Quiet } from "../../parts/text.tsx";
import { oneOf, phrase } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import { isInTrouble } from "./rows.ts";
import { RowsCard } from "./rows-card.tsx";
import * as texts from "./texts.ts";

/** Kinds whose rows stand next to the answer that they decide. */
const answered: readonly string[] = [kindNames.deployPolicy, kindNames.serviceBinding];

interface Section extends KindRows {
  readonly own: boolean;
}

export function Sections({ facts: { service, rows, near } }: { readonly facts: ServiceFacts }) {
  const { kinds } = useDefinitions();
  const [open, setOpen] = useState(false);
  const id = useId();
  const all: readonly Section[] = inOrder([
    ...rows.map((one) => ({ ...one, own: true })),
    ...near.map((one) => ({ ...one, own: false })),
  ]).filter(({ kind }) => !answered.includes(kind));
  const isShown = ({ kind, data, own }: Section) => {
    const definition = kinds.find((one) => one.kind === kind);
    const { ServiceRows } = specialOf(kind);
    return (own && ServiceRows !== undefined) || (definition !== undefined && isInTrouble(definition, data));
  };
  const folded = all.filter((one) => !isShown(one));
  const titleOf = (kind: string) => phrase(kinds.find((one) => one.kind === kind)?.title ?? kind);
  const count = folded.reduce((sum, { total }) => sum + total, 0);
  const card = ({ own, ...section }: Section) => (
    <RowsCard key={`${section.kind}/${own}`} service={service} section={section} own={own} />
  );
  return (
    <>
      {all.filter(isShown).map(card)}
      {folded.length === 0 ? null : (
        <div>
          <QuietButton
            leftSection={<Chevron open={open} />}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {texts.alsoNamedBy(
              count,
              folded.map(({ kind }) => titleOf(kind)),
            )}
          </QuietButton>
        </div>
      )}
      <Stack id={id}>{open ? folded.map(card) : null}</Stack>
    </>
  );
}

function inOrder<K extends { readonly kind: string }>(found: readonly K[]): readonly K[] {
  const place = ({ kind }: K) => specialOf(kind).servicePlace ?? Number.MAX_SAFE_INTEGER;
  return [...found].sort((a, b) => place(a) - place(b));
}

export function Unknown({ service }: { readonly service: string }) {
  return (
    <Empty title={texts.nothingNamesThisServiceYet} about={texts.addWhatIsToWatch(service)}>
      {null}
    </Empty>
  );
}

/** The kinds that could name the service and do not, each with a way to add the first. */
export function NotYet({ service, rows }: { readonly service: string; readonly rows: readonly KindRows[] }) {
  const here = useHere();
  const { kinds } = useDefinitions();
  const missing = inOrder(kinds).filter(
    (definition) =>
      namingField(definition) !== undefined &&
      !answered.includes(definition.kind) &&
      here.allows(definition.level) &&
      !rows.some(({ kind }) => kind === definition.kind),
  );
  if (missing.length === 0) return null;
  return (
    <section aria-label={texts.notSetUpYet}>
      <Quiet mb={6}>{texts.notSetUpYet}</Quiet>
      <Group gap="xs">
        {missing.map((definition) => (
          <SmallButton
            key={definition.kind}
            component={Link}
            to={newPath(here.slug, definition.kind)}
            search={{ [namingField(definition) ?? ""]: service } as never}
          >
            {texts.addOne(oneOf(definition))}
          </SmallButton>
        ))}
      </Group>
    </section>
  );
}
