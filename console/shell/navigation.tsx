/** The menu: its entries, and what the person keeps there. */
import { CloseButton, VisuallyHidden } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import IconAdjustmentsHorizontal from "@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs";
import IconBell from "@tabler/icons-react/dist/esm/icons/IconBell.mjs";
import IconBuilding from "@tabler/icons-react/dist/esm/icons/IconBuilding.mjs";
import IconHistory from "@tabler/icons-react/dist/esm/icons/IconHistory.mjs";
import IconPhoneCall from "@tabler/icons-react/dist/esm/icons/IconPhoneCall.mjs";
import IconRadar from "@tabler/icons-react/dist/esm/icons/IconRadar.mjs";
import IconSpeakerphone from "@tabler/icons-react/dist/esm/icons/IconSpeakerphone.mjs";
import IconStack2 from "@tabler/icons-react/dist/esm/icons/IconStack2.mjs";
import IconTargetArrow from "@tabler/icons-react/dist/esm/icons/IconTargetArrow.mjs";
import { Link, useLocation } from "@tanstack/react-router";
import type { Place } from "../parts/menu-memory.ts";
import { causesOf } from "../parts/now/urgency.ts";
import { useAttention } from "../parts/use-attention.ts";
import { type EntryKey, entries, entryOf, entryOfSection } from "./entries.ts";
import { useOrganization } from "./session.ts";
import * as texts from "./texts.ts";
import { useMenu } from "./use-menu.ts";

const icons: Readonly<Record<EntryKey, Icon>> = {
  now: IconRadar,
  alerts: IconBell,
  "on-call": IconPhoneCall,
  services: IconStack2,
  objectives: IconTargetArrow,
  incidents: IconSpeakerphone,
  changes: IconHistory,
  "set-up": IconAdjustmentsHorizontal,
  organization: IconBuilding,
};

export function Navigation() {
  const here = useOrganization();
  const { pathname } = useLocation();
  const menu = useMenu();
  const counts = useCounts();
  if (here === undefined) return null;
  const base = `/o/${here.slug}`;
  const at =
    pathname === base || pathname.startsWith(`${base}/`) ? entryOf(pathname.slice(base.length)) : undefined;
  return (
    <>
      {entries.map(({ key, title, path }) => {
        const Icon = icons[key];
        return (
          <Link
            key={key}
            to={`${base}${path}`}
            className="nav"
            activeOptions={{ exact: true, includeSearch: false }}
            aria-current={key === at ? "page" : undefined}
          >
            <Icon className="nav-icon" size={16} stroke={1.75} aria-hidden />
            {title}
            <Count count={counts.get(key) ?? 0} />
          </Link>
        );
      })}
      <Places title={texts.pinned} places={menu.pinned} unpin={menu.unpin} />
      <Places title={texts.recent} places={menu.recent} />
    </>
  );
}

/** How much of what an entry leads to needs attention. */
function useCounts(): ReadonlyMap<EntryKey, number> {
  const { data } = useAttention();
  const counts = new Map<EntryKey, number>();
  for (const section of data?.sections ?? []) {
    const key = entryOfSection(section);
    counts.set(key, (counts.get(key) ?? 0) + causesOf(section));
  }
  return counts;
}

function Count({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span className="nav-count">
      {count > 99 ? "99+" : count}
      <VisuallyHidden>{texts.needAttention}</VisuallyHidden>
    </span>
  );
}

interface PlacesProps {
  readonly title: string;
  readonly places: readonly Place[];
  readonly unpin?: (to: string) => void;
}

function Places({ title, places, unpin }: PlacesProps) {
  if (places.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className="nav-group">{title}</div>
      {places.map(({ to, title: name }) => (
        <div key={to} className="nav-place">
          <Link to={to} className="nav clip" title={name} activeProps={{ "aria-current": undefined }}>
            {name}
          </Link>
          {unpin === undefined ? null : (
            <CloseButton size="xs" aria-label={texts.unpin(name)} onClick={() => unpin(to)} />
          )}
        </div>
      ))}
    </section>
  );
}
