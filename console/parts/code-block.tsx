import type { CSSProperties, ReactNode } from "react";

export interface CodeBlockProps {
  /** What it is, for those who receive it. */
  readonly label: string;
  /** By which tests find it. */
  readonly name?: string;
  /** Long lines go on below instead of to the right. */
  readonly wrap?: boolean;
  /** Plain language: without a frame, in the letters of the page. */
  readonly prose?: boolean;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
}

/** Text to read and copy letter by letter. */
export function CodeBlock({ label, name, wrap = false, prose = false, style, children }: CodeBlockProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what is wider or longer than its place
      tabIndex={0}
      className={prose ? "prose" : wrap ? "code wrap" : "code"}
      data-code={name}
      style={style}
    >
      <pre>{children}</pre>
    </section>
  );
}
