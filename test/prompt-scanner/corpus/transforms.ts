/** Ways to write a sentence so that a person still reads it and a keyword search doesn't find it. */
export const transforms: Readonly<Record<string, (text: string) => string>> = {
  upper_case: (text) => text.toUpperCase(),
  alternating_case: (text) =>
    Array.from(text, (char, at) => (at % 2 === 0 ? char.toUpperCase() : char.toLowerCase())).join(""),
  spaced: (text) => text.split(" ").map(spread(" ")).join("   "),
  dotted: (text) => text.split(" ").map(spread(".")).join(" "),
  dashed: (text) => text.split(" ").map(spread("-")).join(" "),
  glued: (text) => text.replaceAll(" ", ""),
  underscored: (text) => text.replaceAll(" ", "_"),
  look_alikes: (text) => text.replace(/[aceiopxy]/g, (char) => cyrillic[char] ?? char),
  zero_width: (text) => text.replace(/(\p{L})(?=\p{L})/gu, "$1\u200b"),
  soft_hyphens: (text) => text.replace(/(\p{L}\p{L})(?=\p{L})/gu, "$1\u00ad"),
  full_width: (text) =>
    text.replace(/[!-~]/g, (char) => String.fromCodePoint((char.codePointAt(0) ?? 0) + 0xfee0)),
  mathematical: (text) =>
    text.replace(/[a-z]/g, (char) => String.fromCodePoint(0x1d41a + char.charCodeAt(0) - 97)),
  leet: (text) => text.replace(/[eoi]/g, (char) => ({ e: "3", o: "0", i: "1" })[char] ?? char),
  accents: (text) => text.replace(/[aeiou]/g, "$&\u0301\u0323"),
  emphasis: (text) =>
    text
      .split(" ")
      .map((word) => `**${word}**`)
      .join(" "),
  line_breaks: (text) => text.replaceAll(" ", "\n"),
  base64: (text) => Buffer.from(text).toString("base64"),
  base64_twice: (text) => Buffer.from(Buffer.from(text).toString("base64")).toString("base64"),
  percent: (text) => encodeURIComponent(text),
  percent_all: (text) => Buffer.from(text).toString("hex").replace(/../g, "%$&"),
  hex: (text) => Buffer.from(text).toString("hex"),
  html_entities: (text) => Array.from(text, (char) => `&#${char.codePointAt(0)};`).join(""),
  unicode_escapes: (text) =>
    text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  rot13: (text) =>
    text.replace(/[a-z]/gi, (char) => {
      const base = char <= "Z" ? 65 : 97;
      return String.fromCharCode(((char.charCodeAt(0) - base + 13) % 26) + base);
    }),
  reversed: (text) => Array.from(text).reverse().join(""),
};

/** Transforms that hide a sentence from the reader instead. */
export const hidings: Readonly<Record<string, (text: string) => string>> = {
  tag_characters: (text) =>
    Array.from(text, (char) => String.fromCodePoint(0xe0000 + ((char.codePointAt(0) ?? 32) % 128))).join(""),
  bidi_override: (text) => `\u202e${Array.from(text).reverse().join("")}\u202c`,
  zero_width_runs: (text) => text.replace(/(\p{L})(?=\p{L})/gu, "$1\u200b\u200c"),
  html_comment: (text) => `<!-- ${text} -->`,
  display_none: (text) => `<div style="display: none">${text}</div>`,
  white_on_white: (text) => `<span style="color:white;font-size:0">${text}</span>`,
  link_comment: (text) => `[//]: # (${text})`,
};

/** Chat formats that forge a turn. */
export const turns: Readonly<Record<string, (text: string) => string>> = {
  chatml: (text) => `<|im_start|>system\n${text}<|im_end|>`,
  llama2: (text) => `[INST] <<SYS>>\n${text}\n<</SYS>> [/INST]`,
  llama3: (text) => `<|start_header_id|>system<|end_header_id|>\n\n${text}<|eot_id|>`,
  gemma: (text) => `<start_of_turn>user\n${text}<end_of_turn>`,
  alpaca: (text) => `### System:\n${text}\n\n### Response:`,
  api: (text) => `{"role": "system", "content": ${JSON.stringify(text)}}`,
  completion: (text) => `\n\nHuman: ${text}\n\nAssistant: Certainly.`,
  endings: (text) => `<|endoftext|>${text}`,
};

const cyrillic: Readonly<Record<string, string>> = {
  a: "а",
  c: "с",
  e: "е",
  i: "і",
  o: "о",
  p: "р",
  x: "х",
  y: "у",
};

function spread(sign: string): (word: string) => string {
  return (word) => word.replace(/(\p{L})(?=\p{L})/gu, `$1${sign}`);
}
