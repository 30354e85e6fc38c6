/** A text that stays editable next to what is wrong with it: its lines have numbers, and those with a problem a mark. */
import { Textarea } from "@mantine/core";
import { type RefObject, useState } from "react";
import * as texts from "./texts.ts";

interface LinedTextProps {
  readonly text: string;
  readonly change: (text: string) => void;
  /** The first lines of such a text. */
  readonly placeholder: string;
  /** Lines with a problem, from 1 on. */
  readonly marked: ReadonlySet<number>;
  readonly area: RefObject<HTMLTextAreaElement | null>;
}

/** As theme.css has them, in pixels. */
const [lineHeight, above] = [20, 8] as const;

export function LinedText({ text, change, placeholder, marked, area }: LinedTextProps) {
  const [scrolled, setScrolled] = useState(0);
  const lines = Math.max(3, text.split("\n").length);
  return (
    <div className="lined">
      <Textarea
        ref={area}
        mt="sm"
        label={texts.orPasteIt}
        className="mono-input"
        autosize
        minRows={3}
        maxRows={24}
        wrap="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop)}
        aria-invalid={marked.size > 0 || undefined}
        inputContainer={(input) => (
          <div className="lined-box">
            <div className="lined-marks" aria-hidden>
              <div style={{ transform: `translateY(${above - scrolled}px)` }}>
                {Array.from({ length: lines }, (_, index) => index + 1).map((line) => (
                  <div
                    key={line}
                    className="lined-line"
                    data-marked={marked.has(line) || undefined}
                    style={{ height: lineHeight }}
                  >
                    {line}
                  </div>
                ))}
              </div>
            </div>
            {input}
          </div>
        )}
      />
    </div>
  );
}

/** Puts the caret into a line, and the line where it is seen. @param line from 1 on */
export function goToLine(area: HTMLTextAreaElement | null, line: number): void {
  if (area === null) return;
  const before = area.value
    .split("\n")
    .slice(0, line - 1)
    .join("\n");
  const start = line === 1 ? 0 : before.length + 1;
  const end = area.value.indexOf("\n", start);
  area.focus();
  area.setSelectionRange(start, end === -1 ? area.value.length : end);
  area.scrollTop = Math.max(0, (line - 4) * lineHeight);
}
