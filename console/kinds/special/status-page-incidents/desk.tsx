/** An incident reported from one place: an update in a few clicks, what was said so far, and what readers see. */
import { Box, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Tone } from "../../../../src/kernel/field.ts";
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import { type Row, rowQuery, useDefinition } from "../../../api/queries.ts";
import { Card } from "../../../parts/card.tsx";
import { Rows } from "../../../parts/page.tsx";
import { Status } from "../../../parts/status.tsx";
import { Fine, Quiet, Strong } from "../../../parts/text.tsx";
import { exact, Moment } from "../../../parts/time.tsx";
import { stateOf } from "../../../parts/tones.ts";
import { words } from "../../../parts/words.ts";
import { useHere } from "../../../shell/session.ts";
import { kindNames } from "../../names.ts";
import { ComponentStates } from "./component-states.tsx";
import { type Draft, emptyDraft, PostUpdate } from "./post.tsx";
import * as texts from "./texts.ts";
import { useComponents, usePosters } from "./use-incident.ts";
import { type IncidentRow, isMaintenance } from "./words.ts";

interface DeskProps {
  readonly definition: Definition;
  readonly loaded: Row;
}

/** The composer with the updates below it, and next to them the components and what readers see. */
export function IncidentDesk({ definition, loaded }: DeskProps) {
  const here = useHere();
  const [draft, setDraft] = useState(emptyDraft);
  const incident = loaded.row as unknown as IncidentRow;
  const may = here.allows(definition.level);
  return (
    <div className="desk">
      {may ? (
        <div className="desk-composer">
          <PostUpdate
            definition={definition}
            incident={incident}
            etag={loaded.etag}
            draft={draft}
            setDraft={setDraft}
          />
        </div>
      ) : null}
      <div className="desk-updates">
        <Updates definition={definition} incident={incident} />
      </div>
      <Stack className="desk-side">
        <Components incident={incident} draft={draft} setDraft={may ? setDraft : undefined} />
        <PublicPreview incident={incident} draft={draft} />
      </Stack>
    </div>
  );
}

interface ComponentsProps {
  readonly incident: IncidentRow;
  readonly draft: Draft;
  /** Left out for who may only look. */
  readonly setDraft: ((draft: Draft) => void) | undefined;
}

/** What the page shows of each component now; what is chosen here goes out with the update. */
function Components({ incident, draft, setDraft }: ComponentsProps) {
  const definition = useDefinition(kindNames.component) as Definition;
  const components = useComponents(incident);
  return (
    <Card title={texts.components} about={setDraft === undefined ? undefined : texts.changedWithTheUpdate}>
      {components?.length === 0 ? <Quiet>{texts.itNamesNoneEdit}</Quiet> : null}
      {components === undefined ? (
        <Rows count={incident.component_ids.length} />
      ) : setDraft === undefined ? (
        components.map((one) => (
          <Group key={one.id} justify="space-between">
            <span>{one.name}</span>
            <Status
              tone={stateOf(definition.fields, { ...one })?.tone ?? "quiet"}
              label={words(one.status)}
            />
          </Group>
        ))
      ) : (
        <ComponentStates
          components={components}
          chosen={draft.components}
          choose={(chosen) => setDraft({ ...draft, components: chosen })}
          status={draft.status}
        />
      )}
    </Card>
  );
}

interface PreviewProps {
  readonly incident: IncidentRow;
  /** What is being written stands above what was said, as it will. */
  readonly draft: Draft;
}

/** What the public page shows of it, in the page's own words and time. */
function PublicPreview({ incident, draft }: PreviewProps) {
  const here = useHere();
  const page = useQuery(
    rowQuery(here.slug, useDefinition(kindNames.statusPage) as Definition, kindNames.statusPage),
  );
  const components = useComponents(incident);
  if (page.data === undefined || components === undefined) return null;
  const { title, timezone, enabled, slug } = page.data.row;
  const zone = String(timezone);
  const served = enabled === true && slug !== null && !incident.draft;
  const why = incident.draft ? texts.itIsADraft : texts.thePageIsNotServed;
  return (
    <Card title={texts.onTheStatusPage} gap={4}>
      {served ? null : <Quiet mb="sm">{texts.thisIsWhatItWould(why)}</Quiet>}
      <Box className="public">
        <Fine mb={6}>{typeof title === "string" ? title : here.name}</Fine>
        <Text fw={620}>{incident.title}</Text>
        <Fine mb="sm">
          {[
            words(draft.status ?? incident.status),
            ...(incident.impact === "none" || isMaintenance(incident)
              ? []
              : [`${words(incident.impact)} impact`]),
            ...components.map(({ name }) => name),
          ].join(" · ")}
        </Fine>
        {incident.scheduled_for === null ? null : (
          <Text size="sm" mb="sm">
            {exact(incident.scheduled_for, zone)}
            {incident.scheduled_until === null ? "" : ` – ${exact(incident.scheduled_until, zone)}`}
          </Text>
        )}
        {draft.body.trim() === "" ? null : (
          <Box mb="sm">
            <Text size="sm" style={{ whiteSpace: "pre-wrap" }}>
              <b>{words(draft.status ?? incident.status)}</b> {draft.body}
            </Text>
            <Fine>{texts.notPostedYet}</Fine>
          </Box>
        )}
        {[...incident.updates].reverse().map(({ at, status, body }) => (
          <Box key={at} mb="sm">
            <Text size="sm" style={{ whiteSpace: "pre-wrap" }}>
              <b>{words(status)}</b> {body}
            </Text>
            <Group gap={6}>
              <Fine>
                {exact(at, zone)} ({zone})
              </Fine>
            </Group>
          </Box>
        ))}
      </Box>
    </Card>
  );
}

interface UpdatesProps {
  readonly definition: Definition;
  readonly incident: IncidentRow;
}

/** What was said so far, the newest first: by whom, and when. */
function Updates({ definition, incident }: UpdatesProps) {
  const posters = usePosters(definition, incident.id);
  const tones = stateTones(definition);
  return (
    <Card title={texts.updates} gap="md">
      {incident.updates.length === 0 ? <Quiet>{texts.nothingSaidYet}</Quiet> : null}
      <ol className="timeline">
        {[...incident.updates].reverse().map(({ at, status, body }) => (
          <li key={at}>
            <span className="dot" data-tone={tones[status] ?? "quiet"} aria-hidden />
            <Group justify="space-between" gap="xs" align="baseline">
              <Strong>{words(status)}</Strong>
              <Fine span>
                {posters.has(Date.parse(at)) ? `${posters.get(Date.parse(at))} · ` : ""}
                <Moment at={at} />
              </Fine>
            </Group>
            <Text size="sm" style={{ whiteSpace: "pre-wrap" }}>
              {body}
            </Text>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function stateTones({ fields }: Definition): Readonly<Record<string, Tone>> {
  const field = fields.status;
  return field?.type === "choice" ? (field.tones ?? {}) : {};
}
