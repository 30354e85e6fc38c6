/** Several figures in the answer of one query, each marked by a label. */

/** Which of its values a sample is. */
export const figureLabel = "orgconfig_figure";

export function marked(expression: string, figure: string): string {
  return `label_replace(${expression}, "${figureLabel}", "${figure}", "", "")`;
}
