/** Now on one screen, for a phone and for a wall: how things are, what needs attention with its act, and three buttons. */
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { useOffline } from "../../api/connection.ts";
import { PressingList } from "../../parts/now/list.tsx";
import * as nowTexts from "../../parts/now/texts.ts";
import { useNowState } from "../../parts/now/use-now.ts";
import { Rows } from "../../parts/page.tsx";
import { alertsPath, servicesPath } from "../../parts/paths.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { useSay } from "../../parts/say.tsx";
import { Fine } from "../../parts/text.tsx";
import { exactMinute, useTimeZone } from "../../parts/time.tsx";
import { useOrganization } from "../../shell/session.ts";
import * as texts from "./texts.ts";

/** More do not fit a wall. */
const mostLines = 8;

export function ScreenPage() {
  const here = useOrganization();
  if (here === undefined) return <div className="page">{nowTexts.noOrganization}</div>;
  return <Screen key={here.id} name={here.name} slug={here.slug} />;
}

function Screen({ name, slug }: { readonly name: string; readonly slug: string }) {
  const { sentence, items, sections, loading, failed, readAt } = useNowState("all");
  const zone = useTimeZone();
  const offline = useOffline();
  // Nobody looks closely at a wall: what is old may not look as if it were so now.
  const old = sentence !== undefined && (offline || failed.error !== null);
  useSay(sentence?.text);
  useEffect(() => {
    document.title = `${nowTexts.title} · ${name}`;
  }, [name]);
  return (
    <main className="screen">
      <header data-tone={old ? "quiet" : (sentence?.tone ?? "quiet")}>
        <h1>{sentence?.text ?? nowTexts.title}</h1>
        <Fine>{name}</Fine>
        <div role="status">{old ? texts.itWas(exactMinute(readAt, zone)) : null}</div>
      </header>
      <div className="screen-list">
        <Refusal {...failed} />
        {loading ? <Rows /> : <PressingList items={items} sections={sections} most={mostLines} />}
      </div>
      <nav aria-label={texts.pages}>
        {[
          { to: alertsPath(slug), label: texts.alerts },
          { to: servicesPath(slug), label: texts.services },
          { to: `/o/${slug}`, label: texts.everything },
        ].map(({ to, label }) => (
          <Button key={to} component={Link} to={to} variant="default" size="md" px="xs">
            {label}
          </Button>
        ))}
      </nav>
    </main>
  );
}
