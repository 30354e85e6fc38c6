/** The logo of a page: a file of its own, and how large it is drawn. */

import { type Markup, markup } from "../../kernel/markup.ts";
import type { KeptPicture } from "../../kernel/picture.ts";
import type { PageFile } from "./page-file.ts";

/** In CSS pixels. */
const [mostWidth, mostHeight] = [180, 40];

/** Its path below the page. */
export function logoPath({ type }: KeptPicture): string {
  return type === "image/png" ? "logo.png" : "logo.jpg";
}

/** Nothing in it is run, whatever a browser takes it for. */
export function logoFile({ type, data }: KeptPicture): PageFile {
  return { type, text: data, encoding: "base64", policy: "default-src 'none'; sandbox" };
}

/** As large as it is, within what the heading has room for, so that nothing moves when it comes. */
export function logoImage(logo: KeptPicture, address: string): Markup {
  const scale = Math.min(1, mostWidth / logo.width, mostHeight / logo.height);
  const [width, height] = [logo.width, logo.height].map((side) => Math.max(1, Math.round(side * scale)));
  return markup`<img src="${address}" alt="" width="${width}" height="${height}">`;
}
