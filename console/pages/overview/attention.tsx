/** What needs attention now, the worst part first; each with its next act. */
import { Button, Group, Paper, Stack, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { figure } from "../../../src/kernel/readable.ts";
import type { AttentionItem, AttentionSection } from "../../api/attention-shapes.ts";
import { useDefinitions } from "../../api/queries.ts";
import { kindNames } from "../../kinds/names.ts";
import { specialOf } from "../../kinds/special.ts";
import { useAlertAction, useAlertRights } from "../../parts/alerts/use-alerts.ts";
import { useTroubles } from "../../parts/engines/troubles.tsx";
import { Rows } from "../../parts/page.tsx";
import { alertPath, alertsPath, changesPath, drillsPath, kindPath, pathOf } from "../../parts/paths.ts";
import { failedOf, Refusal } from "../../parts/refusal.tsx";
import { Status } from "../../parts/status.tsx";
import { LinkTo, Tally } from "../../parts/text.tsx";
import { Moment, readable, useTimeZone } from "../../parts/time.tsx";
import { useAttention } from "../../parts/use-attention.ts";
import { words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";

/** Of each part; its own page has the others. */
const most = 6;

export function Needs() {
  const query = useAttention();
  const engines = useTroubles();
  const sections = worstFirst(query.data?.sections ?? []);
  const loading = query.isPending || engines.query.isPending;
  const failed = failedOf([query, engines.query]);
  const quiet = !loading && failed.error === null && sections.length + engines.troubles.length === 0;
  return (
    <section aria-label="What needs you now">
      <Title order={2} mb="sm">
        What needs you now
      </Title>
      <Refusal {...failed} />
      {loading ? <Rows count={5} /> : null}
      {quiet ? (
        <Paper p="md">
          <Status tone="good" label="Nothing needs you now." />
        </Paper>
      ) : null}
      <div className="columns">
        {sections.map((section) => (
          <Section key={`${section.section} ${section.resource}`} section={section} />
        ))}
        {loading || engines.troubles.length === 0 ? null : <Engines />}
      </div>
    </section>
  );
}

function Section({ section: { section, resource, total, data } }: { readonly section: AttentionSection }) {
  const here = useHere();
  const { kinds } = useDefinitions();
  const named = kinds.find(({ kind }) => kind === resource)?.title ?? words(resource);
  const title =
    section === "unmeasured"
      ? `${named} that nobody measures`
      : resource === "alerts"
        ? "Open alerts"
        : (specialOf(resource).attention?.title ?? named);
  const all =
    section === "alerts"
      ? alertsPath(here.slug)
      : section === "audit"
        ? changesPath(here.slug)
        : section === "drills"
          ? drillsPath(here.slug)
          : kindPath(here.slug, resource);
  return (
    <Paper component="section" aria-label={title} p="md">
      <Group justify="space-between" mb="xs">
        <Title order={3}>
          {title} <Tally>{figure(total)}</Tally>
        </Title>
        <LinkTo to={all}>{total > most ? `All ${figure(total)}` : "All"}</LinkTo>
      </Group>
      <Stack gap={10}>
        {data.slice(0, most).map((item) => (
          <Need key={item.id} item={item} section={section} />
        ))}
      </Stack>
    </Paper>
  );
}

interface NeedProps {
  readonly item: AttentionItem;
  readonly section: AttentionSection["section"];
}

function Need({ item, section }: NeedProps) {
  const here = useHere();
  const { kinds } = useDefinitions();
  const zone = useTimeZone();
  const { resource, id, name, tone, state, why, since } = item;
  const path =
    section === "alerts"
      ? alertPath(here.slug, id)
      : section === "audit"
        ? changesPath(here.slug)
        : pathOf(here.slug, kinds, resource, id);
  return (
    <Group justify="space-between" wrap="nowrap" gap="md" align="flex-start">
      <div style={{ minWidth: 0 }}>
        <LinkTo to={path} fw={550} lineClamp={2}>
          {name}
        </LinkTo>
        <Group gap="0 12px" className="need">
          <Status tone={tone} label={words(state)} />
          {why === null ? null : <span>{readable(why, zone)}</span>}
          {since === null ? null : <Moment at={since} />}
        </Group>
      </div>
      {section === "alerts" ? (
        <Acknowledge id={id} name={name} />
      ) : (
        <Button
          component={Link}
          to={section === "unmeasured" ? kindPath(here.slug, kindNames.connector) : path}
          size="compact-sm"
          variant="default"
          style={{ flex: "none" }}
          aria-label={`${nextStep(item, section)}: ${name}`}
        >
          {nextStep(item, section)}
        </Button>
      )}
    </Group>
  );
}

/** What people do next, on the page of the row itself. */
function nextStep({ resource, state }: AttentionItem, section: AttentionSection["section"]): string {
  if (section === "decisions") return "Review";
  if (section === "unmeasured") return state === "unknown" ? "See the engines" : "Connect an engine";
  if (section === "gates") return state === "frozen" ? "See the freeze" : "See the gate";
  return specialOf(resource).attention?.step ?? "Open";
}

function Acknowledge({ id, name }: { readonly id: string; readonly name: string }) {
  const rights = useAlertRights();
  const acknowledge = useAlertAction("acknowledgeAlert");
  if (!rights.acknowledge) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      style={{ flex: "none" }}
      loading={acknowledge.isPending}
      aria-label={`Acknowledge ${name}`}
      onClick={() => acknowledge.mutate(id)}
    >
      Acknowledge
    </Button>
  );
}

/** Engines that do not run the present configuration, and rows that they do not take. */
function Engines() {
  const here = useHere();
  const { kinds } = useDefinitions();
  const { troubles } = useTroubles();
  return (
    <Paper component="section" aria-label="Engines" p="md">
      <Title order={3} mb="xs">
        Engines <Tally>{figure(troubles.length)}</Tally>
      </Title>
      <Stack gap={10}>
        {troubles.slice(0, 10).map(({ kind, id, name, tone, label }) => (
          <div key={`${kind}/${id}`}>
            <LinkTo to={pathOf(here.slug, kinds, kind, id)} fw={550} lineClamp={2}>
              {name}
            </LinkTo>
            <div className="need">
              <Status tone={tone} label={label} />
            </div>
          </div>
        ))}
      </Stack>
    </Paper>
  );
}

const order = ["audit", "alerts", "gates", "states", "drills", "decisions", "unmeasured"] as const;

/** Alerts first; then parts with something bad, in the order in which they press. */
function worstFirst(sections: readonly AttentionSection[]): readonly AttentionSection[] {
  const rank = ({ section, data }: AttentionSection) =>
    (section === "alerts" ? 0 : data.some(({ tone }) => tone === "bad") ? 10 : 20) + order.indexOf(section);
  return [...sections].sort((a, b) => rank(a) - rank(b));
}
