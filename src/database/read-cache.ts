/**
 * What short reads answered, kept until anything is written. Only for a database that nobody else
 * writes to: the embedded one, whose directory is locked and whose reads cost more than all else about a
 * request. A read that overlaps a write may see what was before it, as it may without this.
 */
import { LRUCache } from "lru-cache";
import type { Statement } from "./statement.ts";

const maxAnswers = 1_000;

export type ReadCache = ReturnType<typeof createReadCache>;

export function createReadCache() {
  const answers = new LRUCache<string, { readonly age: number; readonly rows: unknown[] }>({
    max: maxAnswers,
  });
  let age = 0;
  return {
    /** The rows of a statement, from memory where nothing was written since they were read. */
    async read<R>(statement: Statement, values: readonly unknown[], load: () => Promise<R[]>): Promise<R[]> {
      if (!statement.cached) return load();
      const key = [statement.name, ...values.map(textOf)].join("\n");
      const known = answers.get(key);
      if (known?.age === age) return known.rows as R[];
      const then = age;
      const rows = await load();
      answers.set(key, { age: then, rows });
      return rows;
    },
    /** Something was written, or may have been. */
    forget() {
      age += 1;
    },
  };
}

function textOf(value: unknown): string {
  return Buffer.isBuffer(value) ? value.toString("latin1") : String(value);
}

/** Whether a statement only reads, or sets something of its own transaction; one that begins otherwise may write. */
export function onlyReads({ text }: Pick<Statement, "text">): boolean {
  if (/^(--.*\n)*\(?(SELECT|SET)\b/.test(text)) return true;
  return /^(--.*\n)*WITH\b/.test(text) && !/\b(INSERT|UPDATE|DELETE|MERGE|TRUNCATE)\b/.test(text);
}
