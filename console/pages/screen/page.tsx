/** Now on one screen, for a phone and for a wall: how things are, what needs attention with its act, and three buttons. */
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { useOffline } from "../../api/connection.ts";
import { PressingList } from "../../parts/now/list.tsx";
import { useNowState } from "../../parts/now/use-now.ts";
import { texts } from "../../parts/now/words.ts";
import { Rows } from "../../parts/page.tsx";
import { alertsPath, servicesPath } from "../../parts/paths.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Fine } from "../../parts/text.tsx";
import { exactMinute, useTimeZone } from "../../parts/time.tsx";
import { useOrganization } from "../../shell/session.ts";

/** More do not fit a wall. */
const mostLines = 8;

export function ScreenPage() {
  const here = useOrganization();
  if (here === undefined) return <div className="page">{texts.noOrganization}</div>;
  return <Screen key={here.id} name={here.name} slug={here.slug} />;
}

function Screen({ name, slug }: { readonly name: string; readonly slug: string }) {
  const { sentence, items, sections, loading, failed, readAt } = useNowState("all");
  const zone = useTimeZone();
  const offline = useOffline();
  // Nobody looks closely at a wall: what is old may not look as if it were so now.
  const old = sentence !== undefined && (offline || failed.error !== null);
  useEffect(() => {
    document.title = `${texts.title} · ${name}`;
  }, [name]);
  return (
    <main className="screen">
      <header data-tone={old ? "quiet" : (sentence?.tone ?? "quiet")}>
        <h1>{sentence?.text ?? texts.title}</h1>
        <Fine>{name}</Fine>
        <div role="status">
          {old ? `It was so at ${exactMinute(readAt, zone)}. The service cannot be reached since.` : null}
        </div>
      </header>
      <div className="screen-list">
        <Refusal {...failed} />
        {loading ? <Rows /> : <PressingList items={items} sections={sections} most={mostLines} />}
      </div>
      <nav aria-label="Pages">
        {[
          { to: alertsPath(slug), label: "Alerts" },
          { to: servicesPath(slug), label: "Services" },
          { to: `/o/${slug}`, label: "Everything" },
        ].map(({ to, label }) => (
          <Button key={to} component={Link} to={to} variant="default" size="md" px="xs">
            {label}
          </Button>
        ))}
      </nav>
    </main>
  );
}
