/** A kind's page: its list, or for a setting its form. */
import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { countsQuery, rowsQuery, useDefinition } from "../../api/queries.ts";
import { specialOf } from "../../kinds/special.ts";
import { PlainButton } from "../../parts/buttons.tsx";
import { Empty } from "../../parts/empty.tsx";
import { LiveHere } from "../../parts/engines/live.tsx";
import { later } from "../../parts/in-time.ts";
import { Loading } from "../../parts/loading.tsx";
import { Page, Soon } from "../../parts/page.tsx";
import { newPath } from "../../parts/paths.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { introOf, oneOf, phrase, roleFor } from "../../parts/words.ts";
import { Missing } from "../../shell/missing.tsx";
import { useHere } from "../../shell/session.ts";
import { Found } from "./found.tsx";
import * as texts from "./texts.ts";

/** A form, which most lists have no use for. */
const SettingPage = later(() => import("../setting/page.tsx"), "SettingPage");
const Reorder = later(() => import("./reorder.tsx"), "Reorder");

export function ListPage() {
  const { kind = "" } = useParams({ strict: false });
  const definition = useDefinition(kind);
  if (definition === undefined) return <Missing what={texts.kind} />;
  return definition.shape === "setting" ? (
    <Soon key={kind}>
      <SettingPage definition={definition} />
    </Soon>
  ) : (
    <Collection key={kind} definition={definition} />
  );
}

function Collection({ definition }: { readonly definition: Definition }) {
  const here = useHere();
  // What a script has made a moment ago is there: an empty list is not taken from memory.
  const counts = useQuery({ ...countsQuery(here.slug), staleTime: 0 });
  const { kind, title, description, verbs, level, order } = definition;
  const may = here.allows(level);
  const { ListPanel, list, jobs = [] } = specialOf(kind);
  const [ordering, setOrdering] = useState(false);
  const count = counts.data === undefined ? undefined : (counts.data.get(kind)?.count ?? 0);
  const add =
    may && verbs.includes("create") ? (
      <Button component={Link} to={newPath(here.slug, kind)}>
        {jobs[0]?.title ?? texts.newOne(oneOf(definition))}
      </Button>
    ) : null;
  const movable = order === "position" && verbs.includes("update") && may && (count ?? 0) > 1;
  return (
    <Page
      title={list?.title ?? title}
      about={count === 0 ? undefined : introOf(description)}
      action={
        count && !ordering ? (
          <Group gap="xs">
            {movable ? (
              <PlainButton onClick={() => setOrdering(true)}>{texts.changeOrder}</PlainButton>
            ) : null}
            {add === null
              ? null
              : jobs.slice(1).map(({ title: job, begins }) => (
                  <PlainButton
                    key={job}
                    component={Link}
                    to={newPath(here.slug, kind)}
                    search={begins as never}
                  >
                    {job}
                  </PlainButton>
                ))}
            {add}
          </Group>
        ) : null
      }
    >
      <Refusal error={counts.error} again={counts} />
      {count === 0 ? (
        <Empty title={texts.noYet(phrase(title))} about={description}>
          {add ?? <Text size="sm">{texts.somebodyWithTheRoleCan(roleFor(definition))}</Text>}
        </Empty>
      ) : null}
      <Soon>
        <LiveHere definition={definition} />
      </Soon>
      {ordering ? <Ordering definition={definition} close={() => setOrdering(false)} /> : null}
      {count !== 0 && !ordering ? <Found definition={definition} /> : null}
      <Soon>{ListPanel === undefined ? null : <ListPanel definition={definition} />}</Soon>
    </Page>
  );
}

/** All rows in the order that people gave them; past the list's cap that is no thing to do by hand. */
function Ordering({ definition, close }: { readonly definition: Definition; readonly close: () => void }) {
  const here = useHere();
  const query = useQuery(rowsQuery(here.slug, definition));
  if (query.data === undefined) return <Loading of={query} />;
  if (query.data.truncated)
    return (
      <Empty title={texts.tooManyToMove} about={texts.setThePosition}>
        <PlainButton onClick={close}>{texts.backToTheList}</PlainButton>
      </Empty>
    );
  return (
    <Soon>
      <Reorder definition={definition} rows={query.data.data} close={close} />
    </Soon>
  );
}
