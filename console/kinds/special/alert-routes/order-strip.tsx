/** The routes in order as a strip, with the one of the form among them; a press on a gap puts it there. */
import "./order-strip.css";
import { Fine } from "../../../parts/text.tsx";
import * as texts from "./texts.ts";

interface OrderStripProps {
  /** Of the route of the form. */
  readonly name: string;
  /** The names of the others, in order. */
  readonly others: readonly string[];
  /** How many of them come before it. */
  readonly at: number;
  readonly put: (index: number) => void;
}

/** So many neighbours are shown on either side; the first and the last are shown in any case. */
const near = 4;

export function OrderStrip({ name, others, at, put }: OrderStripProps) {
  const isShown = (index: number) =>
    index === 0 || index === others.length - 1 || (index >= at - near && index < at + near);
  return (
    <ol className="order-strip" aria-label={texts.order}>
      {others.map((other, index) => [
        index === at ? <Own key="own" name={name} /> : null,
        isShown(index) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place is what it is
          <li key={index}>
            {index === at ? null : <Gap label={texts.putItBefore(other)} put={() => put(index)} />}
            <span className="clip">{other}</span>
          </li>
        ) : isShown(index - 1) ? (
          <li key="more" aria-hidden>
            <Fine>…</Fine>
          </li>
        ) : null,
      ])}
      {at >= others.length ? (
        <Own name={name} />
      ) : (
        <li>
          <Gap label={texts.putItLast} put={() => put(others.length)} />
        </li>
      )}
    </ol>
  );
}

function Own({ name }: { readonly name: string }) {
  return (
    <li data-own aria-current="step">
      <span className="clip">{name}</span>
    </li>
  );
}

function Gap({ label, put }: { readonly label: string; readonly put: () => void }) {
  return (
    <button type="button" className="gap" aria-label={label} title={label} onClick={put}>
      +
    </button>
  );
}
