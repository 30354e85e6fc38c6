/** The picture: bands from alerts through routes to people, and each part as a button that narrows it. */
import "./notified.css";
import { useElementSize } from "@mantine/hooks";
import { useState } from "react";
import { figure } from "../../../src/kernel/readable.ts";
import { ReceiverIcon } from "../../parts/flow/receiver-icon.tsx";
import { Fine } from "../../parts/text.tsx";
import { type Band, type Fold, layoutOf, type Placed, usually } from "./layout.ts";
import type { Part, View } from "./view.ts";
import { columnTitles, foldWords } from "./words.ts";

interface PictureProps {
  readonly view: View;
  readonly lit: ReadonlySet<Part>;
  /** The part that it is narrowed to. */
  readonly through: Part | undefined;
  readonly choose: (part: Part | undefined) => void;
}

/** How many more parts of a column a press on the folded ones shows. */
const moreAtOnce = 25;

export function Picture({ view, lit, through, choose }: PictureProps) {
  const { ref, width } = useElementSize();
  const [most, setMost] = useState(usually);
  const { placed, folds, bands, height } = layoutOf({ ...view, lit, most, width });
  const columns = [...new Map(placed.map((one) => [one.node.column, one])).values()];
  return (
    <div ref={ref}>
      <div className="flow-titles" aria-hidden>
        {columns.map(({ node: { column }, left }) => (
          <span key={column} style={{ left }}>
            {columnTitles[column]}
          </span>
        ))}
      </div>
      <div className="flow" style={{ height }}>
        <Bands bands={bands} lit={lit} width={width} height={height} />
        {width === 0
          ? null
          : placed.map((one) => (
              <PartButton
                key={one.node.part}
                placed={one}
                lit={lit.has(one.node.part)}
                chosen={one.node.part === through}
                choose={choose}
              />
            ))}
        {folds.map((fold) => (
          <FoldButton
            key={fold.column}
            fold={fold}
            open={() => setMost({ ...most, [fold.column]: most[fold.column] + moreAtOnce })}
          />
        ))}
      </div>
    </div>
  );
}

interface BandsProps {
  readonly bands: readonly Band[];
  readonly lit: ReadonlySet<Part>;
  readonly width: number;
  readonly height: number;
}

/** The lit ones are drawn last, over the others. */
function Bands({ bands, lit, width, height }: BandsProps) {
  const isLit = ({ link: { from, to } }: Band) => lit.has(from) && lit.has(to);
  const sorted = [...bands].sort((one, other) => Number(isLit(one)) - Number(isLit(other)));
  return (
    <svg width={width} height={height} aria-hidden>
      {sorted.map((band) => (
        <path
          key={`${band.link.from} ${band.link.to}`}
          d={band.d}
          data-thin={band.link.count === 0 || undefined}
          data-dead={band.link.dead || undefined}
          data-lit={isLit(band) || undefined}
        />
      ))}
    </svg>
  );
}

interface PartButtonProps {
  readonly placed: Placed;
  readonly lit: boolean;
  readonly chosen: boolean;
  readonly choose: (part: Part | undefined) => void;
}

function PartButton({ placed: { node, ...box }, lit, chosen, choose }: PartButtonProps) {
  const { part, column, name, count, problem, note, whole = note, kind, target = null } = node;
  const why = problem ?? whole;
  return (
    <button
      type="button"
      className="flow-part"
      data-column={column}
      data-dead={(problem !== null && !lit) || undefined}
      aria-pressed={chosen}
      aria-current={lit ? "true" : undefined}
      title={why === undefined ? name : `${name}: ${why}`}
      style={box}
      onClick={() => choose(chosen ? undefined : part)}
    >
      <span className="flow-head">
        {column === "receiver" && kind !== undefined ? <ReceiverIcon kind={kind} target={target} /> : null}
        <span className="flow-name clip">{name}</span>
        {count === 0 || column === "person" ? null : (
          <Fine span c="inherit">
            {figure(count)}
          </Fine>
        )}
      </span>
      {problem === null && note === undefined ? null : <span className="flow-why">{problem ?? note}</span>}
    </button>
  );
}

function FoldButton({ fold, open }: { readonly fold: Fold; readonly open: () => void }) {
  const { column, count, alerts, left, top, width } = fold;
  const words = foldWords(column, count, alerts);
  return (
    <button type="button" className="flow-fold" title={words} style={{ left, top, width }} onClick={open}>
      <span className="clip">{words}</span>
    </button>
  );
}
