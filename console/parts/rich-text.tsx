/** A text with parts that are more than text, kept whole in texts.ts so that it can be translated as a sentence. */
import { createElement, Fragment, type ReactNode } from "react";

/** The names in `{name}`. */
type Named<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Named<Rest>
  : never;

/** The names in `<name>words</name>`. */
type Tagged<Text extends string> = Text extends `${string}</${infer Name}>${infer Rest}`
  ? Name | Tagged<Rest>
  : never;

type RichTextProps<Text extends string> = { readonly of: Text } & {
  readonly [Name in Named<Text>]: ReactNode;
} & { readonly [Name in Tagged<Text>]: (part: string) => ReactNode };

const marked = /\{(\w+)\}|<(\w+)>(.*?)<\/\2>/g;

/**
 * Shows `Applied {moment}. See <link>the plan</link>.`: for `{moment}` what is given by that name, for the link what is made
 * of its words. A translation may have the parts in another order.
 */
export function RichText<Text extends string>({ of, ...given }: RichTextProps<Text>) {
  const parts = given as Readonly<Record<string, ReactNode | ((part: string) => ReactNode)>>;
  const shown: ReactNode[] = [];
  let at = 0;
  for (const { 0: whole, 1: name, 2: tag = "", 3: inner = "", index } of of.matchAll(marked)) {
    const part = parts[name ?? tag];
    shown.push(of.slice(at, index), typeof part === "function" ? part(inner) : part);
    at = index + whole.length;
  }
  return createElement(Fragment, null, ...shown, of.slice(at));
}
