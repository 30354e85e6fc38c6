/** How a new row begins where it stands for one of several vendors: a tile for each, with what it does. */
import { UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { Fine, Strong } from "../../parts/text.tsx";
import { firstSentence } from "../../parts/words.ts";
import { Letters } from "./letters.tsx";
import type { Offer } from "./offers.ts";
import * as texts from "./texts.ts";

interface VendorTilesProps {
  readonly offers: readonly Offer[];
  /** In a dialog, which has no address of its own; without it a tile leads to the form's address. */
  readonly choose?: (offer: Offer) => void;
}

export function VendorTiles({ offers, choose }: VendorTilesProps) {
  const list = useRef<HTMLUListElement>(null);
  const inDialog = choose !== undefined;
  // A dialog that shows them has nothing else to begin with.
  useEffect(() => {
    if (inDialog) list.current?.querySelector<HTMLElement>(".vendor")?.focus();
  }, [inDialog]);
  return (
    <ul ref={list} className="vendors" aria-label={texts.whatIsIt}>
      {offers.map((offer, index) => (
        <li key={offer.title}>
          <Tile offer={offer} choose={choose} first={index === 0}>
            <Letters title={offer.title} />
            <span>
              <Strong span>{offer.title}</Strong>
              <Fine span lineClamp={3}>
                {firstSentence(offer.about)}
              </Fine>
            </span>
          </Tile>
        </li>
      ))}
    </ul>
  );
}

interface TileProps {
  readonly offer: Offer;
  readonly choose: VendorTilesProps["choose"];
  readonly first: boolean;
  readonly children: ReactNode;
}

function Tile({ offer, choose, first, children }: TileProps) {
  // Named by its title alone, so that a screen reader reads the list quickly.
  const shared = { className: "vendor", "aria-label": offer.title, "data-autofocus": first || undefined };
  if (choose === undefined)
    return (
      <Link {...shared} to={offer.to.path} search={offer.to.search as never}>
        {children}
      </Link>
    );
  return (
    <UnstyledButton {...shared} onClick={() => choose(offer)}>
      {children}
    </UnstyledButton>
  );
}
