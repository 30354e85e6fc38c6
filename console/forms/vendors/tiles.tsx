/** How a new row begins where it stands for one of several vendors: a tile for each, with what it does. */
import { UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
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
    if (inDialog) list.current?.querySelector<HTMLElement>(".vendor-title")?.focus();
  }, [inDialog]);
  return (
    <ul ref={list} className="vendors" aria-label={texts.whatIsIt}>
      {offers.map((offer, index) => (
        <li key={offer.title} className="vendor">
          <Letters title={offer.title} />
          <span>
            <Title offer={offer} choose={choose} first={index === 0} />
            <Fine span lineClamp={3}>
              {firstSentence(offer.about)}
            </Fine>
          </span>
        </li>
      ))}
    </ul>
  );
}

interface TitleProps {
  readonly offer: Offer;
  readonly choose: VendorTilesProps["choose"];
  readonly first: boolean;
}

/** Takes presses on the whole tile, and is named by itself alone, so that a screen reader reads the list quickly. */
function Title({ offer, choose, first }: TitleProps) {
  const shared = { className: "vendor-title", "data-autofocus": first || undefined };
  const title = <Strong span>{offer.title}</Strong>;
  if (choose === undefined)
    return (
      <Link {...shared} to={offer.to.path} search={offer.to.search as never}>
        {title}
      </Link>
    );
  return (
    <UnstyledButton {...shared} onClick={() => choose(offer)}>
      {title}
    </UnstyledButton>
  );
}
